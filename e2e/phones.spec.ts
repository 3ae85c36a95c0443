import type { Locator } from '@playwright/test'
import { createPdf } from '../scripts/create-pdf.ts'
import type { ChatPage } from './chat-page.ts'
import { boxOf } from './find-cut.ts'
import { expect, test } from './tool-fixtures.ts'
import { addTagPage } from './tag-page.ts'
import { openWholeToolPage } from './tool-page.ts'
import { seedThreads } from './seed-threads.ts'
import { visit } from './visitor.ts'

// Phones: the usual one, and the narrowest.

const USUAL = { width: 390, height: 844 }
const NARROW = { width: 320, height: 640 }
const TITLE = 'Put two mugs into it'

test.use({ viewport: USUAL, hasTouch: true, isMobile: true })

/** Sends with the button: Enter is a new line on a screen keyboard. */
async function send(chat: ChatPage, text: string): Promise<void> {
  await chat.composer.fill(text)
  await chat.button('Send').tap()
  await expect(chat.composer).toHaveValue('')
}

/** Width of an element's text in excess of the element's own width, in pixels. */
const cutOf = (locator: Locator) =>
  locator.evaluate((element) => element.scrollWidth - element.clientWidth)

/** Lines of an element's text. */
const linesOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const range = element.ownerDocument.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
  })

test('the header has the title on one line, its state on another, and the rest in the menu', async ({
  page,
  site,
  alcove,
  chat,
}, { testId }) => {
  const { token } = await visit(`phone-${testId}`, { page, site, alcove })
  await seedThreads(`http://localhost:${alcove.port}`, token, [{ title: TITLE }])
  await page.reload()
  await chat.open()
  await page.evaluate(() => {
    const { Alcove } = globalThis as unknown as { Alcove(...call: unknown[]): void }
    Alcove('update', { header: { action: { label: 'Call us' } } })
  })
  const title = chat.frame.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(TITLE)

  for (const viewport of [USUAL, NARROW]) {
    await page.setViewportSize(viewport)
    expect(await cutOf(title)).toBeLessThanOrEqual(0)
    expect(await linesOf(title)).toBe(1)
    const status = chat.frame.getByText('Usually instant')
    expect(await linesOf(status)).toBe(1)
    expect((await boxOf(status)).y).toBeGreaterThanOrEqual((await boxOf(title)).y + 18)
    // Nothing but the buttons of list, menu and close takes room.
    const header = await boxOf(chat.frame.locator('.header'))
    const buttons = chat.frame.locator('.header').getByRole('button')
    await expect(buttons).toHaveCount(3)
    const taken = (await boxOf(buttons.first())).width * 3
    expect((await boxOf(title)).width).toBeGreaterThan(header.width - taken - 24)
  }

  await chat.button('More').tap()
  await expect(chat.frame.getByRole('menuitem', { name: 'Call us' })).toBeVisible()
  await chat.frame.getByRole('menuitem', { name: 'New conversation' }).tap()
  await expect(chat.log.getByRole('article')).toHaveCount(0)

  // With room for them, they are in the header.
  await page.setViewportSize({ width: 820, height: 480 })
  await expect(chat.button('New conversation')).toBeVisible()
  await expect(chat.button('Call us')).toBeVisible()
})

test('a question for approval is seen whole, its buttons in one column, its lists in the same columns', async ({
  page,
  site,
  chat,
  beginTrial,
}) => {
  await page.setViewportSize(NARROW)
  await openWholeToolPage(page, site)
  await chat.open()
  const { key } = beginTrial()
  await send(
    chat,
    `say I can put it there, together with everything else. ${key}; tool fill_cart {"sku":"${key}"}; next; say Filled`,
  )
  const card = chat.answer.getByRole('group', { name: 'Fill the cart?' })
  await expect(card.getByRole('button', { name: 'Allow once' })).toBeVisible()

  await expect
    .poll(async () => {
      const [question, log] = await Promise.all([boxOf(card), boxOf(chat.log)])
      return [question.y >= log.y, question.y + question.height <= log.y + log.height]
    })
    .toEqual([true, true])

  const boxes = await card.getByRole('button').evaluateAll((all) =>
    all.map((button) => {
      const { x, width, top } = button.getBoundingClientRect()
      return { x, width, top }
    }),
  )
  expect(boxes).toHaveLength(3)
  expect(new Set(boxes.map(({ x, width }) => `${x} ${width}`)).size).toBe(1)
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(3)
  const starts = await card
    .locator('dd')
    .evaluateAll((all) => all.map((value) => value.getBoundingClientRect().x))
  expect(starts).toHaveLength(2)
  expect(new Set(starts).size).toBe(1)

  // With room for all of them, they are in one row.
  await page.setViewportSize({ width: 820, height: 480 })
  await expect
    .poll(() =>
      card
        .getByRole('button')
        .evaluateAll((all) => new Set(all.map((each) => each.getBoundingClientRect().top)).size),
    )
    .toBe(1)
})

test('settings are one form: labels in one place, fields of one width, and none without effect', async ({
  page,
  site,
  chat,
}) => {
  addTagPage(site, '/phone.html', '')
  await page.goto('/phone.html')
  await chat.open()
  await chat.button('More').tap()
  await chat.frame.getByRole('menuitem', { name: 'Settings' }).tap()
  const dialog = chat.frame.getByRole('dialog', { name: 'Settings' })
  const fields = dialog.getByRole('combobox')

  for (const viewport of [USUAL, NARROW]) {
    await page.setViewportSize(viewport)
    const boxes = await fields.evaluateAll((all) =>
      all.map((field) => {
        const label = (field as HTMLSelectElement).labels[0]!.getBoundingClientRect()
        const { x, width, top } = field.getBoundingClientRect()
        return { x, width, isBelow: label.bottom <= top, labelX: label.x }
      }),
    )
    expect(boxes).toHaveLength(3)
    expect(new Set(boxes.map((box) => JSON.stringify(box))).size).toBe(1)
  }
  // Enter is a new line on a screen keyboard.
  await expect(dialog.getByLabel('Send with')).toHaveCount(0)
  const paragraphs = dialog.getByRole('switch', { name: /^Screen reader/ })
  await expect(paragraphs).toBeVisible()
  await dialog.getByLabel('Screen reader: an answer').selectOption('is not mentioned')
  await expect(paragraphs).toHaveCount(0)
})

test('files have whole names, before and after they are sent, and end at one line', async ({
  page,
  site,
  chat,
}) => {
  addTagPage(site, '/phone.html', '')
  await page.goto('/phone.html')
  await chat.open()
  const choosing = page.waitForEvent('filechooser')
  await chat.button('Attach files').tap()
  const pdf = { mimeType: 'application/pdf', buffer: Buffer.from(createPdf(2)) }
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Some notes') }
  await (await choosing).setFiles([{ ...pdf, name: 'statement-march.pdf' }, notes])
  const tray = chat.frame.getByRole('list', { name: 'Attached files' })
  await expect(tray.getByRole('listitem').first()).toHaveAttribute('data-state', 'requires-action')
  await expect(tray.getByRole('listitem').last()).toHaveAttribute('data-state', 'requires-action')

  for (const viewport of [USUAL, NARROW]) {
    await page.setViewportSize(viewport)
    for (const name of await tray.locator('.file-name-start').all()) {
      expect(await cutOf(name)).toBeLessThanOrEqual(0)
    }
  }
  await send(chat, 'say Thank you')
  const sent = chat.log.getByRole('list').first().getByRole('listitem').locator('.file-chip')
  await expect(sent).toHaveCount(2)
  const edges = await sent.evaluateAll((all) =>
    all.map((chip) => {
      const { left, right } = chip.getBoundingClientRect()
      return `${left} ${right}`
    }),
  )
  expect(new Set(edges).size).toBe(1)
  for (const name of await sent.locator('.file-name-start').all()) {
    expect(await cutOf(name)).toBeLessThanOrEqual(0)
  }
})

test('the button to the latest message covers no words, and no focus ring cuts a time', async ({
  page,
  site,
  chat,
}) => {
  addTagPage(site, '/phone.html', '')
  await page.goto('/phone.html')
  await chat.open()
  // The turn after the first is held under the header.
  await send(chat, 'say Hello')
  await expect(chat.answer).toContainText('Hello')
  await chat.settled()
  await send(chat, `say ${'So many words that they fill the log. '.repeat(60)}`)
  await chat.settled()
  const latest = chat.button('Scroll to latest')
  await expect(latest).toBeVisible()

  const [button, log] = await Promise.all([boxOf(latest), boxOf(chat.log)])
  expect(button.y).toBeGreaterThanOrEqual(log.y + log.height)
  await latest.tap()
  await expect(latest).toHaveCount(0)

  // Distance between the ring's outer edge and the times around it.
  const gaps = await chat.log.evaluate((element) => {
    const articles = [...element.querySelectorAll('article')]
    const times = [...element.querySelectorAll('time')]
    return articles.flatMap((article) => {
      article.focus()
      const { outlineOffset, outlineWidth } = getComputedStyle(article)
      const ring = parseFloat(outlineOffset) + parseFloat(outlineWidth)
      const box = article.getBoundingClientRect()
      return times.map((time) => {
        const range = document.createRange()
        range.selectNodeContents(time)
        const text = range.getBoundingClientRect()
        const isInside = article.contains(time)
        return isInside
          ? box.right + parseFloat(outlineOffset) - text.right
          : Math.max(box.top - ring - text.bottom, text.top - box.bottom - ring)
      })
    })
  })
  expect(gaps).toHaveLength(16)
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(0)
})

import type { Locator, Page } from '@playwright/test'
import type { ChatPage } from './chat-page.ts'
import { expect, test } from './fixtures.ts'
import { countSeen, measureRing, readLights } from './compare-pictures.ts'
import { action, answers, questions } from './messages.ts'

const TAB_LIMIT = 20
const isLong = process.env['ALCOVE_TEST_LONG'] === '1'
/** Number of openings, each of a chat whose frame has just started. */
const OPENINGS = isLong ? 200 : 3

test('does the whole main job by keyboard alone (A16, A25)', async ({ page, chat }) => {
  await page.goto('/bare.html')
  await expect(chat.launcher).toBeVisible()
  for (let presses = 0; presses < TAB_LIMIT; presses += 1) {
    if (await chat.launcher.evaluate((element) => element.matches(':focus'))) break
    await page.keyboard.press('Tab')
  }
  await expect(chat.launcher).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(chat.composer).toBeFocused()

  await page.keyboard.type('say Typed; hold keyboard')
  await page.keyboard.press('Shift+Enter')
  await expect(chat.composer).toHaveValue('say Typed; hold keyboard\n')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await expect(chat.log).toContainText('Typed')
  await expect(chat.button('Stop')).toBeVisible()

  await page.keyboard.press('Escape')
  await chat.settled()
  await expect(chat.composer).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(chat.launcher).toBeFocused()
})

/** Presses a key until the element has the focus. */
async function reach(page: Page, target: Locator, key = 'Tab') {
  const has = () => target.evaluate((element) => element.matches(':focus'))
  for (let presses = 0; presses < TAB_LIMIT && !(await has()); presses += 1) {
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

/** Changed pixels when an icon of 16 × 16 becomes another one. */
const MANY_PIXELS = 20

/** Returns a function that measures how much of a button's picture differs, apart from colours. */
async function watchLights(page: Page, button: Locator) {
  // Without the ring and the tooltip.
  const { x, y, width, height } = (await button.boundingBox())!
  const clip = { x: x + 8, y: y + 8, width: width - 16, height: height - 16 }
  const before = await readLights(page, clip)
  return async () => countSeen(before, await readLights(page, clip))
}

test(
  'edits, goes between versions, copies, rates and attaches by keyboard alone (A09, A16)',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    const { keyboard } = page
    const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }
    page.on('filechooser', (chooser) => void chooser.setFiles(file))
    await page.goto('/bare.html')
    await expect(chat.launcher).toBeVisible()
    await reach(page, chat.launcher)
    await keyboard.press('Enter')
    await expect(chat.composer).toBeFocused()

    await test.step('a suggestion, then a message', async () => {
      await reach(page, chat.button('What can you do?'), 'Shift+Tab')
      await keyboard.press('Enter')
      await expect(answers(chat)).toHaveCount(1)
      await chat.settled()
      await expect(chat.composer).toBeFocused()
      await keyboard.type('say One')
      await keyboard.press('Enter')
      await expect(answers(chat).last()).toContainText('One')
      await chat.settled()
    })

    await test.step('the message is edited, and its first version comes back', async () => {
      const question = questions(chat).last()
      await reach(page, chat.log, 'Shift+Tab')
      await reach(page, question, 'ArrowUp')
      await reach(page, action(question, 'Edit'))
      await keyboard.press('Enter')
      await expect(chat.log.getByRole('textbox', { name: 'Edit your message' })).toBeFocused()
      await keyboard.press('End')
      await keyboard.type('; say Two')
      await reach(page, chat.button('Save and send'))
      await keyboard.press('Enter')
      await expect(answers(chat).last()).toContainText('OneTwo')
      await chat.settled()

      await reach(page, chat.log, 'Shift+Tab')
      await reach(page, question, 'ArrowUp')
      await reach(page, action(question, 'Previous version'))
      await keyboard.press('Enter')
      await expect(question.getByText('say One', { exact: true })).toBeVisible()
      await reach(page, action(question, 'Next version'))
      await keyboard.press('Enter')
      await expect(question.getByText('say One; say Two', { exact: true })).toBeVisible()
    })

    await test.step('the answer is copied and rated, which is seen without colours too (A09)', async () => {
      const answer = answers(chat).last()
      const copy = action(answer, 'Copy')
      await reach(page, copy)
      const copied = await watchLights(page, copy)
      await keyboard.press('Enter')
      await expect(copy).toHaveAttribute('data-state', 'copied')
      await expect(chat.frame.locator('[aria-live]').getByText('Copied')).toBeAttached()
      expect(await copied()).toBeGreaterThan(MANY_PIXELS)

      const good = action(answer, 'Good answer')
      await reach(page, good)
      const rated = await watchLights(page, good)
      expect(await rated()).toBe(0)
      await keyboard.press('Space')
      await expect(good).toHaveAttribute('aria-pressed', 'true')
      expect(await rated()).toBeGreaterThan(MANY_PIXELS)
    })

    await test.step('a file is attached, and removed', async () => {
      const attach = chat.button('Attach files')
      await reach(page, attach)
      await keyboard.press('Enter')
      const remove = chat.button('Remove a.txt')
      await expect(remove).toBeVisible()
      await expect(chat.composer).toBeFocused()
      await reach(page, remove, 'Shift+Tab')
      await keyboard.press('Enter')
      await expect(remove).toHaveCount(0)
      await expect(attach).toBeFocused()
    })
  },
)

test(`keys that follow ${OPENINGS} openings at once are the chat's, never the page's @long`, async ({
  page,
  chat,
}) => {
  let lost = 0
  for (let opening = 0; opening < OPENINGS; opening += 1) {
    await page.goto('/bare.html', { waitUntil: 'commit' })
    await chat.launcher.click()
    await expect(chat.composer).toBeFocused()
    await page.keyboard.press('a')
    // In the right place the letter appears in the next frame; a key of the page appears nowhere.
    const typed = expect(chat.composer).toHaveValue('a')
    lost += await typed.then(
      () => 0,
      () => 1,
    )
    await chat.composer.fill('')
  }
  console.log(`figure: ${OPENINGS} openings, ${lost} keys that went to the page`)
  expect(lost).toBe(0)
})

test('lets the Tab key out of the chat from anywhere, with a ring at each stop (A13, A17, A27)', async ({
  page,
  site,
  chat,
}) => {
  site.add('/tab.html', {
    html: '<!doctype html><html lang="en"><head><title>T</title></head><body><main><h1>T</h1><a href="#x">First</a></main><script async src="{{ALCOVE_ORIGIN}}/alcove.js"></script></body></html>',
  })
  await page.goto('/tab.html')
  await chat.open()
  // Scrollable boxes are tab stops only in the current message.
  for (const text of ['markdown everything', 'markdown everything', 'say Done']) {
    await chat.send(text)
    await chat.settled()
  }
  await expect(chat.composer).toBeFocused()

  const focusInPage = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 40))
  const focusInFrame = () =>
    chat.frame.locator('body').evaluate(() => document.activeElement?.outerHTML.slice(0, 80))
  const focus = async () => `${await focusInPage()} ${await focusInFrame()}`
  const isInChat = () =>
    page.evaluate(() => document.activeElement!.closest('alcove-root') !== null)
  const ringless = new Set<string>()
  const walkOut = async () => {
    let presses = 0
    while ((await isInChat()) && presses <= TAB_LIMIT) {
      const before = await focus()
      await page.keyboard.press('Tab')
      // The focus passes between two processes, so wait before the next key.
      await expect.poll(focus).not.toBe(before)
      presses += 1
      if (await isInChat()) for (const each of await findRingless(chat)) ringless.add(each)
    }
    return presses
  }
  expect(await walkOut()).toBeLessThanOrEqual(14)

  await test.step('a ring is seen in a picture, in light and dark (A13)', async () => {
    const card = chat.frame.locator('.composer-card')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await measureRing(page, chat.button('More'))).toBeGreaterThan(1.7)
      expect(await measureRing(page, chat.button('Attach files'))).toBeGreaterThan(1.7)
      // The edge in a stronger colour is one of the ring's two pixels.
      expect(await measureRing(page, chat.composer, card)).toBeGreaterThan(0.8)
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
  })

  await test.step('from the list, the menu’s dialog and a card', async () => {
    await chat.button('Conversations').press('Enter')
    await expect(chat.frame.getByRole('navigation', { name: 'Conversations' })).toBeVisible()
    await expect(chat.frame.locator('nav :focus')).toBeVisible()
    expect(await walkOut()).toBeLessThanOrEqual(14)
    await chat.button('Back to the conversation').press('Enter')

    await chat.button('More').press('Enter')
    await chat.frame.getByRole('menuitem', { name: 'Settings' }).press('Enter')
    await expect(chat.frame.locator('dialog :focus')).toBeVisible()
    expect(await walkOut()).toBeLessThanOrEqual(14)
    await chat.frame.getByRole('dialog').getByRole('button', { name: 'Close' }).press('Enter')

    await chat.log.getByRole('button', { name: 'Bad answer' }).last().press('Enter')
    await chat.frame.getByRole('textbox', { name: 'More about it' }).press('a')
    expect(await walkOut()).toBeLessThanOrEqual(14)
  })

  await test.step('each stop of these walks had a ring of two pixels', async () => {
    expect([...ringless]).toEqual([])
    await chat.log.focus()
    await page.keyboard.press('ArrowUp')
    await expect(chat.frame.locator('article:focus')).toBeVisible()
    expect(await findRingless(chat)).toEqual([])

    // Positive control: a ring that is too thin.
    await chat.frame.locator('html').evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(':focus-visible { outline-width: 1px !important }')
      document.adoptedStyleSheets.push(sheet)
    })
    expect(await findRingless(chat)).not.toEqual([])
  })

  await test.step('a sheet is left by Escape and by Close', async () => {
    await page.setViewportSize({ width: 390, height: 700 })
    const panel = page.locator('alcove-root #panel')
    await expect(panel).toHaveAttribute('aria-modal', 'true')
    await chat.composer.press('Escape')
    await expect(panel).toBeHidden()
    await expect(chat.launcher).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(panel).toBeVisible()
    await chat.button('Close').press('Enter')
    await expect(panel).toBeHidden()
  })
})

/** Finds focused elements of the frame without a ring of two pixels; the field's ring is drawn around its card. */
const findRingless = ({ frame }: ChatPage) =>
  frame.locator('html').evaluate((root) => {
    const focused = document.activeElement!
    // Between the two processes no element has the focus.
    if (focused === document.body || focused === root) return []
    const isDrawn = (color: string) => !/^rgba\(.*, 0\)$/.test(color)
    const widthOf = (element: Element) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
      return outlineStyle === 'solid' && isDrawn(outlineColor) ? parseFloat(outlineWidth) : 0
    }
    const card = focused.matches('textarea') && focused.closest('.composer-card')
    const edge = card && getComputedStyle(card)
    const cardWidth =
      edge && edge.borderTopColor === edge.outlineColor
        ? widthOf(card) + parseFloat(edge.borderTopWidth)
        : 0
    return Math.max(widthOf(focused), cardWidth) < 2 ? [focused.outerHTML.slice(0, 120)] : []
  })

test(
  'does not send the Enter that ends a composition (2.31, 2.32, U28)',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    await page.goto('/bare.html')
    await chat.open()
    await chat.composer.focus()
    const session = await page.context().newCDPSession(page)
    await session.send('Input.imeSetComposition', {
      text: '日本',
      selectionStart: 2,
      selectionEnd: 2,
    })
    await session.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key: 'Enter',
      windowsVirtualKeyCode: 229,
    })
    await session.send('Input.insertText', { text: '日本' })
    await expect(chat.composer).toHaveValue('日本')
    await expect(chat.log.getByRole('article')).toHaveCount(0)

    // Positive control: the next Enter counts.
    await page.keyboard.press('Enter')

    await expect(chat.log.getByRole('article').first()).toContainText('日本')
  },
)

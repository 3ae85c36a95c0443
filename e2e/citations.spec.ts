import type { Page } from '@playwright/test'
import type { ChatPage } from './chat-page.ts'
import { expect, test } from './fixtures.ts'
import { createHostToken } from './host-token.ts'
import { HOST_SECRET } from './fixtures.ts'
import type { HostSite } from './host-site.ts'
import { action } from './messages.ts'
import { scanAccessibility, scanInLightAndDark } from './scan-accessibility.ts'
import { seedThread } from './seed-thread.ts'

interface CitedFields {
  readonly number: number
  readonly title: string
  readonly url?: string
  readonly headings?: readonly string[]
  readonly text?: string
  readonly page?: number
  readonly date?: string
  readonly language?: string
  readonly kept?: { readonly documentId: string; readonly pieceId: string }
}

/** A cited passage as the server stores it. */
const cite = ({ title, url, ...passage }: CitedFields) => ({
  type: 'source',
  sourceType: url === undefined ? 'document' : 'url',
  id: `passage-${passage.number}`,
  title,
  ...(url === undefined ? { mediaType: 'text/plain' } : { url }),
  providerMetadata: { alcove: { passage: { headings: [], text: 'Text', ...passage } } },
})

interface World {
  readonly page: Page
  readonly site: HostSite
  readonly alcove: { readonly port: number }
  readonly chat: ChatPage
}

/** Opens a conversation of a signed-in user on a page of the site. */
async function openAnswer(
  { page, site, alcove, chat }: World,
  name: string,
  answer: string,
  sources: readonly object[],
  { attributes = '', body = '', at = '', head = '', custom = {} } = {},
): Promise<void> {
  const token = createHostToken(name, HOST_SECRET)
  site.add(`/${name}.html`, {
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>Help</title>${head}<main><h1>Help</h1>${body}</main>
      <script>!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")</script>
      <script async src="{{ALCOVE_ORIGIN}}/alcove.js" data-auth="token" ${attributes}></script>
      <script>Alcove('identify',{getToken:function(){return '${token}'}})</script></html>`,
  })
  const texts = ['A question', [{ type: 'text', text: answer }, ...sources]]
  await seedThread(`http://localhost:${alcove.port}`, token, texts, custom)
  await page.goto(`http://localhost:${site.port}/${name}.html${at}`)
  await chat.open()
  await expect(chat.answer).toBeVisible()
}

/** Waits until a script of the frame has run, and what it changed is drawn. */
async function untilDrawn(url: string): Promise<void> {
  await import(url)
  for (let count = 0; count < 2; count += 1) await new Promise(requestAnimationFrame)
}

const RETURNS = 'https://shop.example/returns'
const SOURCES = [
  cite({
    number: 3,
    title: 'Returns',
    url: `${RETURNS}#used:~:text=30%20days`,
    headings: ['Returns', 'Used goods'],
    text: 'Within 30 days, dry and clean.',
    date: '2026-03-01',
  }),
  cite({ number: 7, title: 'Returns', url: `${RETURNS}#money:~:text=five`, text: 'Five days.' }),
  cite({ number: 12, title: 'Manual', url: 'https://shop.example/manual.pdf#page=14', page: 14 }),
]
const ANSWER = 'Within 30 days[3]. The money comes later[3][7].\n\nPoles have a warranty[12][99].'

const card = ({ chat }: World, name: string) => chat.answer.getByRole('group', { name })
const places = (page: Page) => page.evaluate(() => ({ hash: location.hash, y: scrollY }))

test('citations are numbered in the order of the text, and each shows its passage (U59)', async ({
  page,
  site,
  alcove,
  chat,
}, { testId }) => {
  const world = { page, site, alcove, chat }
  await openAnswer(world, `cited-${testId}`, ANSWER, SOURCES)
  const chips = chat.answer.getByRole('button', { name: /^\d, source/ })
  await expect(chips).toHaveText(['1', '1', '2', '3'])
  await expect(chat.answer.getByRole('paragraph').first()).toHaveText(
    'Within 30 days1. The money comes later12.',
  )

  await test.step('a row for each document, with its numbers', async () => {
    const rows = chat.answer.getByRole('list', { name: 'Sources' }).getByRole('link')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toHaveAccessibleName('1 2 Returns shop.example (opens in a new tab)')
    await expect(rows.last()).toHaveAccessibleName(
      '3 Manual, page 14 shop.example (opens in a new tab)',
    )
    await expect(rows.first()).toHaveAttribute('href', `${RETURNS}#used:~:text=30%20days`)
  })

  await test.step('the card, on hover', async () => {
    await chips.first().hover()
    const first = card(world, '1, source: Returns')
    await expect(first.getByRole('blockquote')).toHaveText('Within 30 days, dry and clean.')
    await expect(first).toContainText('Used goods')
    await expect(first).toContainText('Mar 1, 2026')
    await expect(first.getByRole('link', { name: /^Open page/ })).toHaveAttribute(
      'href',
      `${RETURNS}#used:~:text=30%20days`,
    )
    await page.keyboard.press('Escape')
    await expect(first).toHaveCount(0)
    await expect(chat.composer).toBeVisible()
    await page.mouse.move(10, 10)
  })

  await test.step('by keyboard: Tab into the card, Escape back to the number', async () => {
    await chips.last().focus()
    await page.keyboard.press('Enter')
    const last = card(world, '3, source: Manual, page 14')
    await expect(last).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(last.getByRole('link', { name: /^Open page 14/ })).toBeFocused()
    expect(await scanInLightAndDark(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(last).toHaveCount(0)
    await expect(chips.last()).toBeFocused()
  })
})

test('copied text keeps its numbers, and lists the documents', async ({
  page,
  site,
  alcove,
  chat,
}, { testId }) => {
  const world = { page, site, alcove, chat }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAnswer(world, `copied-${testId}`, ANSWER, SOURCES)
  await action(chat.answer, 'Copy').click()
  await expect(chat.answer.locator('[data-state=copied]')).toBeVisible()

  const read = () =>
    page.evaluate(async () => {
      const [item] = await navigator.clipboard.read()
      const text = async (type: string) => (await item!.getType(type)).text()
      return { plain: await text('text/plain'), html: await text('text/html') }
    })
  const { plain, html } = await read()
  expect(plain).toBe(
    `Within 30 days[1]. The money comes later[1][2].\n\nPoles have a warranty[3].\n\n[1] Returns: ${RETURNS}#used:~:text=30%20days\n[2] Returns: ${RETURNS}#money:~:text=five\n[3] Manual, page 14: https://shop.example/manual.pdf#page=14`,
  )
  expect(html).toContain('Within 30 days[1]. The money comes later[1][2].')
  expect(html).toContain(`<a href="${RETURNS}#used:~:text=30%20days">Returns</a>`)
})

const LONG_PAGE = `<p style="block-size:200vh">Top</p><h2 id="used">Used goods</h2><p>Tents come back within 30 days.</p><p style="block-size:200vh">End</p>`

test('a citation opens another site at the passage', async ({ page, site, alcove, chat }, {
  testId,
}) => {
  const world = { page, site, alcove, chat }
  const origin = `http://127.0.0.1:${site.port}`
  site.add('/long.html', { html: `<!doctype html><title>Long</title>${LONG_PAGE}` })
  // Without the id, so that only the text can have scrolled it.
  await openAnswer(world, `opened-${testId}`, 'Within 30 days[1].', [
    cite({ number: 1, title: 'Long', url: `${origin}/long.html#:~:text=Tents%20come,30%20days` }),
  ])
  await action(chat.answer, '1, source: Long').click()
  const opened = page.context().waitForEvent('page')
  await chat.answer.getByRole('link', { name: /^Open page/ }).click()
  const tab = await opened
  await expect(tab.getByText('Tents come back')).toBeInViewport()
  expect((await places(tab)).y).toBeGreaterThan(0)
})

test('with links in the page, a passage of the page is shown and its own fragment stays', async ({
  page,
  site,
  alcove,
  chat,
}, { testId }) => {
  const world = { page, site, alcove, chat }
  const name = `in-page-${testId}`
  const url = `http://localhost:${site.port}/${name}.html#used:~:text=Tents%20come,30%20days`
  const head = `<script>heard=[];addEventListener('hashchange',()=>heard.push(location.hash))</script>`
  await openAnswer(world, name, 'Within 30 days[1].', [cite({ number: 1, title: 'Help', url })], {
    attributes: 'data-links="page"',
    body: LONG_PAGE,
    head,
    at: '#/help/returns',
  })
  const entries = await page.evaluate(() => history.length)
  expect((await places(page)).y).toBe(0)

  for (let press = 0; press < 2; press += 1) {
    await page.evaluate(() => scrollTo(0, 0))
    await chat.answer.getByRole('link', { name: /^1 Help/ }).click()
    await expect(page.getByText('Tents come back')).toBeInViewport()
    expect((await places(page)).hash).toBe('#/help/returns')
  }
  expect(await page.evaluate(() => history.length)).toBe(entries)
  // Its router hears of nothing but its own fragment.
  expect(
    await page.evaluate(() => [...new Set((globalThis as { heard?: string[] }).heard)]),
  ).toEqual(['#/help/returns'])
})

test('with links in the page, another cited page opens without a question', async ({
  page,
  site,
  alcove,
  chat,
}, { testId }) => {
  const world = { page, site, alcove, chat }
  const url = `http://localhost:${site.port}/long.html#used:~:text=Tents%20come,30%20days`
  site.add('/long.html', { html: `<!doctype html><title>Long</title>${LONG_PAGE}` })
  await openAnswer(
    world,
    `same-${testId}`,
    'Within 30 days[1].',
    [cite({ number: 1, title: 'Help', url })],
    {
      attributes: 'data-links="page"',
    },
  )
  await chat.answer.getByRole('link', { name: /^1 Help/ }).click()
  await expect(page).toHaveTitle('Long')
  await expect(page.getByText('Tents come back')).toBeInViewport()
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('a citation that is pressed before the code for markdown has loaded keeps its sheet', async ({
    page,
    site,
    alcove,
    chat,
  }, { testId }) => {
    const world = { page, site, alcove, chat }
    const code = Promise.withResolvers<void>()
    await page.route('**/markdown-*.js', async (route) => {
      await code.promise
      await route.continue()
    })
    await openAnswer(world, `early-${testId}`, '**Within** 30 days[1].', [
      cite({ number: 1, title: 'Help', url: RETURNS }),
    ])
    const chip = action(chat.answer, '1, source: Help')
    const sheet = chat.frame.getByRole('dialog', { name: 'Help' })
    await expect(chat.answer).toContainText('**Within**')
    await chip.tap()
    await expect(sheet).toBeVisible()
    const arrived = page.waitForResponse('**/markdown-*.js')
    code.resolve()
    await page.frames()[1]!.evaluate(untilDrawn, (await arrived).url())
    await expect(sheet).toBeVisible()

    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(chip).toBeFocused()
    await chat.composer.focus()
    await expect(chat.answer.getByText('Within', { exact: true })).toBeVisible()
    await expect(chat.answer).not.toContainText('**')
  })

  test('a citation opens a sheet, and the chat makes way for a passage of the page', async ({
    page,
    site,
    alcove,
    chat,
  }, { testId }) => {
    const world = { page, site, alcove, chat }
    const name = `phone-${testId}`
    const url = `http://localhost:${site.port}/${name}.html#used:~:text=Tents%20come,30%20days`
    await openAnswer(world, name, 'Within 30 days[1].', [cite({ number: 1, title: 'Help', url })], {
      attributes: 'data-links="page"',
      body: LONG_PAGE,
    })
    const chip = action(chat.answer, '1, source: Help')
    const sheet = chat.frame.getByRole('dialog', { name: 'Help' })
    await chip.tap()
    await expect(sheet.getByRole('blockquote')).toBeVisible()
    expect(await scanInLightAndDark(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(chip).toBeFocused()

    await chip.tap()
    await sheet.getByRole('link', { name: /^Open page/ }).tap()
    await expect(chat.launcher).toBeVisible()
    await expect(page.getByText('Tents come back')).toBeInViewport()
  })
})

test('a document without an address opens as the text that the server keeps', async ({
  page,
  site,
  alcove,
  chat,
}, { testId }) => {
  const asked: unknown[] = []
  site.add('/kept.html', { html: '<!doctype html><title>Kept</title><p>Kept text</p>' })
  await page.route('**/v1/knowledge/documents/*/address', (route) => {
    asked.push([new URL(route.request().url()).pathname, route.request().postDataJSON()])
    const url = `http://localhost:${site.port}/kept.html#passage`
    return route.fulfill({ json: { url, expiresAt: '2026-12-01T00:00:00Z' } })
  })
  const kept = { documentId: 'document_1', pieceId: '7' }
  const world = { page, site, alcove, chat }
  await openAnswer(world, `kept-${testId}`, 'So it is[1].', [
    cite({ number: 1, title: 'terms.docx', kept }),
  ])

  const opened = page.context().waitForEvent('page')
  await chat.answer.getByRole('button', { name: /^1 terms.docx/ }).click()
  await expect((await opened).getByText('Kept text')).toBeVisible()
  expect(asked).toEqual([['/v1/knowledge/documents/document_1/address', { piece_id: '7' }]])

  await page.route('**/v1/knowledge/documents/*/address', (route) =>
    route.fulfill({ status: 404, json: { error: 'not_found', message: 'Not Found' } }),
  )
  await chat.answer.getByRole('button', { name: /^1 terms.docx/ }).click()
  await expect(chat.answer).toContainText('The document could not be opened.')
})

test.describe('in a right-to-left chat at 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('a passage has its own direction, and nothing is cut off', async ({
    page,
    site,
    alcove,
    chat,
  }, { testId }) => {
    const world = { page, site, alcove, chat }
    const answer = 'يمكنك إرجاعها خلال 30 يومًا[1]، والشحن مجاني[2].'
    await openAnswer(world, `arabic-${testId}`, answer, [
      cite({
        number: 1,
        title: 'Returns',
        url: RETURNS,
        text: 'Within 30 days.',
        language: 'en',
      }),
      cite({
        number: 2,
        title: 'الشحن',
        url: `${RETURNS}/2`,
        text: 'الشحن مجاني.',
        language: 'ar',
      }),
    ])
    // As pages change their language, so that the chat can be opened by its English names.
    await page.evaluate(() => Object.assign(document.documentElement, { lang: 'ar', dir: 'rtl' }))
    const frame = chat.frame.locator('html')
    await expect(frame).toHaveAttribute('dir', 'rtl')
    const quote = chat.frame.getByRole('blockquote')
    for (const [name, dir, lang] of [
      [/Returns$/, 'ltr', 'en'],
      [/الشحن$/, 'rtl', 'ar'],
    ] as const) {
      await chat.frame.getByRole('button', { name }).click()
      await expect(quote).toHaveAttribute('dir', dir)
      await expect(quote).toHaveAttribute('lang', lang)
      expect(await frame.evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0)
      expect(await scanAccessibility(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(quote).toHaveCount(0)
    }
  })
})

test('where nothing was found, the owner’s way to a person is offered', async ({
  page,
  site,
  alcove,
  chat,
}, { testId }) => {
  const world = { page, site, alcove, chat }
  await openAnswer(world, `nothing-${testId}`, 'I found nothing.', [], {
    attributes: 'data-person="event"',
    head: `<script>heard=[];document.addEventListener('alcove:action',(event)=>heard.push(event.detail.type))</script>`,
    custom: { unanswered: true },
  })
  await action(chat.answer, 'Talk to a person').click()
  await expect.poll(() => page.evaluate('heard')).toEqual(['person'])
})

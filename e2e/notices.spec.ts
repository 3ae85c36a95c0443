import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { scanAccessibility } from './scan-accessibility.ts'
import { addTagPage } from './tag-page.ts'

const noticeOf = (page: Page) => page.locator('alcove-root #notice')
const notify = (page: Page, notice: unknown) =>
  page.evaluate(
    (given) =>
      (window.Alcove as unknown as (...call: unknown[]) => Promise<unknown>)('notify', given).catch(
        (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
      ),
    notice,
  )

test('a page shows a notice beside the launcher until the visitor closes it (D30)', async ({
  page,
  site,
  chat,
}) => {
  addTagPage(site, '/notice.html', '')
  await page.goto('/notice.html')
  await expect(chat.launcher).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const notice = { text: 'Free shipping <b>today</b>', id: 'shipping', actions: ['How much?'] }

  await test.step('as plain text, without the frame', async () => {
    expect(await notify(page, notice)).toBe(true)
    await expect(page.getByRole('button', { name: 'Free shipping <b>today</b>' })).toBeVisible()
    await expect.poll(() => asked).toContain('/alcove-extras.js')
    expect(asked).not.toContain('/frame')
    expect(await scanAccessibility(page, false)).toEqual([])
    const bubble = (await noticeOf(page).boundingBox())!
    const launcher = (await chat.launcher.boundingBox())!
    expect(bubble.y + bubble.height).toBeLessThan(launcher.y)
  })

  await test.step('a notice that was not closed is shown again on the next page', async () => {
    await page.reload()
    await expect(chat.launcher).toBeVisible()
    expect(await notify(page, notice)).toBe(true)
    await expect(noticeOf(page)).toContainText('Free shipping')
  })

  await test.step('an answer opens the chat, with the words in the composer and nothing sent', async () => {
    await page.getByRole('button', { name: 'How much?' }).click()
    await expect(chat.composer).toHaveValue('How much?')
    await expect(noticeOf(page)).toBeEmpty()
    await chat.button('Close').click()
    expect(await notify(page, notice)).toBe(false)
    await page.reload()
    await expect(chat.launcher).toBeVisible()
    expect(await notify(page, notice)).toBe(false)
    await expect(noticeOf(page)).toBeEmpty()
  })

  await test.step('Escape closes it, and the open chat takes it away', async () => {
    expect(await notify(page, 'Something else')).toBe(true)
    await page.getByRole('button', { name: 'Close' }).press('Escape')
    await expect(noticeOf(page)).toBeEmpty()
    expect(await notify(page, 'Something else')).toBe(false)
    expect(await notify(page, 'A third')).toBe(true)
    await chat.open()
    await expect(noticeOf(page)).toBeEmpty()
  })

  await test.step('an invalid notice rejects with a text', async () => {
    expect(await notify(page, '')).toBe(
      'invalid_request: notify: expected text: 1 to 300 characters',
    )
    expect(await notify(page, 'x'.repeat(301))).toContain('1 to 300 characters')
    expect(await notify(page, 7)).toBe(
      'invalid_request: notify: expected a text, or an object with one',
    )
    expect(await notify(page, { text: 'a', actions: ['1', '2', '3', '4'] })).toContain('at most 3')
  })
})

const GREETS = 'data-proactive="Need a hand?" data-proactive-delay="0"'

for (const [name, attributes] of [
  ['over its own banner', GREETS],
  ['over a banner where launchers are its own', `${GREETS} data-launcher="h1"`],
] as const)
  test(
    `a page that greets does so after a while, and not ${name}`,
    { tag: '@nightly' },
    async ({ page, site }) => {
      const banner =
        '<div id="banner" style="position:fixed;inset:auto 0 0;height:160px;background:#eee"><button onclick="this.parentElement.remove()">Accept</button></div>'
      addTagPage(site, '/greets.html', attributes, banner)
      await page.goto('/greets.html')
      await expect(noticeOf(page)).toBeAttached()
      // Called again; the call resolves after the corner was checked.
      expect(await notify(page, 'Need a hand?')).toBe(true)
      await expect(noticeOf(page)).toBeEmpty()
      await page.getByRole('button', { name: 'Accept' }).click()
      await expect(page.getByRole('button', { name: 'Need a hand?' })).toBeVisible()
    },
  )

test(
  'launcher, panel and bubble keep away from what the page names (A29, U103)',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    const bar = (id: string, style: string) =>
      `<div id="${id}" style="position:fixed;${style}">Bar</div>`
    addTagPage(
      site,
      '/avoid.html',
      'data-avoid=".bar, #cookies"',
      bar('cookies', 'inset:auto 0 0;height:90px') +
        bar('far', 'left:0;bottom:0;width:50px;height:300px'),
    )
    await page.goto('/avoid.html')
    const { height } = page.viewportSize()!
    const bottomOf = async () => {
      const box = (await chat.launcher.boundingBox())!
      return height - box.y - box.height
    }
    await expect(chat.launcher).toBeVisible()
    await expect.poll(bottomOf).toBe(102)
    await chat.launcher.click()
    await expect(chat.composer).toBeVisible()
    await expect
      .poll(async () => (await page.locator('alcove-root #panel').boundingBox())!.y)
      .toBeGreaterThanOrEqual(0)
    await chat.button('Close').click()

    await page.evaluate(() => document.querySelector('#cookies')!.remove())
    await expect.poll(bottomOf).toBe(20)
    await page.evaluate(() => {
      const late = document.createElement('div')
      late.className = 'bar'
      late.style.cssText = 'position:fixed;inset:auto 0 0;height:40px'
      document.body.append(late)
    })
    await expect.poll(bottomOf).toBe(52)
  },
)

test('elements of the page ask and open without a script, by a hand only', async ({
  page,
  site,
  chat,
}) => {
  addTagPage(
    site,
    '/triggers.html',
    'data-triggers="true"',
    `<button data-alcove-open>Help</button> <button data-alcove-ask="say Refunds?">Refunds</button>
     <a href="#alcove:ask=say%20Sizes%3F">Sizes</a> <button data-alcove-ask="${'x'.repeat(2_001)}">Long</button>
     <button data-alcove-open data-alcove-send="say Sent">Send it</button>`,
  )
  await page.goto('/triggers.html')
  const panel = page.locator('alcove-root #panel')
  await expect(chat.launcher).toBeVisible()
  await expect(noticeOf(page)).toBeAttached()

  await page.evaluate(() => document.querySelector<HTMLElement>('[data-alcove-open]')!.click())
  await expect(panel).toBeHidden()
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(chat.composer).toBeFocused()

  await page.getByRole('button', { name: 'Refunds' }).click()
  await expect(chat.composer).toHaveValue('say Refunds?')
  await page.getByRole('link', { name: 'Sizes' }).click()
  await expect(chat.composer).toHaveValue('say Sizes?')
  expect(new URL(page.url()).hash).toBe('')
  await page.getByRole('button', { name: 'Long' }).click()
  await expect(chat.composer).toHaveValue('x'.repeat(2_000))

  await chat.composer.fill('My own words')
  await page.getByRole('button', { name: 'Refunds' }).click()
  await expect(chat.composer).toHaveValue('My own words')
  await page.getByRole('button', { name: 'Send it' }).click()
  await expect(chat.log.getByRole('article')).toHaveCount(0)

  // Positive control: with the option set on the loaded page, triggers send.
  await page.evaluate("Alcove('update', { triggers: 'send' })")
  await page.evaluate(() => document.querySelector<HTMLElement>('[data-alcove-send]')!.click())
  await page.getByRole('button', { name: 'Send it' }).click()
  await expect(chat.answer).toContainText('Sent')
  await expect(chat.log.getByRole('article')).toHaveCount(2)
  await expect(chat.composer).toHaveValue('My own words')
})

test(
  'without the tag’s word for it they are the page’s own',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    addTagPage(site, '/untold.html', '', '<button data-alcove-open>Help</button>')
    await page.goto('/untold.html')
    await expect(chat.launcher).toBeVisible()
    await page.getByRole('button', { name: 'Help' }).click()
    await expect(page.locator('alcove-root #panel')).toBeHidden()
  },
)

test(
  'how many are unread stands on the launcher, in the title and where the page wants it (U114)',
  { tag: '@nightly' },
  async ({ page, site, chat, model }) => {
    addTagPage(
      site,
      '/count.html',
      'data-triggers="true" data-title-badge="true"',
      '<span data-alcove-unread>?</span>',
    )
    await page.goto('/count.html')
    await expect(page.locator('[data-alcove-unread]')).toHaveText('')
    await chat.open()
    await chat.send('say One; hold count-1; say two')
    await expect(chat.log).toContainText('One')
    await chat.button('Close').click()
    model.release('count-1')

    await expect(page).toHaveTitle('(1) Shop')
    await expect(page.locator('[data-alcove-unread]')).toHaveText('1')
    const launcher = page.getByRole('button', { name: 'Open chat, new answer', exact: true })
    const content = () => launcher.evaluate((each) => getComputedStyle(each, '::after').content)
    expect(await content()).toBe('"1"')
    await page.evaluate(() => (document.title = 'Cart'))
    await launcher.click()
    await expect(chat.log).toContainText('two')
    await expect(page).toHaveTitle('Cart')
    await expect(page.locator('[data-alcove-unread]')).toHaveText('')
  },
)

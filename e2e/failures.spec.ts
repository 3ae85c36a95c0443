import type { Page } from '@playwright/test'
import { figureLimit } from '../scripts/test-limits.ts'
import { expect, test } from './fixtures.ts'
import type { HostSite } from './host-site.ts'

// Reports to the page, its visitors and its owner when a part of the chat fails to load.

/** Limit for reporting a script that does not load. */
const SIGNAL_MS = figureLimit(2_000)

function addPage(site: HostSite, attributes = '') {
  site.add('/failing.html', {
    html: `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><h1>Shop</h1>
      <script>window.told = []</script>
      <script src="{{ALCOVE_ORIGIN}}/alcove.js" ${attributes}></script>
      <script>Alcove('on', 'error', ({ code, hint = '' }) => told.push(code + ' ' + hint))</script></html>`,
  })
}

function listen(page: Page) {
  const lines: string[] = []
  page.on('console', (line) => lines.push(`${line.type()} ${line.text()}`))
  return lines
}

const told = (page: Page) => page.evaluate<string[]>('told')

const SCRIPTS = [
  ['the second file', '**/alcove-panel.js', 'alcove-panel.js: script_failed'],
  ['a script of the frame', '**/frame/assets/index-*.js', 'Is it blocked?'],
] as const

for (const [name, pattern, cause] of SCRIPTS) {
  test(
    `${name} that does not load is told within two seconds, and comes with the next try`,
    { tag: name === 'the second file' ? '@nightly' : [] },
    async ({ page, site, alcove, chat }) => {
      addPage(site)
      const lines = listen(page)
      await page.route(pattern, (route) => route.abort())
      await page.goto('/failing.html')
      await chat.launcher.click()

      const card = page.getByRole('alert')
      await expect(card).toContainText('The chat did not load.', { timeout: SIGNAL_MS })
      await expect(card).toContainText(cause)
      await expect(card).toContainText('script_failed')
      await expect
        .poll(async () => (await told(page)).map((text) => text.split(' ')[0]))
        .toEqual(['script_failed'])
      const link = `http://localhost:${alcove.port}/help#script_failed`
      await expect
        .poll(() => lines.filter((text) => text.startsWith('error [Alcove] script_failed')))
        .toEqual([expect.stringContaining(link)])

      await page.unroute(pattern)
      await card.getByRole('button', { name: 'Try again' }).click()
      await chat.send('say Here after all')
      await expect(chat.answer).toContainText('Here after all')
      await expect(card).toHaveCount(0)

      await page.goto(link)
      await expect(page.getByRole('heading', { name: 'script_failed' })).toBeInViewport()
    },
  )
}

test(
  'a visitor sees no cause unless the page’s tag enables it',
  { tag: '@nightly' },
  async ({ page, site, alcove }) => {
    const card = page.getByRole('alert')
    await page.route('**/frame/assets/index-*.js', (route) => route.abort())
    const open = async (attributes: string) => {
      addPage(site, attributes)
      await page.goto(`http://shop.test:${site.port}/failing.html`)
      await page.getByRole('button', { name: 'Open chat' }).click()
      await expect(card).toContainText('The chat did not load.')
      return card.textContent()
    }
    await page.route(`http://localhost:${alcove.port}/frame`, async (route) => {
      const response = await route.fetch()
      const policy = response.headers()['content-security-policy']!
      const headers = {
        ...response.headers(),
        'content-security-policy': policy.replace(/frame-ancestors [^;]*/, 'frame-ancestors *'),
      }
      await route.fulfill({ response, headers })
    })

    expect(await open('')).not.toContain('script_failed')
    expect(await open('data-debug')).toContain('script_failed')
  },
)

test(
  'without the third file the chat works, and the missing part is reported to the page',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    addPage(site, 'data-mode="sidebar"')
    await page.route('**/alcove-extras.js', (route) => route.abort())
    await page.goto('/failing.html')
    await chat.open()

    await chat.send('say Beside the launcher')
    await expect(chat.answer).toContainText('Beside the launcher')
    await expect.poll(() => told(page)).toContain('script_failed ')

    // Positive control: with the file there is no report.
    await page.unroute('**/alcove-extras.js')
    await page.reload()
    await chat.open()
    expect(await told(page)).toEqual([])
  },
)

test(
  'calls that wait for a script that never comes are rejected by its tag',
  { tag: '@nightly' },
  async ({ page, site }) => {
    site.add('/queued.html', {
      html: `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><h1>Shop</h1>
      <script>!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")</script>
      <script>Alcove('open').catch((error) => { document.title = error.message })</script>
      <script async src="{{ALCOVE_ORIGIN}}/alcove.js" onerror="(Alcove.q || []).map(function (call) { call[2](new Error('script_failed')) })"></script></html>`,
    })
    await page.route('**/alcove.js', (route) => route.abort())

    await page.goto('/queued.html')

    await expect(page).toHaveTitle('script_failed')
  },
)

test('a silent frame is warned of after five seconds, and a late one takes the place of its card', async ({
  page,
  site,
  alcove,
  chat,
}) => {
  addPage(site)
  const lines = listen(page)
  let answer = () => {}
  const late = new Promise<void>((resolve) => (answer = resolve))
  await page.route(`http://localhost:${alcove.port}/frame`, async (route) => {
    await late
    await route.continue()
  })
  await page.clock.install()
  await page.goto('/failing.html')
  await chat.launcher.click()
  await expect.poll(() => page.evaluate(`Alcove.state.status`)).toBe('loading')
  const warned = () => lines.filter((text) => text.startsWith('warning [Alcove] frame_timeout?'))

  // This clock also advances by itself.
  await page.clock.runFor(3_000)
  expect(warned()).toEqual([])
  await page.clock.runFor(2_100)
  await expect.poll(() => warned().length).toBe(1)
  await page.clock.runFor(25_000)
  await expect(page.getByRole('alert')).toContainText('frame_timeout')
  await expect.poll(warned).toHaveLength(1)

  answer()
  await expect(chat.composer).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test(
  'a browser that keeps nothing is told to the page, with what the visitor can do',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    addPage(site)
    await page.addInitScript(() => {
      if (window.parent === window) return
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('No.', 'SecurityError')
        },
      })
    })
    await page.goto('/failing.html')
    await chat.open()

    await expect(chat.frame.getByText('This browser keeps no history of this chat.')).toBeVisible()
    await expect
      .poll(async () => (await told(page)).join())
      .toContain('storage_unavailable A private')
    expect(await told(page)).toHaveLength(1)
    await chat.send('say Still here')
    await expect(chat.answer).toContainText('Still here')
  },
)

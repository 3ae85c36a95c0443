import { callChat } from './call-chat.ts'
import { expect, HOST_SECRET, test } from './fixtures.ts'
import { createHostToken } from './host-token.ts'
import { scanAccessibility } from './scan-accessibility.ts'
import { addTagPage } from './tag-page.ts'

// Tools that the chat offers to developers of a page.

/** The fields of a report that these tests read. */
interface Diagnosis {
  readonly versions: { readonly loader: string; readonly frame: string | null }
  readonly findings: readonly { readonly isGood: boolean; readonly text: string }[]
  readonly errors: readonly { readonly code: string }[]
  readonly messages: readonly object[]
  readonly metrics: {
    readonly files: readonly { readonly path: string; readonly bytes: number | null }[]
    readonly times: Readonly<Record<'script' | 'open' | 'ready', number | null>>
  }
}

/** A narrower frame cuts its content off. */
const FRAME_WIDTH_MIN = 280

test(
  'a page with debugging shows the chat’s activity, and a report contains nothing private (D05, D14)',
  { tag: '@nightly' },
  async ({ page, site, chat, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    addTagPage(site, '/debug.html', 'data-debug')
    await page.goto('/debug.html?token=hidden#place')
    const box = page.locator('alcove-root #debug')

    await test.step('before anybody wants the chat', async () => {
      await expect(box.getByText('Alcove: idle, no problem')).toBeVisible()
      await expect(chat.launcher).toBeVisible()
      for (const dir of ['rtl', 'ltr']) {
        await page.evaluate((to) => (document.documentElement.dir = to), dir)
        const [launcher, overlay] = [await chat.launcher.boundingBox(), await box.boundingBox()]
        const isApart =
          launcher!.x >= overlay!.x + overlay!.width || overlay!.x >= launcher!.x + launcher!.width
        expect(isApart, dir).toBe(true)
      }
    })

    await test.step('while it is used', async () => {
      await chat.open()
      await expect(box).toContainText('Alcove: ready, open, no problem')
      await box.getByText('Alcove: ready').press('Enter')
      await chat.send('say My secret answer')
      await expect(chat.answer).toContainText('My secret answer')
      await expect(box).toContainText('✓ The launcher is where it can be pressed.')
      await expect(box).toContainText('to page: event event')
      await expect(box).toContainText('focus: the frame')
      await expect(box).toContainText(/frame 400 × \d+ at \d+, \d+/)
      expect(await scanAccessibility(page)).toEqual([])
    })

    await test.step('its report has names and sizes, and no words', async () => {
      await box.getByRole('button', { name: 'Copy report' }).click()
      await expect(box.getByRole('button', { name: 'Copied' })).toBeVisible()
      const text = await page.evaluate(() => navigator.clipboard.readText())
      const report = JSON.parse(text) as Diagnosis
      expect(report).toMatchObject({
        page: `http://localhost:${site.port}/debug.html`,
        app: 'default',
        state: { status: 'ready', open: true },
        errors: [],
      })
      expect(report.versions.frame).toBe(report.versions.loader)
      expect(report.messages).toContainEqual(
        expect.objectContaining({ to: 'frame', kind: 'call', name: 'setOpen' }),
      )
      expect(report.messages).toContainEqual(
        expect.objectContaining({ to: 'page', kind: 'answer', name: 'setOpen' }),
      )
      for (const secret of ['secret answer', 'hidden', '#place']) expect(text).not.toContain(secret)
    })

    await test.step('it goes with the chat', async () => {
      await page.evaluate(() => void window.Alcove!('destroy'))
      await expect(box).toHaveCount(0)
    })
  },
)

test('a page is examined when it calls', async ({ page, site, alcove, chat }) => {
  addTagPage(site, '/examined.html', '', '<div id="bar">Cookies</div>')
  await page.goto('/examined.html')
  const examine = async () => (await callChat(page, 'doctor')) as Diagnosis
  const problems = async () =>
    (await examine()).findings.filter(({ isGood }) => !isGood).map(({ text }) => text)
  const addStyle = (css: string) =>
    page.evaluate((text) => {
      const style = document.createElement('style')
      style.id = 'fault'
      style.textContent = text
      document.getElementById('fault')?.remove()
      document.head.append(style)
    }, css)

  await chat.open()
  await callChat(page, 'close')
  await expect.poll(problems).toEqual([])

  await test.step('what covers the launcher is named', async () => {
    await addStyle('#bar { position: fixed; inset: 0; z-index: 2147483647 }')
    await expect.poll(problems).toEqual(['The launcher is covered by <div id="bar">.'])
    await addStyle('')
    await expect.poll(problems).toEqual([])
  })

  await test.step('a second tag, and a policy that keeps the frame out', async () => {
    await page.evaluate((src) => {
      const script = document.createElement('script')
      script.type = 'text/plain'
      script.src = src
      const policy = document.createElement('meta')
      policy.httpEquiv = 'Content-Security-Policy'
      policy.content = 'frame-src https://other.test'
      document.head.append(script, policy)
    }, `http://localhost:${alcove.port}/alcove.js`)
    await expect
      .poll(problems)
      .toEqual([
        'The page has 2 tags of the chat; the first one counts.',
        `The frame-src of this page's Content-Security-Policy does not list http://localhost:${alcove.port}.`,
      ])
  })

  await test.step('hidden by the page', async () => {
    await callChat(page, 'hide')
    await expect.poll(problems).toContain('The chat is hidden: by hide(), or showOn and hideOn.')
  })

  await test.step('what it cost is measured', async () => {
    const measure = async () => (await callChat(page, 'metrics')) as Diagnosis['metrics']
    // Browsers report a frame's document when all of it has loaded.
    await expect
      .poll(async () => (await measure()).files.map(({ path }) => path))
      .toContain('/frame')
    const { files, times } = await measure()
    const panel = files.find(({ path }) => path === '/alcove-panel.js')
    expect(panel?.bytes).toBeGreaterThan(0)
    expect(times.script).toBeGreaterThan(0)
    expect(times.open).toBeGreaterThan(0)
    expect(times.ready).toBeGreaterThan(0)
  })
})

test('a token of another clock is told, and a listener to no event', async ({
  page,
  site,
  chat,
}) => {
  addTagPage(site, '/clock.html', 'data-auth="token" data-debug')
  const told: string[] = []
  page.on('console', (line) => told.push(line.text()))
  await page.goto('/clock.html')
  await page.evaluate(
    (token) => {
      void window.Alcove!('on', 'mesage:sent' as 'message:sent', () => {})
      void window.Alcove!('on', 'message:sent', () => {})
      return window.Alcove!('identify', { getToken: () => token })
    },
    createHostToken('ada', HOST_SECRET, 3_600, 300),
  )
  await chat.launcher.click()

  await expect.poll(() => told.join('\n')).toContain('did you mean message:sent?')
  expect(told.filter((line) => line.includes('there is no event'))).toHaveLength(1)
  await expect.poll(() => told.join('\n')).toContain('clock_skew')
  const { findings, errors } = (await callChat(page, 'doctor')) as Diagnosis
  const texts = findings.map(({ text }) => text)
  expect(texts).toContainEqual(
    expect.stringMatching(/^The token begins (29\d|300) seconds after it came/),
  )
  expect(errors.map(({ code }) => code)).toContain('clock_skew')
  expect(JSON.stringify(await callChat(page, 'doctor'))).not.toContain('eyJ')
})

test(
  'the card of a failure has a button that copies its report, where its owner is (D12)',
  { tag: '@nightly' },
  async ({ page, site, chat, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    addTagPage(site, '/failing-report.html', '')
    await page.route('**/frame/assets/index-*.js', (route) => route.abort())
    await page.goto('/failing-report.html')
    await chat.launcher.click()

    const boxOf = (name: string) =>
      page.getByRole('alert').getByRole('button', { name, exact: true }).boundingBox()
    await expect(page.getByRole('alert').getByRole('button', { name: 'Copy report' })).toBeVisible()
    const [retry, copy] = [await boxOf('Try again'), await boxOf('Copy report')]
    expect(copy!.x - retry!.x - retry!.width).toBe(8)
    await page.getByRole('alert').getByRole('button', { name: 'Copy report' }).click()
    await expect(page.getByRole('alert').getByRole('button', { name: 'Copied' })).toBeVisible()
    const report = JSON.parse(
      await page.evaluate(() => navigator.clipboard.readText()),
    ) as Diagnosis
    expect(report.errors.map(({ code }) => code)).toEqual(['script_failed'])
    expect(report.findings).toContainEqual(expect.objectContaining({ isGood: false }))
  },
)

test(
  'a chat in a place that is too narrow is found',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    addTagPage(
      site,
      '/narrow.html',
      'data-mode="inline" data-target="#place"',
      `<div id="place" style="width: ${FRAME_WIDTH_MIN}px; height: 500px"></div>`,
    )
    await page.goto('/narrow.html')
    await expect(chat.composer).toBeVisible()
    const problems = async () =>
      ((await callChat(page, 'doctor')) as Diagnosis).findings
        .filter(({ isGood }) => !isGood)
        .map(({ text }) => text)

    expect(await problems()).toEqual([])
    await page.locator('#place').evaluate((place, width) => {
      place.style.width = `${width}px`
    }, FRAME_WIDTH_MIN - 1)
    expect(await problems()).toEqual([`The chat is ${FRAME_WIDTH_MIN - 1} pixels wide.`])
  },
)

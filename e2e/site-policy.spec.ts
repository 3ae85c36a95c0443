import { readFileSync } from 'node:fs'
import type { Frame, Page } from '@playwright/test'
import { awaitHydration, codeOf, expect, previewOf, test } from './demo-test.ts'
import { startHostSite, type HostSite } from './host-site.ts'

/** Another site whose files report that they were loaded. */
async function startForeignSite() {
  const site = await startHostSite('')
  const asked: string[] = []
  for (const path of ['/alcove.js', '/p/default/alcove.js', '/logo.png']) {
    site.answer(path, () => {
      asked.push(path)
      return 'window.owned = true'
    })
  }
  return { ...site, url: `http://127.0.0.1:${site.port}`, asked }
}

const withForeign = test.extend<{
  readonly foreign: HostSite & { readonly url: string; readonly asked: string[] }
}>({
  foreign: async ({ shared }, use) => {
    const foreign = await shared('foreign site', startForeignSite)
    foreign.asked.length = 0
    await use(foreign)
  },
})

/** The addresses that a page and its frames request. */
function recordRequests(page: Page) {
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  return urls
}

const linkTo = (demo: string, values: object) =>
  `${demo}/playground/#${encodeURIComponent(JSON.stringify(values))}`

withForeign(
  'a link chooses nothing that the playground loads, and is told so',
  async ({ page, demo, alcove, foreign }) => {
    const urls = recordRequests(page)
    const service = `http://localhost:${alcove.port}`
    const choice = {
      baseUrl: foreign.url,
      app: `../../..//${foreign.url.replace('http://', '')}/p/default`,
      logo: `${foreign.url}/logo.png`,
      launcherIcon: `${foreign.url}/logo.png`,
      'theme.font': `url(${foreign.url}/logo.png)`,
      'startScreen.greeting': 'What shall we read?',
    }

    await page.goto(linkTo(demo, choice))

    const { host, frame } = previewOf(page)
    // The rest of the link applies, and the chat comes from the service.
    await expect(frame.getByRole('heading', { name: 'What shall we read?' })).toBeVisible()
    await expect.poll(() => urls).toContain(`${service}/p/default/alcove.js`)
    await expect(page.getByText('Left out of this link: baseUrl, app, logo.')).toBeVisible()
    expect(urls.filter((url) => url.startsWith(foreign.url))).toEqual([])
    expect(foreign.asked).toEqual([])
    expect(await host.locator('html').evaluate(() => 'owned' in window)).toBe(false)
    for (const name of ['HTML', 'React', 'Vue', 'WordPress', 'Tag Manager']) {
      await page.getByRole('tab', { name }).click()
      await expect(codeOf(page)).toContainText(service)
      await expect(codeOf(page)).not.toContainText(`${foreign.url}/p/default`)
      await expect(codeOf(page)).not.toContainText(`${foreign.url}"`)
    }
    await expect(page).not.toHaveURL(/baseUrl/)
  },
)

withForeign('a link without such a choice says nothing of it', async ({ page, demo }) => {
  await page.goto(linkTo(demo, { 'startScreen.greeting': 'What shall we read?' }))

  const { frame } = previewOf(page)
  await expect(frame.getByRole('heading', { name: 'What shall we read?' })).toBeVisible()
  await expect(page.getByText('Left out of this link')).toHaveCount(0)
})

/** Adds a script of another site to a page, and waits for the result. */
const addScript = (page: Page, src: string) =>
  page.evaluate(
    (address) =>
      new Promise((done) => {
        const script = document.createElement('script')
        script.src = address
        script.addEventListener('load', () => done('ran'))
        script.addEventListener('error', () => done('refused'))
        document.head.append(script)
      }),
    src,
  )

withForeign(
  'a page of the site runs no script of another',
  async ({ page, demo, foreign, site }) => {
    const script = `${foreign.url}/alcove.js`
    for (const path of ['/', '/bare.html', '/docs/', '/playground/', '/playground/preview.html']) {
      await page.goto(demo + path)
      expect(await addScript(page, script)).toBe('refused')
    }
    // Built pages contain the policy, for servers that send no headers.
    for (const name of ['docs/index', 'playground/index', 'playground/preview']) {
      site.add('/built.html', { html: readFileSync(`dist/site/${name}.html`, 'utf8') })
      await page.goto(`http://localhost:${site.port}/built.html`)
      expect(await addScript(page, script)).toBe('refused')
    }
    expect(foreign.asked).toEqual([])

    await page.goto(`http://localhost:${site.port}/bare.html`)
    expect(await addScript(page, script)).toBe('ran')
    expect(foreign.asked).toEqual(['/alcove.js'])
  },
)

/** Opens an address in a frame of a page; undefined if it was refused. */
async function openFrame(page: Page, url: string): Promise<Frame | undefined> {
  const before = page.frames().length
  await page.evaluate(
    (address) =>
      new Promise((done) => {
        const frame = document.createElement('iframe')
        frame.addEventListener('load', done)
        frame.src = address
        document.body.append(frame)
      }),
    url,
  )
  return page
    .frames()
    .slice(before)
    .find((frame) => frame.parentFrame() === page.mainFrame())
}

test('pages of another site cannot frame the site, and its own can', async ({
  page,
  demo,
  site,
}) => {
  site.add('/framing.html', { html: '<!doctype html><title>A page</title><body></body>' })

  for (const path of ['/', '/bare.html', '/docs/', '/playground/', '/playground/preview.html']) {
    await page.goto(`http://localhost:${site.port}/framing.html`)
    expect((await openFrame(page, demo + path))?.url()).toBe('chrome-error://chromewebdata/')

    await page.goto(`${demo}/hosts/frozen.html`)
    expect((await openFrame(page, demo + path))?.url()).toBe(demo + path)
  }
  // The other site can frame pages that allow it.
  await page.goto(`http://localhost:${site.port}/framing.html`)
  const own = `http://localhost:${site.port}/bare.html`
  expect((await openFrame(page, own))?.url()).toBe(own)
})

/** Records all policy violations in the page and its frames. */
async function recordRefusals(page: Page) {
  const refused: string[] = []
  await page.exposeFunction('tellRefusal', (text: string) => void refused.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { tellRefusal } = window as unknown as { tellRefusal(text: string): void }
      tellRefusal(`${location.pathname}: ${event.effectiveDirective} ${event.blockedURI}`)
    })
  })
  return refused
}

test('the host pages of the site have their chat, and refuse nothing of theirs', async ({
  page,
  demo,
}) => {
  const refused = await recordRefusals(page)
  for (const path of [
    '/',
    '/bare.html',
    '/identify.html',
    '/strict-csp.html',
    '/transform.html',
    '/twice.html',
    '/hosts/frozen.html',
    '/hosts/swapped.html',
    '/hosts/wrapped.html',
  ]) {
    await page.goto(demo + path)
    await page.locator('#launcher').click()
    await expect(page.frameLocator('iframe').getByRole('textbox')).toBeVisible()
  }
  await page.goto(`${demo}/hosts/sandboxed.html`)
  await expect(page.frameLocator('iframe').getByRole('heading')).toHaveText('Host page')
  await page.goto(`${demo}/hosts/modal.html`)
  await page.getByRole('button', { name: 'Show the dialog' }).click()
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: 'Close the second' }).click()
  await expect(page.locator('#second')).toBeHidden()

  expect(refused).toEqual([])
  // Positive control: a page whose policy lacks the frame shows that refusals are recorded.
  await page.goto(`${demo}/hosts/no-frames.html`)
  await page.locator('#launcher').click()
  await expect.poll(() => refused.length).toBeGreaterThan(0)
})

test('documentation and playground refuse nothing of theirs', async ({ page, demo }) => {
  const refused = await recordRefusals(page)
  await page.goto(`${demo}/docs/`)
  await awaitHydration(page)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox').fill('theming')
  await page.getByRole('option').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('switch').first().click()
  await expect(page.locator('html.dark')).toHaveCount(1)
  await page.goto(`${demo}/docs/theming`)
  await expect(page.locator('pre code').first()).toBeVisible()
  await page.goto(`${demo}/docs/nowhere/`)
  await page.goto(`${demo}/playground/`)
  await expect(previewOf(page).frame.getByRole('textbox')).toBeVisible()
  await page.getByLabel('Accent', { exact: true }).fill('#7c3aed')
  await expect(previewOf(page).host.locator('#launcher')).toHaveCSS(
    'background-color',
    'rgb(124, 58, 237)',
  )

  expect(refused).toEqual([])
})

import type { Request } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const SNIPPET = '<script async src="{{ALCOVE_ORIGIN}}/alcove.js" data-app="default"></script>'
const bare = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,">${head}</head><body><main><h1>Host</h1>${body}</main>${SNIPPET}</body></html>`

test('a page is left alone until somebody comes near, and whatever it does then keeps its chat (D30)', async ({
  page,
  alcove,
  site,
  chat,
}) => {
  await test.step('asks for nothing but the loader and stores nothing before intent', async () => {
    const requests: string[] = []
    page.on('request', (request: Request) => {
      if (request.url().includes(`:${alcove.port}`)) requests.push(new URL(request.url()).pathname)
    })
    await page.goto(`http://shop.test:${site.port}/bare.html`)
    await expect(chat.launcher).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect.poll(() => requests).toEqual(['/alcove.js'])
    expect(
      await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]),
    ).toEqual([0, 0, ''])

    // Positive control: intent starts the requests.
    await chat.launcher.hover()

    await expect.poll(() => requests).toContain('/frame')
  })

  await test.step('on the developer’s own machine it is checked when it loads, and nothing else', async () => {
    const requests: string[] = []
    page.on('request', (request: Request) => {
      if (request.url().includes(`:${alcove.port}`)) requests.push(new URL(request.url()).pathname)
    })
    await page.goto('/bare.html')
    await expect(chat.launcher).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(requests).toEqual(['/alcove.js', '/alcove-debug.js'])
  })

  await test.step('comes back when a script removes it', async () => {
    await expect(chat.launcher).toBeVisible()

    await page.evaluate(() => document.querySelector('alcove-root')!.remove())

    await expect(chat.launcher).toBeVisible()
  })

  await test.step('survives the replacement of the body without reloading the frame', async () => {
    await chat.open()
    await chat.send('say Still here')
    await chat.settled()
    let frameLoads = 0
    page.on('framenavigated', () => (frameLoads += 1))

    await page.evaluate(() => document.body.replaceWith(document.createElement('body')))

    await expect(chat.log).toContainText('Still here')
    await chat.send('say And working')
    await expect(chat.log).toContainText('And working')
    expect(frameLoads).toBe(0)
  })

  await test.step('leaves nothing behind when it is destroyed', async () => {
    await page.evaluate(() => (globalThis as unknown as { Alcove: Api }).Alcove.destroy())

    await expect(page.locator('alcove-root')).toHaveCount(0)
    expect(await page.evaluate(() => 'Alcove' in globalThis)).toBe(false)
  })
})

test(
  'has the files of the frame compiled ahead, and nothing on the host page',
  { tag: '@nightly' },
  async ({ page, alcove, chat }) => {
    const scripts = new Map<string, Promise<string>>()
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      const isScript = response.url().includes(`:${alcove.port}`) && pathname.endsWith('.js')
      if (isScript) scripts.set(pathname, response.text())
    })
    await page.goto('/bare.html')
    await chat.open()
    await chat.send('say **Hi**')
    await chat.settled()

    const ofFrame = () => [...scripts.keys()].filter((path) => path.startsWith('/frame/assets/'))
    await expect.poll(() => ofFrame().length).toBeGreaterThan(2)
    const read = await Promise.all(
      [...scripts].map(async ([path, text]) => [path, await text] as const),
    )
    const ahead = read.filter(([, text]) => text.startsWith('//# allFunctionsCalledOnLoad\n'))
    expect(ahead.map(([path]) => path)).toEqual(ofFrame())
    expect(read.length).toBeGreaterThan(ahead.length)
  },
)

test(
  'the chat stands where it should on small, moving and careless pages',
  { tag: '@nightly' },
  async ({ page, chat, site }) => {
    await test.step('stands in its corner for whoever wants less motion (A50)', async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto('/bare.html')
      await expect(chat.launcher).toBeInViewport({ ratio: 1 })

      await chat.open()

      await expect(page.locator('iframe[title="Chat"]')).toBeInViewport({ ratio: 1 })

      await page.emulateMedia({ reducedMotion: null })
    })

    await test.step('stands in the right place on a page with a transformed body (U112)', async () => {
      site.add('/transform.html', {
        html: bare(
          '<div id="tall"></div>',
          '<style>body{transform:translateX(0)} #tall{height:3000px}</style>',
        ),
      })
      await page.goto('/transform.html')

      const box = await chat.launcher.boundingBox()
      const viewport = page.viewportSize()!
      expect(box!.y + box!.height).toBeLessThanOrEqual(viewport.height)
      expect(box!.y).toBeGreaterThan(viewport.height / 2)
    })

    await test.step('a page with rules for everything styles nothing of the chat, nor the chat of the page (U112)', async () => {
      const rules = `:not(html, body) { color: red !important; font-size: 40px !important; letter-spacing: 9px !important;
  opacity: 0.2 !important; padding: 30px !important; position: static !important; transform: scale(2) !important;
  visibility: hidden !important; width: 300px !important }
iframe { display: none !important; border: 5px solid red !important; max-width: 50% !important } button { all: unset !important } div { float: left !important }`
      site.add('/rules.html', { html: bare('<button>Own</button>', `<style>${rules}</style>`) })
      const ownStyle = () =>
        page.evaluate(() => {
          const { styleSheets, adoptedStyleSheets } = document
          const style = getComputedStyle(document.querySelector('main button')!)
          const values = [...style].map((name) => style.getPropertyValue(name)).join(';')
          return [values, styleSheets.length, adoptedStyleSheets.length]
        })
      await page.goto('/rules.html')
      await expect(page.locator('alcove-root')).toBeAttached()
      const before = await ownStyle()
      await expect(chat.launcher).toBeInViewport({ ratio: 1 })
      expect(await chat.launcher.boundingBox()).toMatchObject({ width: 56, height: 56 })
      await chat.open()
      await expect(page.locator('alcove-root iframe')).toBeInViewport({ ratio: 1 })
      // The iframe stands in the page's own tree.
      const iframe = page.locator('alcove-root iframe')
      await expect(iframe).toHaveCSS('border-top-width', '0px')
      await expect.poll(async () => (await iframe.boundingBox())!.width).toBe(400)
      const panel = page.locator('alcove-root #panel')
      await expect(panel).toHaveCSS('opacity', '1')
      await expect(panel).toHaveCSS('font-size', '15px')
      await expect(panel).toHaveCSS('letter-spacing', 'normal')
      expect((await panel.boundingBox())!.width).toBe(400)
      expect(await ownStyle()).toEqual(before)

      // Positive control: the page's rules apply to the page's own elements.
      await expect(page.locator('main button')).toHaveCSS('visibility', 'hidden')
      await expect(page.locator('h1')).toHaveCSS('letter-spacing', '9px')
    })

    await test.step('is there once when its script is included twice', async () => {
      const warnings: string[] = []
      page.on('console', (message) => warnings.push(message.text()))
      site.add('/twice.html', { html: bare(SNIPPET) })
      await page.goto('/twice.html')
      await chat.open()

      await expect(page.locator('alcove-root')).toHaveCount(1)
      // The same tag again is no mistake; `two-tags.spec.ts` has one that is.
      expect(warnings.filter((text) => /twice|already/i.test(text))).toEqual([])
    })

    await test.step('fills a phone and locks the page behind it (A07, A56, U15, U97)', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/bare.html')
      await chat.open()

      await expect
        .poll(async () => page.locator('iframe[title="Chat"]').boundingBox())
        .toEqual({ x: 0, y: 0, width: 390, height: 844 })
      await expect(page.locator('body')).toHaveAttribute('inert', '')
      await chat.button('Close').click()
      await expect(chat.launcher).toBeVisible()
      await expect(page.locator('body')).not.toHaveAttribute('inert')
    })
  },
)

test('works under a strict policy with trusted types, without a violation (T16c, D15)', async ({
  page,
  site,
  alcove,
  chat,
}) => {
  const service = `http://localhost:${alcove.port}`
  const policy = `default-src 'none'; script-src ${service}; frame-src ${service}; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'`
  site.add('/csp.html', {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Strict</title></head><body><main><h1>Strict</h1></main>${SNIPPET}</body></html>`,
    headers: { 'content-security-policy': policy },
  })
  const violations: string[] = []
  await page.exposeFunction('reportViolation', (text: string) => violations.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (globalThis as unknown as { reportViolation(text: string): void })
        .reportViolation
      report(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`)
    })
  })
  await page.goto('/csp.html')
  await chat.open()
  await chat.send('say Under a strict policy')
  await expect(chat.log).toContainText('Under a strict policy')
  await chat.settled()
  // The browser itself requests the icon of a page.
  expect(violations.filter((text) => !text.includes('favicon'))).toEqual([])

  // Positive control: the listener records violations in the page and in the frame.
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'))
  await expect.poll(() => violations.some((text) => text.startsWith('style-src'))).toBe(true)
  await chat.frame.locator('body').evaluate((body) => body.setAttribute('style', 'color: red'))
  await expect.poll(() => violations.filter((text) => text.startsWith('style-src')).length).toBe(2)
})

test('the page speaks to its chat, also too early and wrongly (D02)', async ({
  page,
  site,
  chat,
}) => {
  await test.step('opens, closes and reports through its API, and returns the focus', async () => {
    site.add('/api.html', { html: bare('<button id="help">Help</button>') })
    await page.goto('/api.html')
    await expect(chat.launcher).toBeVisible()
    await page.evaluate(() => {
      const seen: string[] = []
      Object.assign(globalThis, { seen })
      for (const name of ['ready', 'open', 'close'] as const) {
        ;(globalThis as unknown as { Alcove: Api }).Alcove.on(name, () => seen.push(name))
      }
      document.querySelector('#help')!.addEventListener('click', () => {
        void (globalThis as unknown as { Alcove: Api }).Alcove.open().then(() =>
          seen.push('usable'),
        )
      })
    })
    await page.getByRole('button', { name: 'Help' }).click()
    await expect(chat.composer).toBeVisible()
    await expect.poll(() => seen(page)).toEqual(['open', 'usable', 'ready'])

    await chat.composer.press('Escape')

    await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible()
    await expect.poll(() => seen(page)).toEqual(['open', 'usable', 'ready', 'close'])
    await expect(page.getByRole('button', { name: 'Help' })).toBeFocused()
  })

  await test.step('runs the calls that were queued before the script came', async () => {
    const stub =
      '<script>!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove");Alcove("open").then(function(){document.title="opened"})</script>'
    site.add('/queue.html', { html: bare('', stub) })
    await page.goto('/queue.html')

    await expect(chat.composer).toBeVisible()
    await expect.poll(() => page.title()).toBe('opened')
  })

  await test.step('names a wrong option and what was expected, and prints no value, which may be a key', async () => {
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    site.add('/options.html', {
      html: bare('').replace(
        'data-app="default"',
        'data-app="default" data-theme="neon" data-colour="red"',
      ),
    })
    await page.goto('/options.html')
    // After the chat was used.
    await chat.open()

    await expect.poll(() => errors.join('\n')).toMatch(/theme: expected auto, light, dark or host/)
    await expect.poll(() => errors.join('\n')).toContain('data-colour: there is no such option')
    expect(errors.filter((text) => /neon|red\b/.test(text.replaceAll('expected', '')))).toEqual([])
  })
})

interface Api {
  open(): Promise<void>
  on(name: string, listener: () => void): () => void
  destroy(): void
}

function seen(page: { evaluate<Result>(task: () => Result): Promise<Result> }): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
}

test('each file of the chat is asked for once, also those that come beside the app', async ({
  page,
  alcove,
  chat,
}) => {
  const requests: string[] = []
  const warnings: string[] = []
  page.on('console', (message) => warnings.push(message.text()))
  page.on('request', (request: Request) => {
    const url = new URL(request.url())
    if (url.port === String(alcove.port) && url.pathname.startsWith('/frame/assets/')) {
      requests.push(url.pathname)
    }
  })
  await page.goto('/bare.html')
  await chat.open()
  await chat.composer.fill('say Hello there')
  await page.keyboard.press('Enter')
  await expect(chat.answer).toContainText('Hello there')
  // The app has put the style sheet into the document.
  await expect(chat.frame.locator('link[rel=stylesheet][href*="/later-"]')).toBeAttached()

  expect(requests.filter((path) => /\/later-.*\.css$/.test(path))).toHaveLength(1)
  expect(requests.toSorted()).toEqual([...new Set(requests)].toSorted())
  expect(warnings.filter((text) => text.includes('credentials mode'))).toEqual([])
})

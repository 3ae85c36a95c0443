import type { Frame, Page } from '@playwright/test'
import { startAlcove } from './alcove-server.ts'
import { expect, test as base } from './fixtures.ts'
import { scanAccessibility } from './scan-accessibility.ts'

const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A project with its operator's look. */
const OF_PROJECT = `{
  look: {
    theme: { accent: '#7c3aed', radius: 'sharp' },
    name: 'Pip',
    logo: '${LOGO}',
    launcher: { label: 'Ask Pip', icon: 'M12 5v14M5 12h14', position: 'bottom-start' },
    startScreen: { greeting: 'What shall we read?', hint: 'Pip knows every book.', prompts: ['say Dune', { label: 'A surprise', prompt: 'say Emma' }] },
    composer: { placeholder: 'Ask Pip', attachments: false },
    disclaimer: { text: 'Pip may be wrong.', link: 'https://shop.example/ai' },
    history: { enabled: false },
    messageActions: { feedback: false },
    header: { action: { label: 'Call us' } },
    messages: { 'composer.send': 'Ask' },
  },
}`

const test = base.extend({
  alcove: async ({ shared, model }, use) => {
    const start = () =>
      startAlcove({
        config: `export default { projects: { default: ${OF_PROJECT} } }`,
        env: { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url },
      })
    await use(await shared('alcove with a look', start))
  },
})

const tag = (attributes = '', path = '/p/default/alcove.js') =>
  `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1></main><script async src="{{ALCOVE_ORIGIN}}${path}" ${attributes}></script></html>`

/** The frame of the chat. */
const frameOf = (page: Page): Frame =>
  page.frames().find((frame) => frame.url().includes('/frame'))!

const tokenOf = (page: Page, name: string) =>
  frameOf(page).evaluate(
    (token) => getComputedStyle(document.documentElement).getPropertyValue(token).trim(),
    `--${name}`,
  )

/** Lets the app's script never come, so that the document is alone. */
const withoutApp = (page: Page) => page.route(/\/frame\/assets\/index-[^/]+\.js$/, () => {})

/** Words of the default look. */
const STRANGER = /How can we help|^Chat$|What can you do/

test('the document alone has the look of the project', async ({ page, site, chat }) => {
  await withoutApp(page)
  site.add('/early.html', { html: tag() })
  await page.goto('/early.html')
  await page.getByRole('button', { name: 'Ask Pip' }).click()

  await expect(chat.frame.getByRole('heading', { name: 'Pip', exact: true })).toBeVisible()
  await expect(chat.frame.getByRole('heading', { name: 'What shall we read?' })).toBeVisible()
  await expect(chat.frame.getByText('Pip knows every book.')).toBeVisible()
  await expect(chat.composer).toHaveAttribute('placeholder', 'Ask Pip')
  await expect(chat.frame.locator('.header-logo')).toHaveAttribute('src', LOGO)
  await expect(chat.frame.getByText(STRANGER)).toHaveCount(0)
  expect(await tokenOf(page, 'accent')).toBe('#7c3aed')
  expect(await tokenOf(page, 'roundness')).toBe('0')
})

test('the document alone has the look of the page’s attributes', async ({ page, site, chat }) => {
  await withoutApp(page)
  const look = 'data-name="Ada" data-greeting="Well?" data-prompts="One|Two" data-accent="#0000cc"'
  site.add('/early-page.html', { html: tag(`${look} data-theme="dark"`) })
  await page.goto('/early-page.html')
  await page.getByRole('button', { name: 'Ask Pip' }).click()

  await expect(chat.frame.getByRole('heading', { name: 'Ada', exact: true })).toBeVisible()
  await expect(chat.frame.getByRole('heading', { name: 'Well?' })).toBeVisible()
  await expect(chat.button('Two')).toBeVisible()
  await expect(chat.frame.getByText(STRANGER)).toHaveCount(0)
  await expect(chat.frame.locator('html')).toHaveAttribute('data-scheme', 'dark')
  expect(await tokenOf(page, 'accent')).not.toBe('#7c3aed')
})

test('a project has its own look and words, from the launcher on', async ({
  page,
  site,
  chat,
  alcove,
}) => {
  site.add('/look.html', { html: tag() })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/look.html')
  const launcher = page.getByRole('button', { name: 'Ask Pip' })
  await expect(launcher).toBeVisible()

  await test.step('the launcher is the owner’s before anything else is asked for (U106)', async () => {
    await expect(launcher).toHaveCSS('background-color', 'rgb(124, 58, 237)')
    await expect(launcher).toHaveCSS('color', 'rgb(255, 255, 255)')
    await expect(launcher).toHaveCSS('border-radius', '0px')
    expect((await launcher.boundingBox())!.x).toBe(20)
    // The last one only on the developer's own machine.
    await expect
      .poll(() => asked.filter((path) => path !== '/p/default/alcove-debug.js'))
      .toEqual(['/look.html', '/p/default/alcove.js'])
    const file = await page.request.get(`http://localhost:${alcove.port}/p/default/alcove.js`, {
      headers: { 'accept-encoding': 'br' },
    })
    expect(file.headers()['content-encoding']).toBe('br')
    expect(Number(file.headers()['content-length'])).toBeLessThanOrEqual(7_600)
  })

  await test.step('the chat is named, greets, and asks as the owner says', async () => {
    await launcher.click()
    await expect(chat.frame.getByRole('heading', { name: 'Pip', exact: true })).toBeVisible()
    await expect(chat.frame.getByRole('heading', { name: 'What shall we read?' })).toBeVisible()
    await expect(chat.frame.getByText('Pip knows every book.')).toBeVisible()
    await expect(chat.composer).toHaveAttribute('placeholder', 'Ask Pip')
    await expect(chat.frame.getByText('Pip may be wrong.')).toBeVisible()
    await expect(chat.frame.getByRole('link', { name: 'Read more' })).toHaveAttribute(
      'href',
      'https://shop.example/ai',
    )
    await expect(chat.frame.locator('.header-logo')).toHaveAttribute('src', LOGO)
    expect(await tokenOf(page, 'accent')).toBe('#7c3aed')
    expect(await tokenOf(page, 'roundness')).toBe('0')
    expect(await scanAccessibility(page)).toEqual([])
  })

  await test.step('a prompt is sent with its own words (U83)', async () => {
    await chat.button('A surprise').click()
    await expect(chat.answer).toContainText('Emma')
    await expect(chat.button('Ask')).toBeVisible()
    await expect(chat.frame.getByText('Pip · usually instant')).toBeVisible()
    await expect(chat.frame.getByText('Pip said')).toHaveCount(1)
  })

  await test.step('what was taken away is not there, the rest is', async () => {
    const taken = ['Good answer', 'Attach files', 'Conversations'].map((name) => chat.button(name))
    await expect(chat.button('Copy').last()).toBeVisible()
    for (const button of taken) await expect(button).toHaveCount(0)
    await chat.composer.press('Control+Shift+L')
    await expect(chat.composer).toBeVisible()
    await page.evaluate(() =>
      window.Alcove!('update', {
        history: { enabled: true },
        composer: { attachments: true },
        messageActions: { feedback: true },
      }),
    )
    for (const button of taken) await expect(button).toBeVisible()
    await page.evaluate(() => window.Alcove!('update', { history: undefined }))
    await expect(chat.button('Conversations')).toHaveCount(0)
  })

  await test.step('the owner’s button tells the page', async () => {
    await page.evaluate(() => {
      const told: unknown[] = []
      Object.assign(window, { told })
      void window.Alcove!('on', 'action', (event: unknown) => told.push(event))
    })
    await chat.button('Call us').click()
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { told: unknown[] }).told))
      .toEqual([expect.objectContaining({ event: 'action', type: 'header' })])
  })
})

test('what a page says goes before its project, and can change while it stands (U109)', async ({
  page,
  site,
  chat,
}) => {
  const attributes = `data-accent="#b91c1c" data-greeting="Hello" data-prompts="One|Two" data-launcher-label="Ask us" data-offset-x="40" data-position="top-end" data-theme="light"`
  site.add('/own.html', { html: tag(attributes) })
  await page.goto('/own.html')
  const launcher = page.getByRole('button', { name: 'Ask us' })
  await expect(launcher).toHaveCSS('background-color', 'rgb(185, 28, 28)')
  const box = (await launcher.boundingBox())!
  const { width } = page.viewportSize()!
  expect([Math.round(width - box.x - box.width), box.y]).toEqual([40, 20])
  await launcher.click()
  await expect(chat.frame.getByRole('heading', { name: 'Hello' })).toBeVisible()
  await expect(chat.button('Two')).toBeVisible()
  await expect(chat.frame.getByRole('heading', { name: 'Pip', exact: true })).toBeVisible()
  expect(await tokenOf(page, 'accent')).toBe('#b91c1c')
  const panel = (await page.getByRole('dialog', { name: 'Chat' }).boundingBox())!
  expect(panel.y).toBeGreaterThan(box.y + box.height)

  await page.evaluate(() =>
    window.Alcove!('update', {
      theme: { accent: '#0e7490', radius: 'pill', density: 'compact', font: 'Georgia, serif' },
      startScreen: { greeting: 'Changed' },
      launcher: { label: 'Ask again' },
    }),
  )
  await expect(chat.frame.getByRole('heading', { name: 'Changed' })).toBeVisible()
  expect(await tokenOf(page, 'accent')).toBe('#0e7490')
  expect(await tokenOf(page, 'room')).toBe('0.8')
  await expect(chat.composer).toHaveCSS('font-family', 'Georgia, serif')
  await expect(page.locator('#launcher')).toHaveCSS('background-color', 'rgb(14, 116, 144)')
  await expect(page.locator('#launcher')).toHaveCSS('border-radius', '28px')

  const canvas = await tokenOf(page, 'canvas')
  await page.evaluate(() => window.Alcove!('setTheme', 'dark'))
  await expect.poll(() => tokenOf(page, 'canvas')).not.toBe(canvas)
  await page.evaluate(() =>
    window.Alcove!('update', { startScreen: { greeting: undefined } } as never),
  )
  await expect(chat.frame.getByRole('heading', { name: 'Hello' })).toBeVisible()
})

test('the chat has the scheme of its page from its first frame on, and follows its switch (U109)', async ({
  page,
  site,
  chat,
}) => {
  // Records the painted background of every document in each of its frames.
  await page.addInitScript(() => {
    const painted = new Set<string>()
    Object.assign(window, { painted })
    const note = () => {
      const panel = document.querySelector('alcove-root')?.shadowRoot?.querySelector('#panel')
      const { backgroundColor } = getComputedStyle(panel ?? document.documentElement)
      if (panel || window !== top) painted.add(backgroundColor)
      // Before that, the panel's skeleton covers the frame.
      const prompt = document.querySelector('[data-scheme] .suggestion')
      if (prompt) painted.add(getComputedStyle(prompt).backgroundColor)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  const painted = async () => {
    const read = () => [...(window as unknown as { painted: Set<string> }).painted]
    return [...(await page.evaluate(read)), ...(await frameOf(page).evaluate(read))]
  }
  const [NOTHING, DARK, LIGHT] = ['rgba(0, 0, 0, 0)', /^rgb\(\d\d, /, /^rgb\(2\d\d, /]
  site.add('/dark.html', {
    html: tag('data-theme="host"').replace('<html', '<html class="dark"'),
  })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/dark.html')

  await page.getByRole('button', { name: 'Ask Pip' }).click()
  await expect(chat.composer).toBeVisible()
  const first = (await painted()).filter((color) => color !== NOTHING)
  expect(first).not.toEqual([])
  for (const color of first) expect(color).toMatch(DARK)

  await page.evaluate(() => document.documentElement.classList.remove('dark'))
  await expect
    .poll(async () => (await painted()).filter((color) => LIGHT.test(color)).length)
    .toBeGreaterThan(1)
})

test(
  'an invalid option is reported once with a text, and the rest applies',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    site.add('/wrong.html', {
      html: tag('data-radius="huge" data-greting="Hello" data-theme="neon" data-name="Pip"'),
    })
    await page.goto('/wrong.html')
    await page.getByRole('button', { name: 'Ask Pip' }).click()
    await expect(chat.composer).toBeVisible()
    const wrong = [
      'theme: expected auto, light, dark or host',
      'radius: expected sharp, soft, round or pill',
      'greting: there is no such option; did you mean greeting?',
    ]
    for (const words of wrong) await expect.poll(() => said.join('\n')).toContain(words)

    await page.evaluate(() =>
      window.Alcove!('update', {
        theme: { tokens: { light: { text: '#cccccc', link: '#0000cc' } } },
        messages: {
          'composer.sned': 'Go',
          'tool.done': 'Did {thing}',
          'thread.latest': 'Down',
          'approval.allow': 'Close',
        },
      }),
    )
    const later = [
      'theme.tokens.light: text on surface has a contrast of 1.61:1; expected 4.5:1',
      'messages["composer.sned"]: there is no such text; did you mean composer.send?',
      'messages["tool.done"]: nobody fills {thing}',
      'messages["approval.allow"]: only the project can say this, in its look',
    ]
    for (const words of later) await expect.poll(() => said.join('\n')).toContain(words)
    expect(await tokenOf(page, 'link')).toBe('#0000cc')
    expect(await tokenOf(page, 'text')).not.toBe('#cccccc')
    const count = (words: string) => said.filter((line) => line.includes(words)).length
    await expect.poll(() => [...wrong, ...later].map(count)).toEqual([1, 1, 1, 1, 1, 1, 1])
  },
)

test(
  'a page of the bare file has the look of its project, its launcher what the tag says',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    site.add('/bare-look.html', { html: tag('data-app="default"', '/alcove.js') })
    await page.goto('/bare-look.html')
    await expect(chat.launcher).toHaveCSS('background-color', 'rgb(15, 107, 92)')
    await chat.open()
    await expect(chat.frame.getByRole('heading', { name: 'What shall we read?' })).toBeVisible()
  },
)

test(
  'a tag that names two projects has no chat, and says so',
  { tag: '@nightly' },
  async ({ page, site }) => {
    site.add('/twice-named.html', { html: tag('data-app="other"', '/p/default/alcove.js') })
    const said: string[] = []
    page.on('console', (line) => said.push(line.text()))
    await page.goto('/twice-named.html')

    await expect.poll(() => said.join('\n')).toContain('data-app: expected default')
    await expect(page.locator('alcove-root')).toHaveCount(0)
  },
)

test(
  'a tool speaks as its owner wrote, and a question for approval hides nothing',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    const tools = `<script>
    window.addEventListener('load', () => {
      Alcove('tool', 'add_to_cart', {
        description: 'Adds to the cart.',
        parameters: { type: 'object', properties: { sku: { type: 'string' }, count: { type: 'integer' } } },
        labels: {
          title: 'Add to the cart',
          done: '{count} × {result.name} in the cart',
          fields: { sku: 'Article', count: 'How many' },
          hidden: ['sku', 'stock'],
        },
        run: () => ({ name: 'Mug', stock: 99 }),
      })
      Alcove('tool', 'look', {
        description: 'Looks.',
        parameters: { type: 'object' },
        scope: 'read',
        labels: { titel: 'Look' },
        run: () => 'seen',
      })
    })</script>`
    site.add('/tool.html', { html: tag().replace('</html>', `${tools}</html>`) })
    await page.goto('/tool.html')
    await page.getByRole('button', { name: 'Ask Pip' }).click()
    await chat.send('tool add_to_cart {"sku":"A4711","count":2}; next; say Done')

    const card = chat.answer.getByRole('group', { name: 'Add to the cart?' })
    await expect(card).toContainText('Article')
    await expect(card).toContainText('A4711')
    await expect(card).toContainText('How many')
    await card.getByRole('button', { name: 'Allow once' }).click()
    const line = chat.answer.getByRole('button', { name: /^2 × Mug in the cart/ })
    await expect(line).toBeVisible()
    await expect(chat.answer).toContainText('Done')

    await line.click()
    const input = chat.answer.getByRole('group', { name: 'Input' })
    await expect(input).toContainText('How many')
    await expect(input).not.toContainText('A4711')
    const result = chat.answer.getByRole('group', { name: 'Result' })
    await expect(result).toContainText('Mug')
    await expect(result).not.toContainText('99')
    await expect
      .poll(() => said.join('\n'))
      .toContain('The tool look: labels.titel: expected title, running, done')
  },
)

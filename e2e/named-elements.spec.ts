import { startHostSite } from './host-site.ts'
import { expect, test } from './fixtures.ts'

/** Properties of document and window that the loader reads, as names of the page's elements. */
const DOCUMENT = [
  'currentScript',
  'createElementNS',
  'documentElement',
  'readyState',
  'activeElement',
  'body',
  'head',
  'addEventListener',
  'defaultView',
  'location',
  'querySelector',
  'adoptedStyleSheets',
]
const WINDOW = ['Alcove', 'AlcoveLoader', 'CSSStyleSheet', 'HTMLScriptElement', 'matchMedia', 'top']

test('elements with the names of what the loader needs neither stop nor replace it (T16)', async ({
  page,
  site,
  alcove,
  chat,
}) => {
  // Positive control: this site's script sets the title when it runs.
  const evil = await startHostSite('')
  evil.answer('/alcove.js', () => 'document.title = "taken over"')
  evil.answer('/alcove-panel.js', () => 'document.title = "taken over"')
  const source = `http://127.0.0.1:${evil.port}/alcove.js`
  const named = DOCUMENT.map(
    (name) => `<img name="${name}" src="${source}" data-app="evil" alt="">`,
  )
  const forms = WINDOW.map(
    (id) => `<form id="${id}" name="${id}"><input name="open"><input name="q"></form>`,
  )
  site.add('/named.html', {
    html: `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,"><main><h1>Host</h1>
      ${named.join('')}${forms.join('')}</main>
      <script async src="{{ALCOVE_ORIGIN}}/alcove.js" data-app="default"></script></html>`,
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/named.html')
  expect(await page.evaluate(`document.currentScript.src`)).toBe(source)

  await chat.open()
  await chat.send('say Still here')

  await expect(chat.answer).toContainText('Still here')
  await expect.poll(() => asked).toContain(`http://localhost:${alcove.port}/frame`)
  expect(asked).not.toContain(`http://127.0.0.1:${evil.port}/alcove-panel.js`)
  expect(await page.evaluate('document.querySelector === undefined')).toBe(false)
  await expect(page).toHaveTitle('Host')
  await evil.stop()
})

test(
  'a module is told how the script is loaded, and gets no chat (T14)',
  { tag: '@nightly' },
  async ({ page, site, alcove, chat }) => {
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    const file = await (await page.request.get(`http://localhost:${alcove.port}/alcove.js`)).body()
    await page.route('**/own/alcove.js', (route) =>
      route.fulfill({ body: file, contentType: 'text/javascript' }),
    )
    site.add('/module.html', {
      html: `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,"><main><h1>Host</h1></main>
      <script type="module" src="/own/alcove.js"></script></html>`,
    })
    await page.goto('/module.html')

    await expect.poll(() => said.join('\n')).toContain('<script src>')
    expect(await page.evaluate(`Alcove('open').catch((error) => error.code)`)).toBe(
      'config_invalid',
    )
    await expect(chat.launcher).toBeHidden()
  },
)

test(
  'a property of Object.prototype is not read as the loader’s address (T16b)',
  { tag: '@nightly' },
  async ({ page, site, alcove }) => {
    const evil = 'http://127.0.0.1:9/alcove.js'
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const file = await (await page.request.get(`http://localhost:${alcove.port}/alcove.js`)).body()
    await page.route('**/own/alcove.js', (route) =>
      route.fulfill({ body: file, contentType: 'text/javascript' }),
    )
    site.add('/polluted.html', {
      html: `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,"><main><h1>Host</h1></main>
      <script>Object.prototype.src = '${evil}'</script>
      <script type="module" src="/own/alcove.js"></script></html>`,
    })
    await page.goto('/polluted.html')

    await expect.poll(() => page.evaluate('typeof Alcove')).toBe('function')
    expect(await page.evaluate(`({}).src`)).toBe(evil)
    expect(await page.evaluate(`Alcove('open').catch((error) => error.code)`)).toBe(
      'config_invalid',
    )
    expect(asked.filter((url) => url.startsWith('http://127.0.0.1:9/'))).toEqual([])
  },
)

test(
  'elements of the page open the chat, independent of other elements’ names (T16)',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    const named = DOCUMENT.map((name) => `<img name="${name}" alt="">`).join('')
    site.add('/own-launcher.html', {
      html: `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,"><main><h1>Host</h1>${named}
      <button id="help">Help</button><button data-alcove-ask="How are refunds made?">Refunds</button></main>
      <script async src="{{ALCOVE_ORIGIN}}/alcove.js" data-launcher="#help" data-triggers="true"></script></html>`,
    })
    await page.goto('/own-launcher.html')
    expect(await page.evaluate('typeof document.addEventListener')).toBe('object')
    const help = page.getByRole('button', { name: 'Help' })
    await expect(help).toHaveAttribute('aria-expanded', 'false')

    await help.click()
    await expect(chat.composer).toBeVisible()
    await help.click()
    await expect(chat.composer).toBeHidden()
    await page.getByRole('button', { name: 'Refunds' }).click()

    await expect(chat.composer).toHaveValue('How are refunds made?')
  },
)

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import react from '@vitejs/plugin-react'
import { createLogger, createServer } from 'vite'
import webpack from 'webpack'
import { expect, test } from '../fixtures.ts'
import { createConsumer } from './consumer.ts'

const REACT = ['react', 'react-dom', 'scheduler']
const REACT_ENTRIES = ['react', 'react-dom/client', 'react/jsx-dev-runtime', 'react/jsx-runtime']

test(
  'a page that webpack built has the chat',
  { tag: '@nightly' },
  async ({ page, site, chat, alcove }) => {
    const consumer = await createConsumer()
    await consumer.write({
      'main.js': `
      import { createChat } from 'alcove'
      createChat({ baseUrl: 'http://localhost:${alcove.port}' })`,
    })
    const compiler = webpack({
      context: consumer.folder,
      entry: './main.js',
      mode: 'production',
      output: { path: join(consumer.folder, 'built') },
    })
    const stats = await promisify(compiler.run.bind(compiler))()
    await promisify(compiler.close.bind(compiler))()
    expect(stats?.toJson({ errors: true, warnings: true })).toMatchObject({
      errors: [],
      warnings: [],
    })
    const script = await readFile(join(consumer.folder, 'built/main.js'), 'utf8')
    await consumer.stop()

    site.add('/webpack.js', { html: script, headers: { 'content-type': 'text/javascript' } })
    site.add('/webpack.html', {
      html: '<!doctype html><html lang="en"><title>Built</title><h1>Built</h1><script src="/webpack.js"></script>',
    })
    const warnings: string[] = []
    page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()))
    await page.goto('/webpack.html')
    await chat.open()
    await chat.send('say From a bundle')

    await expect(chat.answer).toContainText('From a bundle')
    expect(warnings).toEqual([])

    await test.step('a service of another version is told', async () => {
      await page.route('**/alcove-panel.js', async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replace(/Alcove \d+[\w.-]+/, 'Alcove 99.0.0')
        await route.fulfill({ response, body })
      })
      await page.reload()
      await chat.open()
      await expect
        .poll(() => warnings.join())
        .toContain('its service of 99.0.0: install alcove@99.0.0')
    })
  },
)

const SHOP = `
  import { useState } from 'react'
  import { Alcove, useAlcove, useAlcoveContext, useAlcoveTool } from 'alcove/react'

  function Cart({ cart }) {
    useAlcoveContext('Cart', { things: cart.length })
    return null
  }

  export function Shop({ baseUrl }) {
    const { isOpen, isReady, open, close } = useAlcove()
    const [cart, setCart] = useState([])
    const [told, setTold] = useState([])
    useAlcoveTool('get_cart', {
      description: 'What is in the cart.',
      parameters: { type: 'object' },
      scope: 'read',
      run: () => ({ cart: ['mug', ...cart] }),
    })
    const [hasCart, setHasCart] = useState(true)
    useAlcoveContext('Page', 'Mugs')
    return (
      <main>
        <h1>The shop</h1>
        <button onClick={() => open()}>Ask us</button>
        <button onClick={() => setCart([...cart, 'vase'])}>Buy a vase</button>
        <button onClick={() => setHasCart(false)}>Put the cart away</button>
        {hasCart && <Cart cart={cart} />}
        <p>{isOpen ? 'The chat is open' : 'The chat is closed'}, {isReady ? 'ready' : 'not ready'}</p>
        <p>Told: {told.join(' ')}</p>
        <Alcove
          baseUrl={baseUrl}
          theme={{ accent: cart.length ? '#b91c1c' : '#0e7490' }}
          onOpenChange={(isNow, by) => setTold((before) => [...before, isNow + ' by ' + by])}
        />
      </main>
    )
  }`

test(
  'React in StrictMode has one chat, which a hot update keeps open (U113)',
  { tag: '@nightly' },
  async ({ page, chat, alcove, model }, { testId }) => {
    const consumer = await createConsumer(REACT)
    await consumer.write({
      'index.html': `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/main.jsx"></script>`,
      'main.jsx': `
      import { StrictMode } from 'react'
      import { createRoot } from 'react-dom/client'
      import { Shop } from './shop.jsx'
      createRoot(document.getElementById('root')).render(
        <StrictMode><Shop baseUrl="http://localhost:${alcove.port}" /></StrictMode>,
      )`,
      'shop.jsx': SHOP,
    })
    // Output of the development server and the page's console: either one names the cause of a reload.
    const said: string[] = []
    const note = (message: string) => void said.push(message)
    page.on('console', (message) => note(`page: ${message.text()}`))
    page.on('load', () => note(`loaded ${page.url()}`))
    const server = await createServer({
      root: consumer.folder,
      configFile: false,
      customLogger: {
        ...createLogger('silent'),
        info: note,
        warn: note,
        warnOnce: note,
        error: note,
      },
      cacheDir: join(consumer.folder, '.vite'),
      plugins: [react()],
      // Files are reported below: a half-written file would reload the page, as would a package that is found
      // late.
      server: { host: 'localhost', port: 0, watch: null },
      optimizeDeps: { include: ['alcove/react', ...REACT_ENTRIES] },
    })
    await server.listen()
    await page.goto(server.resolvedUrls!.local[0]!)
    await expect(page.locator('alcove-root')).toHaveCount(1)
    await expect(page.getByText('The chat is closed, not ready')).toBeVisible()

    await page.getByRole('button', { name: 'Ask us' }).click()
    await expect(chat.composer).toBeVisible()
    await expect(page.getByText('The chat is open, ready')).toBeVisible()
    await expect(page.getByText('Told: true by api')).toBeVisible()
    await expect(page.locator('#launcher')).toHaveCSS('background-color', 'rgb(14, 116, 144)')
    await page.getByRole('button', { name: 'Buy a vase' }).click()
    // Looks change on a render, and the chat stays.
    await expect(page.locator('#launcher')).toHaveCSS('background-color', 'rgb(185, 28, 28)')
    await expect(chat.composer).toBeVisible()
    const contexts: unknown[] = []
    page.on('request', (request) => {
      const body = (request.postDataJSON() ?? {}) as {
        messages?: { metadata?: { custom?: { context?: unknown } } }[]
      }
      if (body.messages) contexts.push(body.messages.at(-1)?.metadata?.custom?.context)
    })
    await chat.send(`tool get_cart {"of":"${testId}"}; next; say Look`)
    await expect(chat.answer).toContainText('Look')
    await chat.settled()
    // The last call has the tool's result; the message is the call before it.
    await expect.poll(() => contexts).toContainEqual({ Cart: { things: 1 }, Page: 'Mugs' })
    // The data of a component is removed with it.
    await page.getByRole('button', { name: 'Put the cart away' }).click()
    await chat.send('say Look again')
    await expect(chat.answer).toContainText('Look again')
    await chat.settled()
    await expect.poll(() => contexts.at(-1)).toEqual({ Page: 'Mugs' })
    // The function of the latest render ran, once.
    const bodies = model.requests
      .map(({ body }) => JSON.stringify(body))
      .filter((body) => body.includes(testId))
    expect(bodies.at(-1)).toContain('mug')
    expect(bodies.at(-1)).toContain('vase')

    const change = async (text: string) => {
      await consumer.write({ 'shop.jsx': text })
      server.watcher.emit('change', join(consumer.folder, 'shop.jsx'))
    }
    const isAsItWas = async () => {
      const read = async () => [...said, await page.getByRole('main').innerText()].join('\n')
      await expect.poll(read).toContain('The chat is open, ready')
      await expect(chat.answer).toContainText('Look')
      await expect(page.locator('alcove-root')).toHaveCount(1)
    }
    const loads = said.filter((line) => line.startsWith('loaded'))
    await change(SHOP.replace('The shop', 'The new shop'))
    await expect(page.getByRole('heading', { name: 'The new shop' })).toBeVisible()
    await isAsItWas()
    // With another hook, React remounts the component.
    const other = SHOP.replace('const [told,', 'useState(0)\n const [told,')
    await change(other.replace('The shop', 'The newest shop'))
    await expect(page.getByRole('heading', { name: 'The newest shop' })).toBeVisible()
    await isAsItWas()
    expect(said.filter((line) => line.startsWith('loaded'))).toEqual(loads)
    await server.close()
    await consumer.stop()
  },
)

test(
  'the element is a chat: its attributes, its events, and its life on the page',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    const consumer = await createConsumer()
    const folder = join(consumer.folder, 'node_modules/alcove')
    for (const file of consumer.packed.filter((path) => path.endsWith('.js'))) {
      const script = await readFile(join(folder, file), 'utf8')
      site.add(`/alcove/${file}`, { html: script, headers: { 'content-type': 'text/javascript' } })
    }
    await consumer.stop()
    site.add('/element.html', {
      html: `<!doctype html><html lang="en"><title>Element</title><h1>Element</h1>
      <div id="here"><alcove-chat base-url="{{ALCOVE_ORIGIN}}" theme="dark"></alcove-chat></div><div id="there"></div>
      <script>window.told = []; for (const name of ['open', 'close', 'ready'])
        document.addEventListener('alcove:' + name, ({ detail }) => told.push([name, detail.by ?? 'nobody']))</script>
      <script type="module" src="/alcove/element.js"></script>`,
    })
    await page.goto('/element.html')
    const element = page.locator('alcove-chat')
    await chat.open()
    await expect(element).toHaveAttribute('open', '')
    await expect
      .poll(() => page.evaluate('told'))
      .toEqual([
        ['open', 'user'],
        ['ready', 'nobody'],
      ])
    await chat.send('say Hello')
    await expect(chat.answer).toContainText('Hello')

    await test.step('moved on the page, it goes on', async () => {
      await element.evaluate((it) => document.querySelector('#there')!.append(it))
      await expect(chat.answer).toContainText('Hello')
      await expect(page.locator('alcove-root')).toHaveCount(1)
    })
    await test.step('attributes of its look change it as it stands', async () => {
      await element.evaluate((it) => it.setAttribute('accent', '#b91c1c'))
      await expect(page.locator('#launcher')).toHaveCSS('background-color', 'rgb(185, 28, 28)')
      await expect(chat.answer).toContainText('Hello')
    })
    await test.step('its attribute closes and opens it', async () => {
      await element.evaluate((it) => it.removeAttribute('open'))
      await expect(chat.composer).toBeHidden()
      await element.evaluate((it) => it.setAttribute('open', ''))
      await expect(chat.composer).toBeVisible()
      expect(await page.evaluate('told.length')).toBe(4)
    })
    await test.step('taken away, it leaves; put back, the conversation is there', async () => {
      const kept = await element.evaluateHandle((it) => it)
      await element.evaluate((it) => it.remove())
      await expect(page.locator('alcove-root')).toHaveCount(0)
      await kept.evaluate((it) => document.body.append(it))
      await expect(chat.composer).toBeVisible()
      await expect(chat.answer).toContainText('Hello')
    })
  },
)

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import webpack from 'webpack'
import { expect, test } from '../fixtures.ts'
import { createConsumer } from './consumer.ts'

/** A React page with a chat in its place, another as an element, and another with a launcher. */
const createMain = (service: string) => `
  import { createElement as h, StrictMode, useState } from 'react'
  import { createRoot } from 'react-dom/client'
  import { AlcovePanel, useAlcove } from 'alcove/react'
  import 'alcove/element'

  function Shop() {
    const [count, setCount] = useState(0)
    const { isOpen } = useAlcove()
    return h('main', {},
      h('h1', {}, 'Shop'),
      h('p', {}, isOpen ? 'open' : 'closed'),
      h('button', { onClick: () => setCount(count + 1) }, 'Buy'),
      count < 2 && h(AlcovePanel, { baseUrl: '${service}', className: 'help', style: { height: 480 },
        startScreen: { greeting: 'Cart: ' + count } }),
      count === 2 && h('alcove-chat', { 'base-url': '${service}', mode: 'inline', style: { height: '300px' } }),
    )
  }
  createRoot(document.querySelector('#root')).render(h(StrictMode, {}, h(Shop)))`

test(
  'a component and an element have the chat in their own place',
  { tag: '@nightly' },
  async ({ page, site, chat, alcove }) => {
    const consumer = await createConsumer(['react', 'react-dom', 'scheduler'])
    await consumer.write({ 'main.js': createMain(`http://localhost:${alcove.port}`) })
    const compiler = webpack({
      context: consumer.folder,
      entry: './main.js',
      mode: 'production',
      output: { path: join(consumer.folder, 'built') },
    })
    await promisify(compiler.run.bind(compiler))()
    await promisify(compiler.close.bind(compiler))()
    const script = await readFile(join(consumer.folder, 'built/main.js'), 'utf8')
    await consumer.stop()
    site.add('/inline.js', { html: script, headers: { 'content-type': 'text/javascript' } })
    site.add('/inline-react.html', {
      html: '<!doctype html><html lang="en"><title>Shop</title><div id="root"></div><script src="/inline.js"></script>',
    })
    await page.goto('/inline-react.html')
    const panel = page.locator('.help alcove-root #panel')

    await test.step('the component says how large it is, and its options change with a render', async () => {
      await expect(chat.composer).toBeVisible()
      expect((await panel.boundingBox())!.height).toBe(480)
      await expect(page.getByText('open', { exact: true })).toBeVisible()
      await expect(chat.frame.getByRole('heading', { name: 'Cart: 0' })).toBeVisible()
      await chat.composer.fill('say Kept')
      await page.getByRole('button', { name: 'Buy' }).click()
      await expect(chat.frame.getByRole('heading', { name: 'Cart: 1' })).toBeVisible()
      await expect(chat.composer).toHaveValue('say Kept')
      await expect(page.locator('alcove-root')).toHaveCount(1)
    })

    await test.step('with it the chat goes, and one in an element has the draft', async () => {
      await page.getByRole('button', { name: 'Buy' }).click()
      await expect(page.locator('alcove-chat alcove-root')).toBeAttached()
      await expect(page.locator('alcove-root')).toHaveCount(1)
      await expect(chat.composer).toHaveValue('say Kept')
      await chat.composer.press('Enter')
      await expect(chat.answer).toContainText('Kept')
      expect((await page.locator('alcove-chat #panel').boundingBox())!.height).toBe(300)
    })

    await test.step('nothing of it stays', async () => {
      await page.getByRole('button', { name: 'Buy' }).click()
      await expect(page.locator('alcove-root')).toHaveCount(0)
    })
  },
)

import { basename, join } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { REPOSITORY_ROOT } from '../scripts/repository-root.ts'
import type { ChatPage } from './chat-page.ts'
import { expect, test } from './fixtures.ts'

// Pages whose framework controls the whole document: a router that replaces it, a library that hydrates it.

async function say(chat: ChatPage, words: string): Promise<void> {
  await chat.send(`say ${words}`)
  await expect(chat.answer).toContainText(words)
  await chat.settled()
}

/** Counts the requests for the frame's document. */
function countFrames(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.resourceType() === 'document' && request.url().endsWith('/frame')) count += 1
  })
  return () => count
}

test('pages whose router swaps attributes, head and body in a transition keep one chat, and its frame', async ({
  page,
  chat,
}) => {
  const frames = countFrames(page)
  const warnings: string[] = []
  page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()))
  await page.goto('/hosts/swapped.html')
  await chat.open()
  await say(chat, 'Before')
  await chat.composer.fill('half a thought')

  for (const name of ['Second', 'Third']) {
    await page.getByRole('link', { name: `${name} page` }).click()
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(page).toHaveTitle(name)
    await expect(chat.composer).toHaveValue('half a thought')
  }

  await say(chat, 'Afterwards')
  await expect(chat.log).toContainText('Before')
  await expect(page.locator('html > alcove-root')).toHaveCount(1)
  await test.step('the tag of each new body ran without an effect and a warning, another tag has one', async () => {
    expect(warnings).toEqual([])
    await page.evaluate(() => {
      const tag = document.querySelector<HTMLScriptElement>('script[src$="/alcove.js"]')!
      const other = document.createElement('script')
      other.dataset['theme'] = 'dark'
      other.src = tag.src
      document.body.append(other)
    })
    await expect.poll(() => warnings).toEqual([expect.stringContaining('loaded twice')])
  })
  await expect.poll(frames).toBe(1)
})

/** A page that React renders completely, including `<html>`; its script hydrates it when the test says so. */
const WHOLE_PAGE = `
  import { createElement as h, useState } from 'react'
  export function Page({ source, words }) {
    const [count, setCount] = useState(0)
    return h('html', { lang: 'en' },
      h('head', null, h('title', null, 'Whole'), h('link', { rel: 'icon', href: 'data:,' })),
      h('body', null,
        h('main', null, h('h1', null, words), h('button', { onClick: () => setCount(count + 1) }, 'Pressed ' + count)),
        h('script', { async: true, src: source })))
  }`
const HYDRATE = `
  import { createElement as h } from 'react'
  import { hydrateRoot } from 'react-dom/client'
  import { Page } from 'whole-page'
  window.hydrate = (source, words) => hydrateRoot(document, h(Page, { source, words }), { onRecoverableError() { window.hasMismatch = true } })`
const RENDER = `
  import { createElement as h } from 'react'
  import { renderToString } from 'react-dom/server'
  import { Page } from 'whole-page'
  export const render = (props) => '<!doctype html>' + renderToString(h(Page, props))`

/** Bundles a module from above, with React. */
async function bundle(name: 'hydrate' | 'render'): Promise<string> {
  const texts: Readonly<Record<string, string>> = {
    'whole-page': WHOLE_PAGE,
    'whole-hydrate': HYDRATE,
    'whole-render': RENDER,
  }
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'texts',
        enforce: 'pre',
        // As modules of the frame's folder, from which React is resolved.
        resolveId(id) {
          const path = join(REPOSITORY_ROOT, 'widget', `${basename(id)}.js`)
          return basename(id) in texts ? path : undefined
        },
        load: (id) => texts[basename(id, '.js')],
      },
    ],
    build: {
      write: false,
      lib: { entry: `whole-${name}`, formats: [name === 'render' ? 'es' : 'iife'], name: 'whole' },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error('Nothing was built')
  return output.output[0].code
}

test(
  'a document that React hydrates whole, or draws anew, keeps its chat',
  { tag: '@nightly' },
  async ({ page, site, alcove, chat }) => {
    const source = `http://localhost:${alcove.port}/alcove.js`
    const rendered = await bundle('render')
    const { render } = (await import(
      `data:text/javascript;base64,${Buffer.from(rendered).toString('base64')}`
    )) as { render(props: object): string }
    const code = await bundle('hydrate')
    site.answer('/hydrate.js', () => code)
    site.add('/whole.html', { html: render({ source, words: 'Whole' }) })

    for (const [words, isSame] of [
      ['Whole', true],
      ['Something else', false],
    ] as const) {
      await page.goto('/whole.html')
      await chat.open()
      await say(chat, `Before ${words}`)
      await page.addScriptTag({ url: '/hydrate.js' })
      await page.evaluate(
        ([from, text]) => Reflect.apply(Reflect.get(window, 'hydrate'), null, [from, text]),
        [source, words] as const,
      )

      await expect(page.getByRole('heading', { name: words })).toBeVisible()
      await page.getByRole('button', { name: 'Pressed 0' }).click()
      await expect(page.getByRole('button', { name: 'Pressed 1' })).toBeVisible()
      expect(await page.evaluate('window.hasMismatch === true')).toBe(!isSame)
      await expect(page.locator('html > alcove-root')).toHaveCount(1)
      await say(chat, `After ${words}`)
    }
  },
)

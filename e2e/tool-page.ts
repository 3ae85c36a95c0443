import type { Page } from '@playwright/test'
import type { HostSite } from './host-site.ts'

const SNIPPET = `<script>!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")</script>
<script async src="{{ALCOVE_ORIGIN}}/alcove.js" data-app="default"></script>`

/** A host page that runs its own script before the loader has loaded. */
const scriptedPage = (script: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title><link rel="icon" href="data:,"></head>
<body><main><h1>Shop</h1></main>
${SNIPPET}
<script>${script}</script>
</body>
</html>`

const SKU = `{ type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'], additionalProperties: false }`

/** Tools of a page, which records their actions. */
const TOOLS = `
  window.seen = []
  const parameters = ${SKU}
  const tool = (name, definition) => Alcove('tool', name, { description: name, parameters, ...definition })
  tool('get_cart', { scope: 'read', run: ({ sku }, { toolCallId }) => (seen.push([sku, toolCallId]), { count: 2 }) })
  tool('add_to_cart', { run: ({ sku }) => (seen.push(sku), { count: 3 }) })
  tool('broken', { scope: 'read', run() { throw new Error('The cart is closed') } })
  tool('slow', {
    scope: 'read',
    run: (_, { signal }) => new Promise(() => {
      seen.push('begun')
      signal.addEventListener('abort', () => seen.push('aborted'))
    }),
  })
  tool('pick_size', { kind: 'human', parameters: { type: 'object' } })
  tool('wrap', {
    scope: 'read',
    async run(_, { human }) {
      human('First?').catch((error) => seen.push(error.message))
      return { paper: await human({ message: 'Which paper?', choices: ['Red', 'Blue'] }) }
    },
  })
`

/** Tools with everything before and after a run. */
const WHOLE_TOOLS = `
  window.seen = []
  window.isOpen = true
  const parameters = ${SKU}
  const tool = (name, definition) => Alcove('tool', name, { description: name, parameters, ...definition })
  tool('fill_cart', {
    approval: 'ask-once',
    labels: { title: 'Fill the cart', fields: { sku: 'Article' }, hidden: ['sku'] },
    preview: ({ sku }) => ({ text: 'One more of ' + sku + ' <b>x</b>', fields: { Total: '€18' } }),
    run: ({ sku }) => (seen.push('filled ' + sku), { count: 1 }),
    undo({ sku }, result) {
      if (window.isStuck) throw new Error('The cart is closed')
      seen.push('emptied ' + sku + ' ' + result.count)
    },
  })
  tool('export', {
    scope: 'read',
    async run(_, { progress, signal }) {
      progress({ text: 'Page 1 of 2', fraction: 0.5 })
      await new Promise((resolve, reject) => {
        window.finish = resolve
        signal.addEventListener('abort', () => reject(signal.reason))
      })
      return { pages: 2 }
    },
  })
  tool('only_when_open', { scope: 'read', available: () => window.isOpen, run: () => 1 })
  tool('standard', {
    scope: 'read',
    parameters: {
      '~standard': {
        version: 1,
        vendor: 'page',
        validate: (value) => value.sku.startsWith('x')
          ? { issues: [{ message: 'No x, please', path: ['sku'] }] }
          : { value: { sku: value.sku.toUpperCase() } },
        jsonSchema: { input: () => parameters },
      },
    },
    run: ({ sku }) => (seen.push(sku), { sku }),
  })
`

/** Actions of the page's tools, in order. */
export const seen = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { seen: unknown[] }).seen)

/** Clears the recorded actions. */
export const forget = (page: Page) =>
  page.evaluate(() => void ((globalThis as unknown as { seen: unknown[] }).seen.length = 0))

/** Another address, to avoid data that a frame stored for the first page. */
export async function openWholeToolPage(page: Page, site: HostSite): Promise<void> {
  site.add('/whole-tools.html', { html: scriptedPage(WHOLE_TOOLS) })
  await page.goto('/whole-tools.html')
}

/** A host page with tools. */
export async function openToolPage(page: Page, site: HostSite): Promise<void> {
  site.add('/tools.html', { html: scriptedPage(TOOLS) })
  await page.goto('/tools.html')
}

import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { HostSite } from './host-site.ts'

// Pages as optimisers produce them: each rewrites the tag, and runs the file in its own way.

const LABEL = 'Ask the shop'
const OPTIONS = `data-app="default" data-launcher-label="${LABEL}"`
const SOURCE = '{{ALCOVE_ORIGIN}}/alcove.js'

/** A script of an optimiser in the page; its body runs scripts in that optimiser's way. */
const optimiser = (body: string) => `<script data-optimiser="true">${body}</script>`

/** Copies the attributes of a delayed tag to a new element, which runs. */
const REINSERT = (selector: string, source: string, isBare = false) => `
  addEventListener('load', () => {
    for (const old of document.querySelectorAll('${selector}')) {
      const script = document.createElement('script')
      if (!${isBare}) for (const { name, value } of old.attributes) if (name !== 'type') script.setAttribute(name, value)
      script.src = old.getAttribute('${source}')
      ${isBare ? 'document.head.append(script)' : 'old.replaceWith(script)'}
    }
  })`

/** Fetches the code, and runs it from an inline script. */
const RUN_TEXT = (how: string) => `
  addEventListener('load', async () => {
    const code = await (await fetch('/proxied/alcove.js')).text()
    ${how}
  })`

const PAGES: readonly (readonly [name: string, html: string])[] = [
  [
    'a type with a hash before it, and an evaluation (Rocket Loader)',
    `<script type="0a1b2c-text/javascript" src="${SOURCE}" ${OPTIONS}></script>${optimiser(
      RUN_TEXT(';(0, eval)(code)'),
    )}`,
  ],
  [
    'a type with a hash before it, and a new element without its attributes',
    `<script type="0a1b2c-text/javascript" src="${SOURCE}" ${OPTIONS}></script>${optimiser(
      REINSERT('[type^="0a1b2c"]', 'src', true),
    )}`,
  ],
  [
    'litespeed/javascript with data-src (LiteSpeed Cache)',
    `<script type="litespeed/javascript" data-src="${SOURCE}" data-optimized="1" ${OPTIONS}></script>${optimiser(
      REINSERT('[type^="litespeed"]', 'data-src'),
    )}`,
  ],
  [
    'rocketlazyloadscript with data-rocket-src (WP Rocket)',
    `<script type="rocketlazyloadscript" data-rocket-src="${SOURCE}?ver=6" data-minify="1" ${OPTIONS}></script>${optimiser(
      REINSERT('[type^="rocket"]', 'data-rocket-src'),
    )}`,
  ],
  [
    'a delayed type, and code from a blob (Perfmatters, NitroPack)',
    `<script type="pmdelayedscript" data-perfmatters-type="text/javascript" src="${SOURCE}" ${OPTIONS}></script>${optimiser(
      RUN_TEXT(
        `const script = document.createElement('script')
         script.src = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
         document.head.append(script)`,
      ),
    )}`,
  ],
  [
    'a source that comes later into the same element (Flying Scripts)',
    `<script data-type="lazy" data-src="${SOURCE}" ${OPTIONS}></script>${optimiser(`
      addEventListener('load', () => {
        const script = document.querySelector('[data-type="lazy"]')
        script.src = script.dataset.src
      })`)}`,
  ],
  ['a module', `<script type="module" src="${SOURCE}" ${OPTIONS}></script>`],
  [
    'code in a combined file beside the tag that was kept (Autoptimize, W3 Total Cache)',
    `<script type="text/plain" data-src="${SOURCE}" ${OPTIONS}></script>${optimiser(
      RUN_TEXT(
        `const script = document.createElement('script')
         script.text = 'window.theme = 1;' + code
         document.head.append(script)`,
      ),
    )}`,
  ],
]

/** Serves the file from the page's own address, like an optimiser's cache. */
async function proxyFile(page: Page, port: number) {
  const file = await (await page.request.get(`http://localhost:${port}/alcove.js`)).body()
  await page.route(/\/(proxied|cache)\/[^?]*\.js/, (route) =>
    route.fulfill({ body: file, contentType: 'text/javascript' }),
  )
}

function addPage(site: HostSite, html: string) {
  site.add('/optimised.html', {
    html: `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><main><h1>Shop</h1></main>${html}</html>`,
  })
}

for (const [name, html] of PAGES) {
  test(`the chat comes with its options from ${name}`, async ({ page, site, alcove, chat }) => {
    const errors: string[] = []
    page.on('console', (line) => line.type() === 'error' && errors.push(line.text()))
    await proxyFile(page, alcove.port)
    addPage(site, html)
    await page.goto('/optimised.html')

    await page.getByRole('button', { name: LABEL, exact: true }).click()
    await chat.send('say Here')

    await expect(chat.answer).toContainText('Here')
    expect(errors).toEqual([])
  })
}

const MISSING: readonly (readonly [name: string, html: string])[] = [
  ['a combined file without the tag', '<script src="/cache/combined-1.js"></script>'],
  ['a copy on the page’s own site', `<script src="/cache/alcove.js?ver=1" ${OPTIONS}></script>`],
  [
    'a module beside the tags of two services',
    `<script type="text/plain" src="${SOURCE}"></script>
     <script type="text/plain" src="http://127.0.0.1:9/alcove.js"></script>
     <script type="module" src="/cache/combined-2.js"></script>`,
  ],
]

for (const [name, html] of MISSING) {
  test(`${name} is told what to exclude, and gets no chat`, async ({
    page,
    site,
    alcove,
    chat,
  }) => {
    const errors: string[] = []
    page.on('console', (line) => line.type() === 'error' && errors.push(line.text()))
    await proxyFile(page, alcove.port)
    addPage(site, html)
    await page.goto('/optimised.html')

    await expect.poll(() => errors.join('\n')).toContain('exclude alcove.js')
    expect(await page.evaluate(`Alcove('open').catch(({ code }) => code)`)).toBe('config_invalid')
    await expect(chat.launcher).toBeHidden()
  })
}

test('a worker, where Partytown runs scripts, is told to leave the file to the page', async ({
  page,
  site,
  alcove,
}) => {
  const errors: string[] = []
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()))
  await proxyFile(page, alcove.port)
  addPage(site, `<script>new Worker('/proxied/alcove.js')</script>`)
  await page.goto('/optimised.html')

  await expect.poll(() => errors.join('\n')).toContain('alcove.js runs in a worker')
})

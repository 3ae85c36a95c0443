import { answers, expect, expectText, field, openEarly, questions, test } from './engine-test.ts'
import { holdFile } from './service-proxy.ts'

const isLong = process.env['ALCOVE_TEST_LONG'] === '1'
const TAKEOVERS = isLong ? 50 : 2
const APP_SCRIPT = /\/frame\/assets\/index-[^/]+\.js$/
const HOLD_MAX_MS = 500

// The app's script is held, so the document goes on loading.
test.use({ pageLoad: 'none' })

const html = (origin: string) =>
  `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1></main><script async src="${origin}/alcove.js"></script></html>`

const isTakenOver = (root: Element): boolean => root.querySelector('[data-early]') === null

test(
  'what is typed around the takeover is whole',
  { tag: '@long' },
  async ({ tab, baseURL, site, alcove, browserName }, info) => {
    test.slow()
    for (let run = 0; run < TAKEOVERS; run += 1) {
      const hold = await holdFile(alcove.port, APP_SCRIPT)
      try {
        const path = `/take-over-${browserName}-${info.repeatEachIndex}-${run}.html`
        site.add(path, { html: html(hold.origin) })
        await tab.goto(baseURL + path)
        await openEarly(tab)
        await tab.type(field, 'one ')
        expect(await tab.evaluate(isTakenOver)).toBe(false)
        setTimeout(hold.release, (HOLD_MAX_MS * run) / TAKEOVERS)
        await tab.typeAnywhere('two three four five six seven eight nine ten ')
        await expect.poll(() => tab.evaluate(isTakenOver)).toBe(true)
        await tab.typeAnywhere('eleven')

        expect(await tab.value(field)).toBe(
          'one two three four five six seven eight nine ten eleven',
        )
      } finally {
        await hold.stop()
      }
    }
  },
)

test('a message that was sent before the app came is sent once', async ({
  tab,
  baseURL,
  site,
  alcove,
  browserName,
}, info) => {
  const hold = await holdFile(alcove.port, APP_SCRIPT)
  try {
    const path = `/early-send-${browserName}-${info.repeatEachIndex}.html`
    site.add(path, { html: html(hold.origin) })
    await tab.goto(baseURL + path)
    await openEarly(tab)
    await tab.type(field, 'say Early')
    await tab.press('Enter')
    await expect.poll(() => tab.value(field)).toBe('')
    hold.release()

    await expectText(tab, answers, 'Early')
    expect(await tab.texts(questions)).toHaveLength(1)
  } finally {
    await hold.stop()
  }
})

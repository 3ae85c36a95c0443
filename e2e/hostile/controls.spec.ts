import gfm from 'cmark-gfm-js'
import { aimAt, HOSTILE_TEXTS, sampleOf } from './corpus/all-texts.ts'
import { BIDI_TEXTS, TURNING } from './corpus/bidi-texts.ts'
import { decodeOnceMore } from './decode-once-more.ts'
import { expect, IS_LONG, test } from './hostile-test.ts'
import type { PageAudit } from './install-watch.ts'

const SAMPLE_STEP = 24
const LOAD_LIMIT_MS = 2_000
/** Maximum share of texts that markdown turns into plain text, or that only look like an attack. */
const MOST_QUIET_SHARE = 0.03

declare const hostileAudit: PageAudit['hostileAudit']

test('@long the watch sees what these texts do on a page without defences', async ({
  page,
  site,
  watch,
  sink,
}) => {
  const quiet: string[] = []
  let pages = 0
  let executed = 0
  const hidden = new Set(BIDI_TEXTS.map(({ text }) => text))
  const texts = sampleOf(
    HOSTILE_TEXTS.filter((text) => !hidden.has(text)),
    IS_LONG,
    SAMPLE_STEP,
  ).map(aimAt(sink.origin))

  async function show(html: string): Promise<readonly string[]> {
    pages += 1
    const address = `/unsafe-${pages}.html`
    const answer = `<div class="md-root">${html}</div>`
    site.add(address, { html: `<!doctype html><meta charset="utf-8"><div>${answer}</div>` })
    watch.take()
    // Some of them keep loading, or navigate away.
    await page.goto(address, { timeout: LOAD_LIMIT_MS }).catch(() => undefined)
    const found = await page
      .evaluate(() => hostileAudit(document.documentElement))
      .catch(() => ['navigation'])
    return [...found, ...watch.take()]
  }

  for (const text of texts) {
    // Markdown without a filter, then no markdown at all, then an additional decoding step.
    let found: readonly string[] = []
    for (const careless of [gfm.convertUnsafe(text), text, decodeOnceMore(text)]) {
      if (found.length === 0) found = await show(careless)
    }
    if (found.length === 0) quiet.push(text)
    if (found.some((each) => each.startsWith('executed'))) executed += 1
  }

  expect(quiet.length, quiet.join('\n')).toBeLessThanOrEqual(texts.length * MOST_QUIET_SHARE)
  expect(executed).toBeGreaterThan(texts.length / 5)
  expect(sink.requests.length).toBeGreaterThan(0)
  console.log(
    `figure: hostile controls: ${texts.length} texts, ${executed} executed, ${texts.length - quiet.length} seen`,
  )
})

test('the watch sees each of these things in the frame itself', async ({
  page,
  chat,
  watch,
  sink,
}) => {
  await page.goto('/bare.html')
  await chat.open()
  await chat.send('say A harmless answer')
  await chat.settled()
  await expect(chat.answer.locator('.md-root')).toBeVisible()
  expect(watch.take()).toEqual([])
  watch.holdStill()

  const frame = page.frames().find((each) => each.parentFrame() !== null)!
  await frame.evaluate(async (origin) => {
    const root = document.querySelector('.md-root')!
    const put = (name: string, attributes: Readonly<Record<string, string>>) => {
      const element = document.createElement(name)
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
      root.append(element)
    }
    const attempt = (act: () => void) => {
      try {
        act()
      } catch {
        // Trusted Types forbid it, which is the searched finding.
      }
    }
    put('img', { src: `${origin}/image.png` })
    put('p', { class: 'error-card' })
    put('p', { style: 'background:url(x)' })
    put('a', { href: 'javascript:1' })
    put('a', { href: 'https://shop.example' })
    put('iframe', { src: 'about:blank' })
    await fetch(`${origin}/fetch`).catch(() => undefined)
    attempt(() => root.insertAdjacentHTML('beforeend', '<b>x</b>'))
    attempt(() => root.firstElementChild!.setAttribute('onmouseover', '1'))
    root.firstElementChild!.setAttribute('name', 'x')
    Reflect.set(globalThis, '__pwn', 1)
  }, sink.origin)

  const seen: string[] = []
  await expect
    .poll(() => {
      seen.push(...watch.take())
      return [
        /^executed: __pwn was set/,
        /^policy: img-src/,
        /^policy: connect-src/,
        /^policy: require-trusted-types-for .*insertAdjacentHTML/,
        /^policy: require-trusted-types-for .*onmouseover/,
        /^policy: style-src-attr/,
        /^dom: an attribute that loads \(src\)/,
        /^dom: an attribute of nobody \(name\)/,
        /^dom: a class of nobody/,
        /^dom: a link elsewhere \(href\) in <a href="javascript:1">/,
        /^dom: a link elsewhere \(href\) in <a href="https:\/\/shop.example">/,
        /^dom: an element in <iframe/,
        /^frame: /,
      ].filter((pattern) => !seen.some((each) => pattern.test(each)))
    })
    .toEqual([])
})

test(
  'a page that goes elsewhere, opens a window or asks another host is seen',
  { tag: '@nightly' },
  async ({ page, site, watch, sink }) => {
    const connections = sink.connections
    site.add('/leaves.html', {
      html: `<!doctype html><meta charset="utf-8"><button onclick="window.open('${sink.origin}/popup')">Go</button>
<img src="${sink.origin}/image.png">`,
    })
    await page.goto('/leaves.html')
    expect(sink.connections).toBeGreaterThan(connections)
    expect(watch.take()).toEqual([`request: image ${sink.origin}/image.png`])
    watch.holdStill()

    await page.getByRole('button').click()
    await page.evaluate((to) => {
      alert('x')
      location.assign(to)
    }, `${sink.origin}/gone`)
    await page.waitForURL(`${sink.origin}/gone`)

    const seen: string[] = []
    await expect
      .poll(() => {
        seen.push(...watch.take())
        return [
          /^popup: /,
          /^dialog: x$/,
          /^navigation: .*\/gone$/,
          /^request: document .*\/gone$/,
          /^request: document .*\/popup$/,
        ].filter((pattern) => !seen.some((each) => pattern.test(each)))
      })
      .toEqual([])
  },
)

test('the corpus holds characters that turn or hide words', { tag: '@nightly' }, () => {
  expect(BIDI_TEXTS.filter(({ text }) => TURNING.test(text)).length).toBeGreaterThanOrEqual(20)
})

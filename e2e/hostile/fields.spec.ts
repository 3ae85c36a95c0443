import type { Frame, Page } from '@playwright/test'
import { HOST_SECRET } from '../fixtures.ts'
import { createHostToken, signedInPage } from '../host-token.ts'
import { aimAt, isStorable, sampleOf, XSS_TEXTS } from './corpus/all-texts.ts'
import { BIDI_TEXTS, TURNING } from './corpus/bidi-texts.ts'
import { EXFIL_TEXTS } from './corpus/exfil-texts.ts'
import { REFUSED_ADDRESSES } from './corpus/link-addresses.ts'
import { SPOOF_TEXTS } from './corpus/spoof-texts.ts'
import { expect, IS_LONG, test } from './hostile-test.ts'
import type { PageAudit } from './install-watch.ts'
import { seedHostileThread, type StoredMessage } from './seed-hostile-thread.ts'
import { FIELD_COUNT, writeCards, writeFields } from './stored-fields.ts'

const PER_THREAD = 16
const SAMPLE_STEP = 24
const TITLE_MAX = 255
const LEAST_PLACES = 10
/** A right-to-left word, which reorders neighbouring text unless that is isolated. */
const RTL_WORD = '\u05d0\u05d1\u05d2'

declare const hostileAudit: PageAudit['hostileAudit']

/** Shows the code points of reordering or hiding characters. */
const marked = (title: string): string =>
  title.replace(
    new RegExp(TURNING, 'gu'),
    (found) => `[U+${found.codePointAt(0)!.toString(16).toUpperCase()}]`,
  )

const frameOf = (page: Page): Frame => page.frames().find((frame) => frame.parentFrame() !== null)!

/** Opens every folded line until none is left, once all parts of the page have loaded. */
async function unfoldAll(frame: Frame): Promise<void> {
  await expect(frame.locator('article [aria-expanded]').first()).toBeVisible()
  await expect(frame.locator('article .file-chip, article .decision').first()).toBeVisible()
  await frame.evaluate(async () => {
    const next = () => new Promise(requestAnimationFrame)
    for (let round = 0; round < 4; round += 1) {
      for (const each of document.querySelectorAll('article [aria-expanded="false"]')) {
        if (each instanceof HTMLElement) each.click()
      }
      await next()
      await next()
    }
  })
}

test.describe('hostile texts in the fields of a message', () => {
  let threads = 0

  async function openThread(
    world: {
      page: Page
      alcove: { port: number }
      site: { add(path: string, page: { html: string }): void }
    },
    testId: string,
    title: string,
    messages: readonly StoredMessage[],
  ): Promise<Frame> {
    threads += 1
    const user = `fields-${testId}-${threads}`
    const token = createHostToken(user, HOST_SECRET)
    await seedHostileThread(`http://localhost:${world.alcove.port}`, token, { title, messages })
    world.site.add(`/${user}.html`, { html: signedInPage(token) })
    await world.page.goto(`/${user}.html`)
    await world.page.getByRole('button', { name: 'Open chat' }).click()
    const frame = world.page.frameLocator('iframe[title="Chat"]')
    await expect(frame.getByRole('article')).toHaveCount(messages.length)
    return frameOf(world.page)
  }

  test('@long are text', async ({ page, alcove, site, watch, sink }, { testId }) => {
    const connections = sink.connections
    const texts = sampleOf(
      [...XSS_TEXTS, ...EXFIL_TEXTS, ...REFUSED_ADDRESSES, ...SPOOF_TEXTS],
      IS_LONG,
      SAMPLE_STEP,
    )
      .map(aimAt(sink.origin))
      .filter(isStorable)

    for (let start = 0; start < texts.length; start += PER_THREAD) {
      const some = texts.slice(start, start + PER_THREAD)
      for (const write of [writeFields, writeCards]) {
        watch.release()
        const title = some[0]!.slice(0, TITLE_MAX)
        const frame = await openThread({ page, alcove, site }, testId, title, write(some))
        watch.holdStill()
        await unfoldAll(frame)

        const shown = await frame.evaluate(() => document.body.textContent)
        const isShown = (text: string) => shown.includes(text) || shown.includes(marked(text))
        expect(some.filter((text) => !isShown(text.split('\n')[0]!))).toEqual([])
        expect(await frame.locator('h1').textContent()).toBe(marked(title))
        expect(await frame.evaluate(() => hostileAudit(document.body))).toEqual([])
        expect(watch.take()).toEqual([])
      }
    }
    expect(sink.connections).toBe(connections)
    console.log(
      `figure: hostile texts: ${texts.length} in ${FIELD_COUNT} fields each, 0 executed, 0 requests`,
    )
  })

  test(
    'stand apart from the words around them',
    { tag: '@nightly' },
    async ({ page, alcove, site, watch }, { testId }) => {
      const text = `${RTL_WORD} 1.2 x`
      const frame = await openThread({ page, alcove, site }, testId, text, writeFields([text]))
      await unfoldAll(frame)

      const mixed = await frame.evaluate((word) => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        const found: string[] = []
        let count = 0
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          if (!node.nodeValue!.includes(word)) continue
          count += 1
          let element = node.parentElement!
          const isApart = () => /isolate|plaintext/.test(getComputedStyle(element).unicodeBidi)
          const isInline = () => getComputedStyle(element).display.startsWith('inline')
          while (!isApart() && isInline()) element = element.parentElement!
          // A block with no other content is isolated as well.
          const isAlone = element.textContent.trim() === node.nodeValue!.trim()
          if (!isApart() && !isAlone) found.push(element.outerHTML.slice(0, 200))
        }
        return { found, count }
      }, RTL_WORD)

      expect(mixed.count).toBeGreaterThan(LEAST_PLACES)
      expect(mixed.found).toEqual([])
      expect(watch.take()).toEqual([])
    },
  )

  test(
    'have no character in a label that turns or hides words',
    { tag: '@nightly' },
    async ({ page, alcove, site }, { testId }) => {
      const texts = BIDI_TEXTS.map(({ text }) => text).filter((text) => TURNING.test(text))
      const frame = await openThread({ page, alcove, site }, testId, texts[0]!, writeFields(texts))
      await unfoldAll(frame)

      const found = await frame.evaluate((source) => {
        const isTurning = new RegExp(source, 'u')
        const places = new Set<string>()
        for (const element of document.querySelectorAll('body *')) {
          const words = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
          const name = `${element.localName}.${element.className}`
          if (words.some((node) => isTurning.test(node.nodeValue!))) places.add(name)
          for (const attribute of element.getAttributeNames()) {
            if (isTurning.test(element.getAttribute(attribute)!))
              places.add(`${name}[${attribute}]`)
          }
        }
        return [...places]
      }, TURNING.source)

      // The person's own text stays as it was typed.
      expect(found.filter((place) => place !== 'p.slip plain-text')).toEqual([])
    },
  )

  test(
    'an image that is stored with an address elsewhere is stopped by the policy',
    { tag: '@nightly' },
    async ({ page, alcove, site, watch, sink }, { testId }) => {
      const connections = sink.connections
      const url = `${sink.origin}/stored.png?q=SECRET`
      const attachment = {
        id: 'a',
        type: 'image',
        name: 'photo.png',
        contentType: 'image/png',
        size: 9,
      }
      const attachments = [{ ...attachment, url }]
      await openThread({ page, alcove, site }, testId, 'Files', [
        { role: 'user', content: [], metadata: { custom: { attachments } } },
      ])

      const seen: string[] = []
      await expect
        .poll(() => seen.push(...watch.take()) > 0 && seen)
        .toContainEqual(`policy: img-src stopped ${url} `)
      expect(sink.connections).toBe(connections)
    },
  )
})

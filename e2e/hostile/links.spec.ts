import { aimAt, HOSTILE_TEXTS, isStorable, sampleOf } from './corpus/all-texts.ts'
import { REFUSED_ADDRESSES, TAKEN_ADDRESSES } from './corpus/link-addresses.ts'
import { expect, IS_LONG, test } from './hostile-test.ts'
import { sayExactly } from './write-script.ts'

const SAMPLE_STEP = 80
/** Longer than the delay before any browser prefetches a hovered link. */
const IDLE_MS = 1_200

test.beforeEach(async ({ page, chat }) => {
  await page.goto('/bare.html')
  await chat.open()
})

test('a link asks for nothing until it is pressed, and then says nothing of where it stood', async ({
  page,
  context,
  chat,
  watch,
  sink,
}) => {
  const { origin } = sink
  const { connections } = sink
  // Other tests of the same worker have sent requests to this host as well.
  const earlier = sink.requests.length
  await chat.send(
    sayExactly(
      `[named](${origin}/named) ${origin}/bare <${origin}/angled> ![image](${origin}/image.png) [noted][n]\n\n[n]: ${origin}/noted`,
    ),
  )
  await chat.settled()
  const links = chat.answer.getByRole('link')
  await expect(links).toHaveCount(5)
  watch.holdStill()

  for (const link of await links.all()) {
    await link.hover()
    await link.focus()
  }
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), IDLE_MS)
  expect(watch.take()).toEqual([])
  expect(sink.connections).toBe(connections)

  watch.release()
  for (const path of ['/named', '/bare', '/angled', '/image.png', '/noted']) {
    const popup = context.waitForEvent('page')
    await chat.answer.locator(`a[href="${origin}${path}"]`).click()
    const opened = await popup
    await opened.waitForURL(`${origin}${path}`)
    expect(await opened.evaluate(() => [opener, document.referrer])).toEqual([null, ''])
    const asked = sink.requests.slice(earlier).find((request) => request.path === path)
    expect(asked?.headers).toBeDefined()
    expect(asked?.headers.referer).toBeUndefined()
    expect(asked?.headers.origin).toBeUndefined()
    await opened.close()
  }
  // The embedding page has not navigated.
  expect(page.url()).toContain('/bare.html')
})

test(
  'the same host is told everything by a link without these precautions (T11)',
  { tag: '@nightly' },
  async ({ page, context, site, sink }) => {
    site.add('/tells.html', {
      html: `<!doctype html><meta charset="utf-8"><meta name="referrer" content="unsafe-url"><a href="${sink.origin}/told" target="_blank" rel="opener">Go</a>`,
    })
    await page.goto('/tells.html')
    const popup = context.waitForEvent('page')
    await page.getByRole('link').click()
    const opened = await popup
    await opened.waitForURL(`${sink.origin}/told`)

    expect(await opened.evaluate(() => opener !== null)).toBe(true)
    const asked = sink.requests.find(({ path }) => path === '/told')
    expect(asked?.headers.referer).toContain('/tells.html')
  },
)

test(
  'only addresses of the web, mail and telephones are links',
  { tag: '@nightly' },
  async ({ chat, watch }) => {
    watch.holdStill()
    const write = (addresses: readonly string[]) =>
      addresses.map((address, index) => `- ${index} [text](<${address}>)`).join('\n')
    const refused = REFUSED_ADDRESSES.filter((address) => !/[\n\r]/.test(address))

    await chat.send(sayExactly(write(TAKEN_ADDRESSES)))
    await chat.settled()
    await expect(chat.answer.getByRole('link')).toHaveCount(TAKEN_ADDRESSES.length)

    await chat.send(sayExactly(write(refused)))
    await chat.settled()
    await expect(chat.answer.getByRole('listitem')).toHaveCount(refused.length)
    await expect(chat.answer.getByRole('link')).toHaveCount(0)
    expect(watch.take()).toEqual([])
  },
)

test('@long what a person writes is shown as it was typed', async ({ page, chat, watch, sink }) => {
  const connections = sink.connections
  watch.holdStill()
  // The field accepts text that can be typed; its line ends are one character.
  const texts = sampleOf(HOSTILE_TEXTS, IS_LONG, SAMPLE_STEP)
    .map(aimAt(sink.origin))
    .map((text) => text.replace(/\r\n?/g, '\n').trim())
    .filter(isStorable)

  for (const text of texts) {
    await chat.send(text)
    await chat.settled()
    const words = chat.log.getByRole('article').nth(-2).locator('.slip')
    const shown = await words.evaluate((element) => {
      const copy = element.cloneNode(true) as Element
      // Hints of links for screen readers.
      for (const hint of copy.querySelectorAll('a .md-hidden')) hint.remove()
      return {
        text: copy.textContent,
        elements: [...copy.querySelectorAll(':not(a)')].map(({ localName }) => localName),
        schemes: [...copy.querySelectorAll('a')].map(({ protocol }) => protocol),
      }
    })
    // Addresses are links; everything else is plain text.
    const schemes = shown.schemes.filter((scheme) => !/^(https?|mailto):$/.test(scheme))
    expect({ ...shown, schemes }).toEqual({ text, elements: [], schemes: [] })
  }

  expect(watch.take()).toEqual([])
  expect(sink.connections).toBe(connections)
  expect(page.url()).toContain('/bare.html')
  console.log(`figure: hostile texts: ${texts.length} typed by a person, shown literally`)
})

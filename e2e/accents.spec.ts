import type { Frame, Page } from '@playwright/test'
import { callChat } from './call-chat.ts'
import { contrastOf, lightOf } from './contrast.ts'
import { expect, test } from './fixtures.ts'
import { addTagPage } from './tag-page.ts'

/** Red, green and blue in sixteen steps each; the short run takes a sample. */
const STEPS = process.env['ALCOVE_TEST_LONG'] === '1' ? 1 : 97
const ACCENTS = Array.from({ length: 4_096 }, (_, index) => {
  const parts = [index >> 8, (index >> 4) & 15, index & 15]
  return `#${parts.map((part) => (part * 17).toString(16).padStart(2, '0')).join('')}`
}).filter((_, index) => index % STEPS === 0)
/** Number of accents from tags, because each needs a new frame. */
const FRAMES = 16
const TEXT_RATIO = 4.5

const GROUNDS = ['canvas', 'surface', 'raised', 'sunken', 'soft-accent'] as const
/** Pairs of a text or sign, its backgrounds, and WCAG's ratio for them. */
const PAIRS: readonly (readonly [front: string, grounds: readonly string[], ratio: number])[] = [
  ['text', GROUNDS, TEXT_RATIO],
  ['text-muted', GROUNDS, TEXT_RATIO],
  ['text-faint', GROUNDS, TEXT_RATIO],
  ['link', GROUNDS, TEXT_RATIO],
  ['on-accent', ['accent', 'accent-hover'], TEXT_RATIO],
  ['danger', ['danger-bg', 'canvas', 'surface'], TEXT_RATIO],
  ['control', GROUNDS, 3],
  ['focus', GROUNDS, 3],
  ['accent', GROUNDS, 3],
]
const TOKENS = [...new Set(PAIRS.flatMap(([front, grounds]) => [front, ...grounds]))]

type Palette = Readonly<Record<string, string>>

const lightOfHex = (hex: string) => {
  const [red, green, blue] = [1, 3, 5].map((start) =>
    Number.parseInt(hex.slice(start, start + 2), 16),
  )
  return lightOf(red!, green!, blue!)
}

const contrast = (one: string, other: string) => contrastOf(lightOfHex(one), lightOfHex(other))

const findWeakPairs = (palette: Palette) =>
  PAIRS.flatMap(([front, grounds, least]) =>
    grounds
      .filter((ground) => contrast(palette[front]!, palette[ground]!) < least)
      .map((ground) => `${front} on ${ground}`),
  )

/** The current colours of a document. */
const readPalette = (frame: Frame) =>
  frame.evaluate((tokens) => {
    const style = getComputedStyle(document.documentElement)
    return Object.fromEntries(
      tokens.map((token) => [token, style.getPropertyValue(`--${token}`).trim()]),
    )
  }, TOKENS) as Promise<Palette>

const findFrame = (page: Page) => page.frames().find((each) => each.parentFrame() !== null)!

const toHex = (colour: string) =>
  `#${colour
    .match(/\d+/g)!
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`

const readLauncher = async (page: Page) => {
  const [ground, sign] = await page.locator('alcove-root #launcher').evaluate((launcher) => {
    const { backgroundColor, color } = getComputedStyle(launcher)
    return [backgroundColor, color] as const
  })
  return { ground: toHex(ground), sign: toHex(sign) }
}

test(
  `whatever accent a page sets, and in whichever scheme, all can be read at once: ${ACCENTS.length} accents`,
  { tag: ['@nightly', '@long'] },
  async ({ page, site, chat }) => {
    test.setTimeout(ACCENTS.length * 1_000 + 30_000)
    addTagPage(site, '/accents.html', '')
    await page.goto('/accents.html')
    await chat.open()
    const frame = findFrame(page)
    // From here on, each drawn frame records its accent.
    await frame.evaluate(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      const look = () => {
        const accent = getComputedStyle(document.documentElement).getPropertyValue('--accent')
        if (seen.at(-1) !== accent) seen.push(accent)
        requestAnimationFrame(look)
      }
      look()
    })
    const drawn = new Set([
      await frame.evaluate(() => (window as unknown as { seen: string[] }).seen[0]),
    ])

    for (const scheme of ['light', 'dark'] as const) {
      for (const accent of ACCENTS) {
        await callChat(page, 'setTheme', { scheme, accent })
        const palette = await readPalette(frame)
        expect(findWeakPairs(palette), `${accent} ${scheme}`).toEqual([])
        drawn.add(palette['accent'])
      }
    }

    // No intermediate colour was ever on the screen.
    const seen = await frame.evaluate(() => (window as unknown as { seen: string[] }).seen)
    expect(seen.filter((accent) => !drawn.has(accent))).toEqual([])
    expect(seen.length).toBeGreaterThan(1)
  },
)

test(
  `whatever accent a tag has, its launcher has that, and a sign that can be read: ${ACCENTS.length} accents`,
  { tag: ['@nightly', '@long'] },
  async ({ page, site, alcove }) => {
    test.setTimeout(ACCENTS.length * 1_000 + 60_000)
    site.add('/tags.html', {
      html: '<!doctype html><html lang="en"><title>Tags</title><link rel="icon" href="data:,"><h1>Tags</h1></html>',
    })
    await page.goto('/tags.html')
    const src = `http://localhost:${alcove.port}/alcove.js`

    for (const [index, accent] of ACCENTS.entries()) {
      await page.evaluate(
        async ([address, value]) => {
          void window.Alcove?.('destroy')
          const script = document.createElement('script')
          script.src = address
          script.dataset['accent'] = value
          const loaded = new Promise((resolve) => (script.onload = resolve))
          document.head.append(script)
          await loaded
          while (!document.querySelector('alcove-root')) await new Promise(requestAnimationFrame)
        },
        [src, accent] as const,
      )
      const { ground, sign } = await readLauncher(page)
      expect(ground).toBe(accent)
      expect(contrast(sign, ground), accent).toBeGreaterThanOrEqual(TEXT_RATIO)

      if (index % Math.ceil(ACCENTS.length / FRAMES) !== 0) continue
      await callChat(page, 'open')
      expect(findWeakPairs(await readPalette(findFrame(page))), accent).toEqual([])
      // Launcher and frame have the same colour.
      expect((await readLauncher(page)).ground).toBe(accent)
    }
  },
)

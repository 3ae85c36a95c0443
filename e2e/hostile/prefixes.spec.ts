import type { Page } from '@playwright/test'
import { aimAt, HOSTILE_TEXTS, sampleOf } from './corpus/all-texts.ts'
import { BIDI_TEXTS, TURNING } from './corpus/bidi-texts.ts'
import { BOMB_TEXTS, MATH_BOMB_TEXTS } from './corpus/bomb-texts.ts'
import { expect, IS_LONG, test } from './hostile-test.ts'
import type { PageAudit } from './install-watch.ts'
import type { MountedAnswer } from './start-markdown-page.ts'

/** Limit for drawing one prefix of a bomb. */
const SHOW_LIMIT_MS = 2_500
const LONG_STEPS = 40
const SHORT_STEPS = 2
const CHUNK = 20
const SAMPLE_STEP = 16
/** `bombs.spec.ts` has all of them in one conversation. */
const BOMB_STEP = 3
const SHOWN_FINDINGS = 20

interface Outcome {
  readonly prefixes: number
  /** Each finding with the first text that causes it. */
  readonly findings: readonly (readonly [finding: string, text: string])[]
}

declare const mountAnswer: () => MountedAnswer
declare const hostileAudit: PageAudit['hostileAudit']

/** Shows each text growing by one unit at a time, and each prefix as a finished answer. */
function showAllPrefixes([texts, turning]: readonly [readonly string[], string]): Outcome {
  const isTurning = new RegExp(turning, 'u')
  const findings = new Map<string, string>()
  let prefixes = 0
  for (const text of texts) {
    const growing = mountAnswer()
    for (let end = 1; end <= text.length; end += 1) {
      const prefix = text.slice(0, end)
      const finished = mountAnswer()
      growing.show(prefix, true)
      finished.show(prefix, false)
      prefixes += 1
      for (const { place } of [growing, finished]) {
        const found = hostileAudit(place)
        if (isTurning.test(place.textContent)) found.push('turns: a character in the words')
        const names = [...place.querySelectorAll('*')].flatMap((element) =>
          element.getAttributeNames().filter((name) => isTurning.test(element.getAttribute(name)!)),
        )
        for (const name of names) found.push(`turns: a character in ${name}`)
        for (const each of found) if (!findings.has(each)) findings.set(each, prefix)
      }
      finished.remove()
    }
    growing.show(text, false)
    growing.remove()
  }
  return { prefixes, findings: [...findings] }
}

async function showAll(page: Page, texts: readonly string[]): Promise<Outcome> {
  let prefixes = 0
  const findings = new Map<string, string>()
  for (let start = 0; start < texts.length; start += CHUNK) {
    const chunk = texts.slice(start, start + CHUNK)
    const outcome = await page.evaluate(showAllPrefixes, [chunk, TURNING.source] as const)
    prefixes += outcome.prefixes
    for (const [finding, text] of outcome.findings) {
      if (!findings.has(finding)) findings.set(finding, text)
    }
  }
  return { prefixes, findings: [...findings] }
}

// The tests share one page, so they run in sequence.
test.describe.configure({ mode: 'default' })

test('@long no beginning of a hostile text makes more than words', async ({
  page,
  watch,
  sink,
  markdownPage,
}) => {
  const connections = sink.connections
  const texts = sampleOf(HOSTILE_TEXTS, IS_LONG, SAMPLE_STEP).map(aimAt(sink.origin))
  await markdownPage.open(page)
  watch.take()
  watch.holdStill()

  const { prefixes, findings } = await showAll(page, texts)

  const made = findings.filter(([finding]) => !finding.startsWith('turns: '))
  expect(made.slice(0, SHOWN_FINDINGS)).toEqual([])
  expect(watch.take()).toEqual([])
  expect(sink.connections).toBe(connections)
  console.log(
    `figure: hostile texts: ${texts.length} at all ${prefixes} prefixes, streamed and finished, 0 executed, 0 requests`,
  )
})

test(
  'no beginning of a text holds a character that turns or hides words',
  { tag: '@nightly' },
  async ({ page, watch, markdownPage }) => {
    await markdownPage.open(page)

    const { findings } = await showAll(
      page,
      BIDI_TEXTS.flatMap(({ text }) => [
        text,
        `\`${text}\``,
        `| ${text} |\n|-|\n| x |`,
        `[${text}](/)`,
      ]),
    )

    expect(findings).toEqual([])
    expect(watch.take().filter((each) => each.startsWith('dom: '))).toEqual([])
  },
)

const bombs = sampleOf([...BOMB_TEXTS, ...MATH_BOMB_TEXTS], IS_LONG, BOMB_STEP)

test(
  '@long no bomb holds the page up at any of its beginnings',
  { tag: '@timed' },
  async ({ page, watch, markdownPage }) => {
    await markdownPage.open(page)
    watch.take()
    const slow: string[] = []
    let slowest = 0
    let count = 0

    for (const { name, text } of bombs) {
      const times = await page.evaluate(
        async ([text, steps]) => {
          const answer = mountAnswer()
          const times: number[] = []
          const show = async (end: number, isStreaming: boolean) => {
            const start = performance.now()
            answer.show(text.slice(0, end), isStreaming)
            // Includes layout and work after the paint.
            void document.body.offsetHeight
            await new Promise((resolve) => setTimeout(resolve))
            times.push(performance.now() - start)
          }
          for (let step = 1; step <= steps; step += 1) {
            await show(Math.ceil((text.length * step) / steps), true)
          }
          await show(text.length, false)
          answer.remove()
          return times
        },
        [text, IS_LONG ? LONG_STEPS : SHORT_STEPS] as const,
      )
      const most = Math.max(...times)
      count += times.length
      slowest = Math.max(slowest, most)
      if (most > SHOW_LIMIT_MS) slow.push(`${name}: ${Math.round(most)} ms`)
    }

    expect(slow).toEqual([])
    expect(watch.take()).toEqual([])
    console.log(
      `figure: bombs: ${bombs.length} alone, ${count} beginnings, slowest ${Math.round(slowest)} ms`,
    )
  },
)

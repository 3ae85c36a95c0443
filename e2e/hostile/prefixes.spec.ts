import type { Page } from '@playwright/test'
import { aimAt, HOSTILE_TEXTS, sampleOf } from './corpus/all-texts.ts'
import { BIDI_TEXTS, TURNING } from './corpus/bidi-texts.ts'
import { expect, IS_LONG, test } from './hostile-test.ts'
import type { PageAudit } from './install-watch.ts'
import { startMarkdownPage, type MarkdownPage, type MountedAnswer } from './start-markdown-page.ts'

const CHUNK = 20
const SAMPLE_STEP = 8
const SHOWN_FINDINGS = 20

interface Outcome {
  readonly prefixes: number
  /** Each with the first text that brings it about. */
  readonly findings: readonly (readonly [finding: string, text: string])[]
}

declare const mountAnswer: () => MountedAnswer
declare const hostileAudit: PageAudit['hostileAudit']

/** Shows each text as it grows by one unit, and each of its beginnings as a finished answer. */
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

let markdownPage: MarkdownPage

test.beforeAll(async ({ alcove }) => {
  markdownPage = await startMarkdownPage(`http://localhost:${alcove.port}/frame`)
})
test.afterAll(() => markdownPage.stop())

test('@long no beginning of a hostile text makes more than words', async ({
  page,
  watch,
  sink,
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

test('no beginning of a text holds a character that turns or hides words', async ({
  page,
  watch,
}) => {
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
})

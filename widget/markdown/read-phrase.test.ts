import { expect, test } from 'vitest'
import { createDefinitions } from './definitions.ts'
import { MAX_ADDRESS_PARENS, MAX_INLINE_DEPTH, MAX_LABEL_CHARS } from './limits.ts'
import type { Inline } from './nodes.ts'
import { readPhrase } from './read-phrase.ts'

const TAIL = { isTail: true, isGrowing: true }
const FINISHED = { isTail: false, isGrowing: false }

/** Inlines in a short form: `{strong:b}` for an element, the text itself for text. */
function shorten(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      switch (inline.type) {
        case 'text':
          return inline.text
        case 'break':
          return '{break}'
        case 'link':
          return `{link ${inline.address}:${shorten(inline.children)}}`
        case 'image':
          return `{image ${inline.address}:${inline.description}}`
        case 'note':
          return `{note:${inline.label}}`
        case 'code':
        case 'math':
        case 'html':
          return `{${inline.type}:${inline.text}}`
        case 'strong':
        case 'em':
        case 'del':
          return `{${inline.type}:${shorten(inline.children)}}`
        default:
          return inline satisfies never
      }
    })
    .join('')
}

const readTail = (text: string) => shorten(readPhrase(text, createDefinitions(), TAIL).inlines)
const read = (text: string) => shorten(readPhrase(text, createDefinitions(), FINISHED).inlines)

test.each([
  ['plain text', 'plain text'],
  ['a **b', 'a {strong:b}'],
  ['a **b ', 'a {strong:b}'],
  ['a **b*', 'a {strong:b}'],
  ['a **b**', 'a {strong:b}'],
  ['a **', 'a'],
  ['*a **b', '{em:a {strong:b}}'],
  ['***a', '{strong:{em:a}}'],
  ['_a', '{em:a}'],
  ['~~a', '{del:a}'],
  ['~5 minutes', '~5 minutes'],
  ['snake_case', 'snake_case'],
  ['2*3', '2*3'],
  ['5 * 3', '5 * 3'],
  ['a `b', 'a {code:b}'],
  ['a ``b `c', 'a {code:b `c}'],
  ['a ``b `', 'a {code:b}'],
  ['a `', 'a '],
  ['**a `b', '{strong:a {code:b}}'],
  ['`**a', '{code:**a}'],
  ['a [b', 'a b'],
  ['a [b]', 'a b'],
  ['a [b](http://c', 'a b'],
  ['a [b](http://c "t', 'a b'],
  ['a [b](c)', 'a {link c:b}'],
  ['a [b][c', 'a b'],
  ['a [b][c]', 'a {link :b}'],
  ['a [b', 'a b'],
  ['a[0] is', 'a[0] is'],
  ['a [**b', 'a {strong:b}'],
  ['**a [b', '{strong:a b}'],
  ['a ![b', 'a '],
  ['a ![b](http://c', 'a '],
  ['[![b](c', ''],
  ['a[^b', 'a'],
  ['a[^b]', 'a{note:b}'],
  ['a <https://b.c', 'a {link https://b.c:https://b.c}'],
  ['a \\', 'a'],
  ['a \\*b', 'a *b'],
  ['a \\\\', 'a \\'],
  ['a **b\\', 'a {strong:b}'],
  ['AT&T is', 'AT&T is'],
  ['a &am', 'a'],
  ['a <b', 'a'],
  ['a <br /', 'a'],
  ['a !', 'a'],
  ['a $x', 'a {math:x}'],
  ['a $$x', 'a {math:x}'],
  ['a \\(x', 'a {math:x}'],
  ['a $', 'a'],
  ['a ${H', 'a {math:{H}'],
  ['a ${HO', 'a ${HO'],
  ['a ${HOME}/bin:', 'a ${HOME}/bin:'],
  ['a ${HOME}/bin:${PA', 'a ${HOME}/bin:${PA'],
  ['a![^b]', 'a!{note:b}'],
])('reads %j at the end of a stream as %j (U43)', (text, expected) => {
  expect(readTail(text)).toBe(expected)
})

test.each([
  ['a **b', 'a **b'],
  ['a `b', 'a `b'],
  ['a [b', 'a [b'],
  ['a ![b](c', 'a ![b](c'],
  ['a[^b]', 'a[^b]'],
  ['[a][b]', '[a][b]'],
  ['a \\', 'a \\'],
  ['a &am', 'a &am'],
  ['a $x', 'a $x'],
  ['~~a', '~~a'],
])('reads %j at the end of an answer as %j', (text, expected) => {
  expect(read(text)).toBe(expected)
})

test('closes what a growing phrase leaves open, as the end would, for every cut of a long one', () => {
  const text = '**a `b` [c *d*](https://e.f) ~~g~~ ***h*** <https://j.k> ![l](m) &amp; n**'

  for (let end = 1; end < text.length; end += 1) {
    const shown = readTail(text.slice(0, end))
    expect(shown).not.toMatch(/[*~`[\]]|&a/)
  }
  expect(readTail(text)).toBe(read(text))
})

const nested = (depth: number) => {
  const marks = Array.from({ length: depth }, (_, at) => (at % 2 ? '~~' : '**'))
  const open = marks.map((mark) => `${mark}a `)
  return [...open, ...marks.toReversed().map((mark) => `a${mark} `)].join('')
}

test('nests elements as deep as the limit and no deeper', () => {
  expect(read(nested(MAX_INLINE_DEPTH))).not.toMatch(/[*~]/)
  expect(read(nested(MAX_INLINE_DEPTH + 1))).toMatch(/[*~]/)
})

test('reads labels as long as the limit', () => {
  const link = (length: number) => {
    const definitions = createDefinitions()
    definitions.links['x'.repeat(length)] = 'https://a.b'
    return readPhrase(`[${'x'.repeat(length)}]`, definitions, FINISHED).inlines[0]?.type
  }

  expect([link(MAX_LABEL_CHARS), link(MAX_LABEL_CHARS + 1)]).toEqual(['link', 'text'])
})

test('reads addresses with as many parentheses in each other as the limit', () => {
  const typeOf = (depth: number) =>
    readPhrase(`[a](${'('.repeat(depth)}b${')'.repeat(depth)})`, createDefinitions(), FINISHED)
      .inlines[0]?.type

  expect([typeOf(MAX_ADDRESS_PARENS), typeOf(MAX_ADDRESS_PARENS + 1)]).toEqual(['link', 'text'])
})

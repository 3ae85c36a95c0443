import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWholeCharacters, wellFormedJson, wellFormedJsonText } from './well-formed.ts'

test.each([
  ['a\ud83d', 'a\ufffd'],
  ['\ude00b', '\ufffdb'],
  ['\ud83d\ud83d\ude00', '\ufffd😀'],
  [{ 'k\udfff': ['x\ud800'] }, { 'k\ufffd': ['x\ufffd'] }],
])('replaces half characters, wherever they stand: %j', (value, whole) => {
  expect(wellFormedJson(value as string)).toEqual(whole)
})

test.each(['😀', '\\ud83d', '\\\\ud83d', 'a\u0007\\', null, 7, { a: [true, '\u{10ffff}'] }])(
  'leaves %j as it is',
  (value) => {
    expect(wellFormedJson(value)).toBe(value)
    expect(wellFormedJsonText(JSON.stringify(value))).toBe(JSON.stringify(value))
  },
)

test('keeps what only looks like half a character beside one', () => {
  expect(wellFormedJson(['\\ud83d', '\ud83d', '\u0001\\'])).toEqual([
    '\\ud83d',
    '\ufffd',
    '\u0001\\',
  ])
})

test.each([
  ['{"a":"\\uD83D"}', '{"a":"\ufffd"}'],
  ['{"a":"\ud83d"}', '{"a":"\ufffd"}'],
  ['{"a":"\\uD83D\\uDE00"}', '{"a":"😀"}'],
  ['{"a":"\\ud83d', '{"a":"\\ud83d'],
  ['{"a":"\ud83d\\ud83d', '{"a":"\ufffd\\ud83d'],
])('reads a text of somebody else’s: %j', (text, whole) => {
  expect(wellFormedJsonText(text)).toBe(whole)
})

function pass(pieces: readonly string[]): string[] {
  const characters = createWholeCharacters()
  return [...pieces.map((piece) => characters.push(piece)), characters.end()]
}

test('keeps any text, wherever it is cut, and never passes on half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.nat(40)), (text, cuts) => {
      const marks = [0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length]
      const sorted = marks.toSorted((a, b) => a - b)
      const pieces = sorted.slice(1).map((mark, index) => text.slice(sorted[index], mark))

      const passed = pass(pieces)

      expect(passed.join('')).toBe(text.replaceAll('\0', ''))
      expect(passed.every((piece) => piece.isWellFormed())).toBe(true)
    }),
  )
})

test('replaces a half that never becomes whole', () => {
  expect(pass(['a\ud83d', 'b\udc4b'])).toEqual(['a', '\ufffdb\ufffd', ''])
  expect(pass(['a\ud83d']).join('')).toBe('a\ufffd')
})

test('drops U+0000, which no Postgres takes', () => {
  expect(pass(['a\0b'])).toEqual(['ab', ''])
})

import { expect, test } from 'vitest'
import { wellFormedJson, wellFormedJsonText } from './well-formed-json.ts'

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
])('reads a text of another writer: %j', (text, whole) => {
  expect(wellFormedJsonText(text)).toBe(whole)
})

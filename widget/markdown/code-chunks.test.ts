import { expect, test } from 'vitest'
import { chunkText } from './code-chunks.ts'
import { CHARS_PER_CHUNK, LINES_PER_CHUNK, MIN_LINES_PER_CHUNK } from './limits.ts'

const lines = (count: number, line = 'a') => Array.from({ length: count }, () => line).join('\n')

test.each(['', 'a', 'a\n', '\n\n', lines(200), `${lines(64)}\n`, lines(100, '  b')])(
  'cuts %j into pieces that are the text again',
  (text) => {
    expect(chunkText(text).join('')).toBe(text)
  },
)

test('ends a piece after as many lines as the limit', () => {
  expect(chunkText(lines(LINES_PER_CHUNK))).toHaveLength(1)
  expect(chunkText(lines(LINES_PER_CHUNK + 1))).toHaveLength(2)
})

test('ends a piece after as many characters as the limit, with its line', () => {
  // Each line has a separate end.
  const ofLength = (length: number) => `${'a'.repeat(length - 1)}\nb`

  expect(chunkText(ofLength(CHARS_PER_CHUNK - 1))).toHaveLength(1)
  expect(chunkText(ofLength(CHARS_PER_CHUNK))).toHaveLength(2)
})

test.each([
  ['where a new part begins', 'function f() {', 2],
  ['not inside a part', '  return 1', 1],
  ['not before the end of a part', '}', 1],
])('ends a piece of half the lines %s', (_name, line, pieces) => {
  const text = (before: number) => `${lines(before - 1)}\n\n${line}`

  expect(chunkText(text(MIN_LINES_PER_CHUNK))).toHaveLength(pieces)
  expect(chunkText(text(MIN_LINES_PER_CHUNK - 1))).toHaveLength(1)
})

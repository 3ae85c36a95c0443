import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWholeCharacters } from './well-formed.ts'

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

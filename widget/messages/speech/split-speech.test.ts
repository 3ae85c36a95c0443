import { expect, test } from 'vitest'
import { splitSpeech, SPOKEN_PIECE_MAX_CHARACTERS } from './web-speech.ts'

test('keeps sentences together while they fit', () => {
  expect(splitSpeech('One. Two. Three.', 10)).toEqual(['One. Two.', 'Three.'])
  expect(splitSpeech('One.')).toEqual(['One.'])
})

test.each([0, 1])('a sentence of the limit and %i characters stands in pieces that fit', (more) => {
  const text = 'x'.repeat(SPOKEN_PIECE_MAX_CHARACTERS + more)
  const pieces = splitSpeech(text)
  expect(pieces).toHaveLength(1 + more)
  expect(pieces.join('')).toBe(text)
})

test('cuts a long sentence between words', () => {
  expect(splitSpeech('alpha beta gamma', 11)).toEqual(['alpha beta', 'gamma'])
})

test('says nothing of blanks', () => {
  expect(splitSpeech(' \n ')).toEqual([])
})

import { expect, test } from 'vitest'
import { splitSpeech, SPOKEN_PIECE_MAX_CHARACTERS } from './web-speech.ts'

const words = (text: string, max?: number) => splitSpeech(text, max).map((piece) => piece.words)

test('each sentence is a piece that knows where it stands', () => {
  const text = 'One. Two! Three?'
  const pieces = splitSpeech(text)

  expect(pieces.map((piece) => piece.words)).toEqual(['One.', 'Two!', 'Three?'])
  expect(pieces.map(({ sentence }) => text.slice(sentence.start, sentence.end))).toEqual([
    'One. ',
    'Two! ',
    'Three?',
  ])
})

test.each([0, 1])('a sentence of the limit and %i characters stands in pieces that fit', (more) => {
  const text = 'x'.repeat(SPOKEN_PIECE_MAX_CHARACTERS + more)
  const pieces = splitSpeech(text)
  expect(pieces).toHaveLength(1 + more)
  expect(words(text).join('')).toBe(text)
  // All pieces are marked as one sentence.
  expect(new Set(pieces.map(({ sentence }) => sentence)).size).toBe(1)
})

test('cuts a long sentence between words', () => {
  expect(words('alpha beta gamma', 11)).toEqual(['alpha beta', 'gamma'])
})

test('says nothing of blanks', () => {
  expect(words(' \n ')).toEqual([])
})

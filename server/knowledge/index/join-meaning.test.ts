import { expect, test } from 'vitest'
import { joinMeaning } from './join-meaning.ts'

const piece = (pieceId: string, score: number) => ({ pieceId, score })
const near = (pieceId: string, isOutstanding = false) => ({
  pieceId,
  sourceId: 's',
  similarity: 0.5,
  isOutstanding,
})

test('a piece of both lists stands before the first of either', () => {
  const byScore = [piece('a', 0.9), piece('b', 0.8), piece('c', 0)]
  const joined = joinMeaning(byScore, new Set(['a', 'b']), [near('c'), near('b')], 0.5)
  expect(joined.map(({ pieceId }) => pieceId)).toEqual(['b', 'a', 'c'])
})

test('without nearness the order of words stays', () => {
  const byScore = [piece('a', 0.9), piece('b', 0.8)]
  expect(joinMeaning(byScore, new Set(['a', 'b']), [], 0.5)).toBe(byScore)
})

test('outstanding meaning lifts a piece to the floor, and never lowers it', () => {
  const byScore = [piece('a', 0.9), piece('b', 0.1), piece('c', 0.1)]
  const outstanding = [near('a', true), near('b', true), near('c')]
  const joined = joinMeaning(byScore, new Set(['a']), outstanding, 0.5)
  expect(joined).toEqual([piece('a', 0.9), piece('b', 0.5), piece('c', 0.1)])
})

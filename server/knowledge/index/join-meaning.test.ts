import { expect, test } from 'vitest'
import { joinMeaning } from './join-meaning.ts'

const piece = (pieceId: number, score: number) => ({ pieceId, score })
const near = (pieceId: number, isOutstanding = false) => ({
  pieceId,
  sourceId: 's',
  similarity: 0.5,
  isOutstanding,
})

test('a piece of both lists stands before the first of either', () => {
  const byScore = [piece(1, 0.9), piece(2, 0.8), piece(3, 0)]
  const joined = joinMeaning(byScore, new Set([1, 2]), [near(3), near(2)], 0.5)
  expect(joined.map(({ pieceId }) => pieceId)).toEqual([2, 1, 3])
})

test('without nearness the order of words stays', () => {
  const byScore = [piece(1, 0.9), piece(2, 0.8)]
  expect(joinMeaning(byScore, new Set([1, 2]), [], 0.5)).toBe(byScore)
})

test('outstanding meaning lifts a piece to the floor, and never lowers it', () => {
  const byScore = [piece(1, 0.9), piece(2, 0.1), piece(3, 0.1)]
  const outstanding = [near(1, true), near(2, true), near(3)]
  const joined = joinMeaning(byScore, new Set([1]), outstanding, 0.5)
  expect(joined).toEqual([piece(1, 0.9), piece(2, 0.5), piece(3, 0.1)])
})

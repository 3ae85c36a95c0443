import { expect, test } from 'vitest'
import { joinMeaning } from './join-meaning.ts'

const piece = (pieceId: number, isAboveFloor = true) => ({ pieceId, isAboveFloor })
const near = (pieceId: number, isOutstanding = false) => ({
  pieceId,
  sourceId: 's',
  similarity: 0.5,
  isOutstanding,
})

test('a piece of both lists stands before the first of either', () => {
  const byScore = [piece(1), piece(2), piece(3)]
  const joined = joinMeaning(byScore, new Set([1, 2]), [near(3), near(2)])
  expect(joined.map(({ pieceId }) => pieceId)).toEqual([2, 1, 3])
})

test('without nearness the order of words stays', () => {
  const byScore = [piece(1), piece(2)]
  expect(joinMeaning(byScore, new Set([1, 2]), [])).toBe(byScore)
})

test('outstanding meaning lifts a piece above the floor, and other meaning does not', () => {
  const byScore = [piece(1), piece(2, false), piece(3, false)]
  const outstanding = [near(1, true), near(2, true), near(3)]
  const joined = joinMeaning(byScore, new Set([1]), outstanding)
  expect(joined).toEqual([piece(1), piece(2), piece(3, false)])
})

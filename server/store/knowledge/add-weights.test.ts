import { expect, test } from 'vitest'
import { addWeights } from './add-weights.ts'

const MATCHES = [
  { ids: [1, 2, 3, 4], weight: 2 },
  { ids: [2, 4, 5], weight: 3 },
  { ids: [], weight: 9 },
  { ids: [6], weight: 2 },
]

test.each([
  [1, [{ pieceId: 2, weight: 5 }]],
  [
    4,
    [
      { pieceId: 2, weight: 5 },
      { pieceId: 4, weight: 5 },
      { pieceId: 5, weight: 3 },
      { pieceId: 1, weight: 2 },
    ],
  ],
  [0, []],
])('the %i greatest sums come first, and the oldest among equals', (limit, best) => {
  expect(addWeights(MATCHES, limit)).toEqual(best)
})

test('fewer pieces than there is room for are all given', () => {
  expect(addWeights(MATCHES, 10).map(({ pieceId }) => pieceId)).toEqual([2, 4, 5, 1, 3, 6])
  expect(addWeights([], 10)).toEqual([])
})

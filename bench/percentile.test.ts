import { expect, test } from 'vitest'
import { percentile } from './percentile.ts'

const HUNDRED = Array.from({ length: 100 }, (_, index) => 100 - index)

test.each([
  [0.5, 50],
  [0.95, 95],
  [0.99, 99],
  [1, 100],
])('the share %d of 1 to 100 is not above %d', (share, value) => {
  expect(percentile(HUNDRED, share)).toBe(value)
})

test('of one value all percentiles are that value', () => {
  expect([0, 0.5, 0.99].map((share) => percentile([7], share))).toEqual([7, 7, 7])
})

import { expect, test } from 'vitest'
import { createBitTable } from './bit-table.ts'

const DIMENSIONS = 70
/** Differs from zeros in so many places. */
const ones = (count: number) => '1'.repeat(count).padEnd(DIMENSIONS, '0')

test('the nearest rows come by the number of different bits, equal ones in their order', () => {
  const table = createBitTable(DIMENSIONS)
  const distances = [40, 3, 70, 0, 3, 33]
  for (const [index, distance] of distances.entries()) table.add(index + 1, ones(distance))

  expect(table.nearest(ones(0), 4)).toEqual([4, 2, 5, 6])
  expect(table.nearest(ones(70), 1)).toEqual([3])
  expect(table.nearest(ones(0), 100)).toEqual([4, 2, 5, 6, 1, 3])
  expect([table.last, table.rows]).toEqual([6, 6])
})

test('an empty table has no rows', () => {
  const table = createBitTable(DIMENSIONS)
  expect([table.last, table.nearest(ones(1), 5)]).toEqual([0, []])
})

test('rows beyond the first memory are found', () => {
  const table = createBitTable(DIMENSIONS)
  for (let seq = 1; seq <= 2_500; seq += 1) table.add(seq, ones(seq % DIMENSIONS))
  expect(table.nearest(ones(0), 36)).toEqual(
    Array.from({ length: 35 }, (_, index) => (index + 1) * DIMENSIONS).concat(1),
  )
  expect(table.bytes).toBe(4_096 * 4 * 4)
})

import { expect, test } from 'vitest'
import { nextListIndex } from './next-list-index.ts'

test.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, 2],
  ['ArrowUp', -1, 2],
  ['ArrowUp', 1, 0],
  ['ArrowUp', 0, 0],
  ['Home', 2, 0],
  ['End', 0, 2],
])('%s leads from item %i of three to item %i', (key, current, next) => {
  expect(nextListIndex({ key, current, count: 3 })).toBe(next)
})

test.each([
  ['ArrowDown', 2, 0],
  ['ArrowUp', 0, 2],
])('in a menu %s leads round from item %i to item %i', (key, current, next) => {
  expect(nextListIndex({ key, current, count: 3, wraps: true })).toBe(next)
})

test('leaves other keys, and an empty list, alone', () => {
  expect(nextListIndex({ key: 'Enter', current: 0, count: 3 })).toBeNull()
  expect(nextListIndex({ key: 'End', current: -1, count: 0 })).toBeNull()
  expect(nextListIndex({ key: 'End', current: -1, count: 1 })).toBe(0)
})

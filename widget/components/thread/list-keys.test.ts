import { expect, test } from 'vitest'
import { nextMessageIndex } from './list-keys.ts'

test.each([
  ['ArrowUp', null, 5, 4],
  ['ArrowUp', 4, 5, 3],
  ['ArrowUp', 0, 5, 0],
  ['ArrowDown', null, 5, 4],
  ['ArrowDown', 3, 5, 4],
  ['ArrowDown', 4, 5, 4],
  ['Home', 4, 5, 0],
  ['End', 0, 5, 4],
  ['PageUp', 4, 5, null],
  ['a', 4, 5, null],
  ['ArrowUp', null, 0, null],
])('%s from %s of %s messages leads to %s', (key, current, count, expected) => {
  expect(nextMessageIndex(key, current, count)).toBe(expected)
})

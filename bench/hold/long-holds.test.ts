import { expect, test } from 'vitest'
import { findLongHolds, HOLD_MAX_MS } from './long-holds.ts'

const TOO_LONG = HOLD_MAX_MS + 1

test('a call whose median is above 50 ms over idle is too long, and one at 50 ms is not', () => {
  const within = { holds: [HOLD_MAX_MS, HOLD_MAX_MS, HOLD_MAX_MS] }
  const beyond = { holds: [TOO_LONG, TOO_LONG, TOO_LONG] }

  expect(HOLD_MAX_MS).toBe(50)
  expect(findLongHolds([within, beyond])).toEqual([beyond])
})

test.each([
  ['most runs', [0, TOO_LONG, TOO_LONG], 1],
  ['fewer runs', [TOO_LONG, 0, HOLD_MAX_MS], 0],
  ['the only run', [TOO_LONG], 1],
])('a call that takes too long in %s is counted as its median says', (_, holds, count) => {
  expect(findLongHolds([{ holds }])).toHaveLength(count)
})

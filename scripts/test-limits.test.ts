import { expect, test } from 'vitest'
import {
  figureLimit,
  INTEGRATION_LIMIT_MS,
  UNIT_LIMIT_MS,
  WAIT_LIMIT_MS,
  withWaitLimit,
} from './test-limits.ts'

test('a wait has the limit of all, unless it names its own', () => {
  expect(withWaitLimit()).toEqual({ timeout: WAIT_LIMIT_MS })
  expect(withWaitLimit({ interval: 5 })).toEqual({ timeout: WAIT_LIMIT_MS, interval: 5 })
  expect(withWaitLimit({ timeout: 7 })).toEqual({ timeout: 7 })
  expect(withWaitLimit(7)).toEqual({ timeout: 7 })
})

test('a wait that fails says why before its test is ended', () => {
  expect(WAIT_LIMIT_MS).toBeLessThan(Math.min(UNIT_LIMIT_MS, INTEGRATION_LIMIT_MS))
})

test('a promised time is a promise in the long run, and far off in the short one', () => {
  expect([figureLimit(5, true), figureLimit(5, false)]).toEqual([5, 50])
})

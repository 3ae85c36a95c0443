import { expect, test } from 'vitest'
import { readRetryAfterMs, retryDelayMs } from './retry-delay.ts'

const date = new Date('2026-01-01T00:00:00.000Z')

test('doubles the wait from try to try', () => {
  expect([0, 1, 2].map((attempt) => retryDelayMs(attempt, undefined))).toEqual([2000, 4000, 8000])
})

test.each([
  [0, 0],
  [60_000, 60_000],
  [60_001, undefined],
  [Infinity, undefined],
])('waits for a wish of %d ms, if it is no longer than 60 seconds: %s', (wished, expected) => {
  expect(retryDelayMs(0, wished)).toBe(expected)
})

test.each([
  [{}, undefined],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after': '60' }, 60_000],
  [{ 'retry-after': '3600' }, 3_600_000],
  [{ 'retry-after': '-1' }, undefined],
  [{ 'retry-after': 'never' }, undefined],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:01:01 GMT' }, 61_000],
  [{ 'retry-after': 'Wed, 31 Dec 2025 23:59:59 GMT' }, undefined],
  [{ 'retry-after-ms': '60001', 'retry-after': '1' }, 60_001],
])('reads the wish of %j', (headers, expected) => {
  expect(readRetryAfterMs(headers, date)).toBe(expected)
})

import { expect, test } from 'vitest'
import { retryDelayMs } from './retry-delay.ts'

const date = new Date('2026-01-01T00:00:00.000Z')

test('doubles the wait from try to try', () => {
  expect([0, 1, 2].map((attempt) => retryDelayMs(attempt, {}, date))).toEqual([2000, 4000, 8000])
})

test.each([
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after': '60' }, 60_000],
  [{ 'retry-after': '61' }, 2000],
  [{ 'retry-after': '-1' }, 2000],
  [{ 'retry-after': 'never' }, 2000],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' }, 60_000],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:01:01 GMT' }, 2000],
  [{ 'retry-after': 'Wed, 31 Dec 2025 23:59:59 GMT' }, 2000],
  [{ 'retry-after-ms': '60000', 'retry-after': '1' }, 60_000],
  [{ 'retry-after-ms': '60001' }, 2000],
])('honours %j between 0 and 60 seconds', (headers, expected) => {
  expect(retryDelayMs(0, headers, date)).toBe(expected)
})

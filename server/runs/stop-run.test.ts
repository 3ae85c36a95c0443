import { expect, test } from 'vitest'
import { createPendingStops, PENDING_STOP_MS, PENDING_STOPS_MAX } from './stop-run.ts'

test('keeps a stop for its time and not longer, and uses it once', () => {
  let now = 0
  const stops = createPendingStops(() => now)
  stops.add('a')
  stops.add('b')
  now = PENDING_STOP_MS
  expect(stops.take('a')).toBe(true)
  expect(stops.take('a')).toBe(false)

  now = PENDING_STOP_MS + 1

  expect(stops.take('b')).toBe(false)
})

test('drops the oldest when there are too many', () => {
  const stops = createPendingStops(() => 0)
  for (let index = 0; index <= PENDING_STOPS_MAX; index += 1) stops.add(String(index))

  expect(stops.take('0')).toBe(false)
  expect(stops.take('1')).toBe(true)
  expect(stops.take(String(PENDING_STOPS_MAX))).toBe(true)
})

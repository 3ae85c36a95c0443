// @vitest-environment node
import { expect, test } from 'vitest'
import { createManualClock } from '../api/manual-clock.test-support.ts'
import { CATCH_UP_MS, createCatchUp } from './pace.ts'

test('what a stream says at first is shown at once, what it says later is not (U54)', async () => {
  const clock = createManualClock()
  const pace = createCatchUp({ isImmediate: () => false, subscribe: () => () => {} }, clock)
  pace.heard()
  expect(pace.isImmediate()).toBe(false)

  pace.begin()
  await clock.advance(60_000)
  expect(pace.isImmediate()).toBe(true)
  pace.heard()
  await clock.advance(CATCH_UP_MS - 1)
  pace.heard()
  expect(pace.isImmediate()).toBe(true)
  await clock.advance(1)

  expect(pace.isImmediate()).toBe(false)
})

test('a hidden tab is never paced', () => {
  const pace = createCatchUp(
    { isImmediate: () => true, subscribe: () => () => {} },
    createManualClock(),
  )

  expect(pace.isImmediate()).toBe(true)
})

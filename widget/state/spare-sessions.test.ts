// @vitest-environment node
import { expect, test } from 'vitest'
import { findSpareSessions, HIDDEN_IDLE_MAX, HIDDEN_RUNS_MAX } from './spare-sessions.ts'

const sessions = (count: number, isRunning: boolean, isHolding = false) =>
  Array.from({ length: count }, (_, index) => ({
    slotId: `${isRunning ? 'run' : 'idle'}-${index}`,
    facts: { isRunning, isHolding },
  }))

test.each([
  ['idle', HIDDEN_IDLE_MAX, false],
  ['running', HIDDEN_RUNS_MAX, true],
])('keeps as many %s sessions as the limit, and lets go those that were left first', (...row) => {
  const [, max, isRunning] = row
  expect(findSpareSessions(sessions(max, isRunning))).toEqual([])

  const more = sessions(max + 2, isRunning)
  expect(findSpareSessions(more)).toEqual(more.slice(0, 2))
})

test('never lets go what nobody else has', () => {
  const holding = sessions(HIDDEN_IDLE_MAX + HIDDEN_RUNS_MAX, false, true)

  expect(findSpareSessions(holding)).toEqual([])
})

test('counts running and idle ones apart', () => {
  const all = [...sessions(HIDDEN_IDLE_MAX, false), ...sessions(HIDDEN_RUNS_MAX, true)]

  expect(findSpareSessions(all)).toEqual([])
})

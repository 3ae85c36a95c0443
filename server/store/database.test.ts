import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { CLOCK_REFRESH_MS, openDatabaseClock } from './database.ts'

const START = Date.parse('2026-01-01T00:00:00Z')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A database with a set time, whose answers take `wayMs` in each direction. */
async function openClock(first = { wayMs: 1, time: START }) {
  const database = { ...first, isAway: false }
  const steady = { ms: 5_000 }
  const pass = (ms: number) => {
    steady.ms += ms
    database.time += ms
  }
  const clock = await openDatabaseClock({
    elapsed: () => steady.ms,
    async ask() {
      if (database.isAway) throw new Error('away')
      pass(database.wayMs)
      const { time } = database
      pass(database.wayMs)
      return time
    },
  })
  onTestFinished(() => clock.close())
  const refresh = async () => {
    pass(CLOCK_REFRESH_MS)
    await vi.advanceTimersByTimeAsync(CLOCK_REFRESH_MS)
  }
  return { clock, database, steady, pass, refresh }
}

test('shows the time of the database and goes on by itself', async () => {
  const { clock, database, pass } = await openClock()

  expect(clock.now()).toBe(database.time)
  pass(1_234)
  expect(clock.now()).toBe(database.time)
})

test('follows a database whose clock goes at another speed, and one that is set (R17)', async () => {
  const { clock, database, refresh } = await openClock()
  database.time += 40
  await refresh()
  expect(Math.abs(clock.now() - database.time)).toBeLessThanOrEqual(database.wayMs)

  database.time -= 3_600_000
  await refresh()
  expect(Math.abs(clock.now() - database.time)).toBeLessThanOrEqual(database.wayMs)
})

test('an answer that was long on its way spoils nothing, and corrects what it rules out', async () => {
  const { clock, database, refresh } = await openClock()
  database.wayMs = 2_000
  await refresh()
  expect(clock.now()).toBe(database.time)

  database.time += 10_000
  await refresh()
  expect(Math.abs(clock.now() - database.time)).toBeLessThanOrEqual(2_000)
})

test('goes on while the database is away, and asks again when it is back', async () => {
  const { clock, database, refresh } = await openClock()
  database.isAway = true
  await refresh()
  expect(clock.now()).toBe(database.time)

  database.isAway = false
  database.time += 500
  await refresh()
  expect(Math.abs(clock.now() - database.time)).toBeLessThanOrEqual(database.wayMs)
})

test('a database that does not answer at the start has no time', async () => {
  const ask = () => Promise.reject(new Error('away'))

  await expect(openDatabaseClock({ ask, elapsed: () => 0 })).rejects.toThrow('away')
})

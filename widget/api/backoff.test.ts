// @vitest-environment node
import { expect, test } from 'vitest'
import { createManualClock, settle } from './manual-clock.test-support.ts'
import { createBackoff, RETRY_MAX_MS, RETRY_MS, type BackoffLimits } from './backoff.ts'

function createWorld(limits: BackoffLimits = {}) {
  const clock = createManualClock()
  const listeners = new Set<() => void>()
  const wake = {
    isOnline: () => true,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const backoff = createBackoff({ clock, random: () => 0.5, wake }, limits)
  const life = new AbortController()
  /** Returns how long the next try waits. */
  async function waited(): Promise<number> {
    const since = clock.uptime()
    const next = { isThere: false }
    void backoff.next(life.signal).then(() => (next.isThere = true))
    await settle()
    while (!next.isThere) await clock.advance(RETRY_MS / 2)
    return clock.uptime() - since
  }
  return {
    clock,
    backoff,
    life,
    listeners,
    waited,
    wake: () => listeners.forEach((tell) => tell()),
  }
}

test('waits a random share of a time that doubles up to its most (U38)', async () => {
  const { waited } = createWorld()
  const waits: number[] = []

  for (let tries = 0; tries < 9; tries += 1) waits.push(await waited())

  expect(waits.slice(0, 3)).toEqual([RETRY_MS / 2, RETRY_MS, 2 * RETRY_MS])
  expect(waits.slice(-2)).toEqual([RETRY_MAX_MS / 2, RETRY_MAX_MS / 2])
})

test('goes on at once when it is told, also of what was told while a try was on its way', async () => {
  const { backoff, life, wake, waited } = createWorld()
  for (let tries = 0; tries < 6; tries += 1) await waited()
  const next = backoff.next(life.signal)
  wake()
  await expect(next).resolves.toBe(true)

  wake()
  expect(await waited()).toBe(0)
  expect(await waited()).toBe(RETRY_MS)
})

test('begins anew after a try that succeeded', async () => {
  const { backoff, waited } = createWorld()
  await waited()
  await waited()

  backoff.reset()

  expect(await waited()).toBe(RETRY_MS / 2)
})

test('says after so many tries that it is enough, and begins anew when it is told', async () => {
  const { backoff, life, wake, waited } = createWorld({ retriesMax: 2 })
  await waited()
  await waited()
  await expect(backoff.next(life.signal)).resolves.toBe(false)

  wake()

  await expect(backoff.next(life.signal)).resolves.toBe(true)
})

test('ends with its signal, and hears nothing once it is stopped', async () => {
  const { backoff, clock, life, listeners } = createWorld()
  const next = backoff.next(life.signal)
  life.abort(new Error('gone'))

  await expect(next).rejects.toThrow('gone')
  expect(clock.timers).toBe(0)
  expect(listeners.size).toBe(1)
  backoff.stop()
  expect(listeners.size).toBe(0)
})

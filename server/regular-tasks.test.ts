import { expect, onTestFinished, test, vi } from 'vitest'
import { LIMIT_DEFAULTS } from './limits/limit-table.ts'
import type { Log } from './log.ts'
import { startRegularTasks, SWEEP_FILES_MS } from './regular-tasks.ts'
import type { Store } from './store/store.ts'

const HOUR_MS = 3_600_000

test('looks for files that can go every five minutes, for old rows every hour', async () => {
  vi.useFakeTimers()
  const sweep = vi.fn(() => Promise.resolve(0))
  const purge = vi.fn(() => Promise.resolve(0))
  const maintenance = { alone: (_job: string, task: () => Promise<unknown>) => task(), purge }
  const stop = await startRegularTasks({
    store: {
      maintenance,
      conversations: { indexSome: () => Promise.resolve(0) },
      now: () => Date.now(),
    } as unknown as Store,
    runs: { recover: () => Promise.resolve(0) },
    files: { reportMissed: () => Promise.resolve(), sweep },
    crawls: { fix: () => Promise.resolve(), runDue: () => Promise.resolve() },
    cases: { startDue: () => Promise.resolve(0), work: () => Promise.resolve() },
    notices: {
      sender: { sendDue: () => Promise.resolve(), stop: () => {} },
      reports: { queueDue: () => Promise.resolve(), sendDue: () => Promise.resolve() },
    },
    endLost: () => Promise.resolve(0),
    embedPages: () => Promise.resolve(),
    sweepFacts: () => Promise.resolve(0),
    removeExpired: () => Promise.resolve(0),
    limits: LIMIT_DEFAULTS,
    log: { info() {}, error() {} } as unknown as Log,
  })
  onTestFinished(() => {
    stop()
    vi.useRealTimers()
  })

  await vi.advanceTimersByTimeAsync(SWEEP_FILES_MS - 1)
  expect(sweep).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(sweep).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(HOUR_MS - SWEEP_FILES_MS)
  expect(sweep).toHaveBeenCalledTimes(1 + HOUR_MS / SWEEP_FILES_MS)
  expect(purge).toHaveBeenCalledTimes(2)
})

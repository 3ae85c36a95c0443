import type { Clock } from '../../cloud/clock.ts'

/** A time limit that can stand still. */
export interface Stopwatch {
  /** Stands still, or goes on; twice the same does nothing. */
  setRunning(isRunning: boolean): void
}

/** Runs at once, and calls `onEnd` once when `limitMs` of running are over. */
export function createStopwatch(clock: Clock, limitMs: number, onEnd: () => void): Stopwatch {
  let leftMs = limitMs
  let startedAt = 0
  let cancel: (() => void) | undefined

  function setRunning(isRunning: boolean) {
    if (isRunning === (cancel !== undefined)) return
    if (isRunning) {
      startedAt = clock.uptime()
      cancel = clock.after(leftMs, onEnd)
    } else {
      cancel?.()
      cancel = undefined
      leftMs -= clock.uptime() - startedAt
    }
  }

  setRunning(true)
  return { setRunning }
}

import type { Clock } from '../../api/clock.ts'

/** Timers of browsers overflow after 24.8 days, so longer delays are split. */
const DELAY_MAX_MS = 86_400_000

export interface EndWatch {
  /** Calls `onEnd` at the first of these times, in milliseconds since 1970. Replaces earlier ones. */
  until(times: readonly number[]): void
  stop(): void
}

/** Calls `onEnd` when a time has come, also if the device slept through it. */
export function createEndWatch(clock: Pick<Clock, 'now' | 'after'>, onEnd: () => void): EndWatch {
  let cancel = () => {}

  function until(times: readonly number[]) {
    cancel()
    if (times.length === 0) return
    const first = Math.min(...times)
    const delayMs = Math.min(Math.max(0, first - clock.now()), DELAY_MAX_MS)
    cancel = clock.after(delayMs, () => (clock.now() < first ? until([first]) : onEnd()))
  }

  return { until, stop: () => cancel() }
}

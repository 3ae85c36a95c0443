import type { Clock } from './clock.ts'

export interface ManualClock extends Clock {
  /** Advances time. Due timers run in order, with the work that they cause in between. */
  advance(ms: number): Promise<void>
  /** Sets the computer's clock; no time passes. */
  jump(ms: number): void
  readonly timers: number
}

/** Lets all ready work finish: promises, streams and their consequences. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 8; round += 1) await new Promise((resolve) => setImmediate(resolve))
}

export function createManualClock(start = Date.parse('2026-11-21T00:00:00.000Z')): ManualClock {
  let uptime = 0
  let offset = start
  let timers: { at: number; task: () => void }[] = []

  return {
    now: () => offset + uptime,
    uptime: () => uptime,
    after(delayMs, task) {
      const timer = { at: uptime + delayMs, task }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    async advance(ms) {
      const end = uptime + ms
      await settle()
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        timers = timers.filter((timer) => timer !== next)
        uptime = Math.max(uptime, next.at)
        next.task()
        await settle()
      }
      uptime = end
    },
    jump(ms) {
      offset += ms
    },
    get timers() {
      return timers.length
    },
  }
}

import type { Clock } from '../api/clock.ts'
import type { Pace } from './pace.ts'

/** What a stream says so soon after its first byte was said before somebody listened. */
export const CATCH_UP_MS = 300

/** A pace that shows at once what was missed. */
export interface CatchUp extends Pace {
  /** A stream begins with what was missed. */
  begin(): void
  /** Something of it came. */
  heard(): void
}

export function createCatchUp(pace: Pace, clock: Clock): CatchUp {
  /** `null`: nothing is missed; `undefined`: the first byte is awaited. */
  let firstAt: number | null | undefined = null

  return {
    subscribe: (listener) => pace.subscribe(listener),
    isImmediate() {
      if (firstAt === undefined) return true
      if (firstAt !== null && clock.uptime() - firstAt < CATCH_UP_MS) return true
      return pace.isImmediate()
    },
    begin() {
      firstAt = undefined
    },
    heard() {
      if (firstAt === undefined) firstAt = clock.uptime()
    },
  }
}

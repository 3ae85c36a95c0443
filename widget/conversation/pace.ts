import type { Clock } from '../api/clock.ts'
import type { Pace } from '../world/pace.ts'

/** The slowest that text appears (specification, section 9). */
export const MS_PER_CHARACTER_MAX = 5
/** No text is shown later than this after it arrived (specification, section 9). */
export const REVEAL_LAG_MAX_MS = 250
/** The shown message changes at most this often: painting costs more than reading. */
export const PUBLISH_INTERVAL_MS = 50
/** Text that comes faster than this is only seen to fly past, many times faster than it is read. */
export const FAST_CHARACTERS_PER_MS = 2
/** So many changes in a row must be as fast: a burst is none yet. */
export const FAST_CHANGES = 5
/** How often it changes then. */
export const FAST_PUBLISH_INTERVAL_MS = 80

/** What a stream says so soon after its first byte was said before somebody listened. */
export const CATCH_UP_MS = 300

/** A pace that shows at once what was missed. */
interface CatchUp extends Pace {
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

/** How many characters may be shown by now. */
export function createAllowance(clock: Clock) {
  let charactersPerMs = 1 / MS_PER_CHARACTER_MAX
  let surplus = 0
  let countedAt = clock.uptime()
  return {
    /** Nothing waited before: time begins to count. */
    begin() {
      countedAt = clock.uptime()
    },
    count(): number {
      const now = clock.uptime()
      surplus += (now - countedAt) * charactersPerMs
      countedAt = now
      return Math.floor(surplus)
    },
    /** Within a burst it only gets faster: what arrived first must not wait for what came later. */
    hurry(characters: number, withinMs: number) {
      charactersPerMs = Math.max(charactersPerMs, characters / withinMs)
    },
    spend(characters: number) {
      surplus -= characters
    },
    /** Nothing waits any more. */
    reset() {
      surplus = 0
      charactersPerMs = 1 / MS_PER_CHARACTER_MAX
    },
  }
}

/** How often the shown message changes: less often where text only flies past. */
export function createRhythm(clock: Clock, maySlow: () => boolean) {
  /** Characters that came since the last change, and how many changes in a row they were many. */
  let arrived = 0
  let fastChanges = 0
  let beatAt = Number.NEGATIVE_INFINITY

  const intervalMs = () =>
    fastChanges >= FAST_CHANGES && maySlow() ? FAST_PUBLISH_INTERVAL_MS : PUBLISH_INTERVAL_MS
  const restMs = () => Math.max(beatAt + intervalMs() - clock.uptime(), 0)
  return {
    intervalMs,
    /** Until the next change. */
    restMs,
    isDue: () => restMs() === 0,
    note(characters: number) {
      arrived += characters
    },
    /** It changes now. */
    beat() {
      const now = clock.uptime()
      const isFast = arrived > (now - beatAt) * FAST_CHARACTERS_PER_MS
      fastChanges = isFast ? fastChanges + 1 : 0
      arrived = 0
      beatAt = now
    },
  }
}

import type { Clock } from '../api/clock.ts'
import type { Pace } from '../world/pace.ts'

/** Slowest pace of text (specification, section 9). */
export const MS_PER_CHARACTER_MAX = 5
/** Maximum delay between the arrival of a text and its display (specification, section 9). */
export const REVEAL_LAG_MAX_MS = 250
/** Minimum time between updates of the shown message: painting costs more than reading. */
export const PUBLISH_INTERVAL_MS = 50
/** Text that arrives faster than this is not read as it appears, only skimmed. */
export const FAST_CHARACTERS_PER_MS = 2
/** Number of fast updates in a row before the interval grows, so that a burst does not count. */
export const FAST_CHANGES = 5
/** Minimum time between updates of fast text. */
export const FAST_PUBLISH_INTERVAL_MS = 80

/** Text within this time after a stream's first byte is a replay of earlier text. */
export const CATCH_UP_MS = 300

/** A pace that shows replayed text at once. */
interface CatchUp extends Pace {
  /** Called before a stream that begins with a replay. */
  begin(): void
  /** Called when bytes arrive. */
  heard(): void
}

export function createCatchUp(pace: Pace, clock: Clock): CatchUp {
  /** Time of the first byte. `null`: no replay; `undefined`: the first byte has not arrived. */
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

/** Computes how many characters may be shown now. */
export function createAllowance(clock: Clock) {
  let charactersPerMs = 1 / MS_PER_CHARACTER_MAX
  let surplus = 0
  let countedAt = clock.uptime()
  return {
    /** Starts the clock, when no text was waiting before. */
    begin() {
      countedAt = clock.uptime()
    },
    count(): number {
      const now = clock.uptime()
      surplus += (now - countedAt) * charactersPerMs
      countedAt = now
      return Math.floor(surplus)
    },
    /** Raises the pace. Within a burst it never falls, so that early text does not wait for later text. */
    hurry(characters: number, withinMs: number) {
      charactersPerMs = Math.max(charactersPerMs, characters / withinMs)
    },
    spend(characters: number) {
      surplus -= characters
    },
    /** Resets the pace, when no text is waiting. */
    reset() {
      surplus = 0
      charactersPerMs = 1 / MS_PER_CHARACTER_MAX
    },
  }
}

/** Sets the interval of updates: longer for fast text. */
export function createRhythm(clock: Clock, maySlow: () => boolean) {
  /** Characters since the last update, and the number of fast updates in a row. */
  let arrived = 0
  let fastChanges = 0
  let beatAt = Number.NEGATIVE_INFINITY

  const intervalMs = () =>
    fastChanges >= FAST_CHANGES && maySlow() ? FAST_PUBLISH_INTERVAL_MS : PUBLISH_INTERVAL_MS
  const restMs = () => Math.max(beatAt + intervalMs() - clock.uptime(), 0)
  return {
    intervalMs,
    /** Milliseconds until the next update. */
    restMs,
    isDue: () => restMs() === 0,
    note(characters: number) {
      arrived += characters
    },
    /** Called at each update. */
    beat() {
      const now = clock.uptime()
      const isFast = arrived > (now - beatAt) * FAST_CHARACTERS_PER_MS
      fastChanges = isFast ? fastChanges + 1 : 0
      arrived = 0
      beatAt = now
    },
  }
}

import { setTimeout as delay } from 'node:timers/promises'

/** Pause between two requests to an origin, unless its robots.txt wants a longer one. */
export const PAUSE_MS = 300
/** The longest pause that a site can ask for. */
export const PAUSE_MAX_MS = 10_000
/** The longest wait after an answer that says "too many requests". */
export const RETRY_AFTER_MAX_MS = 60_000

/** Requests to an origin, one after another with a pause between them. */
export interface Pace {
  /** Resolves when the next request may be made. */
  wait(origin: string, signal: AbortSignal): Promise<void>
  /** Sets the pause between requests to an origin: `Crawl-delay`, in seconds. */
  slow(origin: string, seconds: number): void
  /** Lets an origin rest before the next request. */
  rest(origin: string, ms: number): void
}

/** Time as a pace sees it. */
export interface PaceClock {
  /** Steady, in milliseconds. */
  now(): number
  /** Rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<unknown>
}

const CLOCK: PaceClock = {
  now: () => performance.now(),
  // Limit: RETRY_AFTER_MAX_MS, "waits as long as a site asks for, up to a limit".
  sleep: (ms, signal) => delay(ms, undefined, { signal }),
}

/** @param pauseMs for origins that ask for none; default {@link PAUSE_MS}. */
export function createPace(pauseMs: number = PAUSE_MS, clock: PaceClock = CLOCK): Pace {
  const pauses = new Map<string, number>()
  const freeAt = new Map<string, number>()
  return {
    async wait(origin, signal) {
      const now = clock.now()
      const at = Math.max(now, freeAt.get(origin) ?? 0)
      freeAt.set(origin, at + (pauses.get(origin) ?? pauseMs))
      // Limit: RETRY_AFTER_MAX_MS, "waits as long as a site asks for, up to a limit".
      if (at > now) await clock.sleep(at - now, signal)
    },
    slow(origin, seconds) {
      pauses.set(origin, Math.min(Math.max(seconds * 1_000, pauseMs), PAUSE_MAX_MS))
    },
    rest(origin, ms) {
      const at = clock.now() + Math.min(ms, RETRY_AFTER_MAX_MS)
      freeAt.set(origin, Math.max(at, freeAt.get(origin) ?? 0))
    },
  }
}

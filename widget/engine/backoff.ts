import { type Clock, wait } from '../api/clock.ts'
import type { Wake } from './wake.ts'

/** Waits between two tries: this, doubled each time, at most {@link RETRY_MAX_MS}, times a random share. */
export const RETRY_MS = 500
export const RETRY_MAX_MS = 30_000
/** So many tries in a row, a quarter of an hour on average: then somebody has to ask for the next one. */
export const RETRIES_MAX = 60

export interface BackoffSettings {
  readonly clock: Clock
  /** From 0 up to 1; spreads the tries of many. */
  readonly random: () => number
  readonly wake: Wake
  /** Default {@link RETRY_MAX_MS}. */
  readonly maxMs?: number
  /** Default {@link RETRIES_MAX}. */
  readonly retriesMax?: number
}

/** The pauses between the tries of one call. */
export interface Backoff {
  /**
   * Waits for the next try, and is at once there when something tells that it may succeed. False when
   * it was tried often enough.
   *
   * @throws the signal's reason.
   */
  next(signal: AbortSignal): Promise<boolean>
  /** The last try succeeded: the next wait is the shortest again. */
  reset(): void
  /** Listens to nothing any more. */
  stop(): void
}

export function createBackoff(settings: BackoffSettings): Backoff {
  const { clock, random, wake, maxMs = RETRY_MAX_MS, retriesMax = RETRIES_MAX } = settings
  let tries = 0
  /** Something told while a try was on its way: it may have failed too early. */
  let isDue = false
  let skipWait = () => {}

  const stop = wake.subscribe(() => {
    tries = 0
    isDue = true
    skipWait()
  })

  async function pause(delayMs: number, signal: AbortSignal) {
    const skipping = new AbortController()
    skipWait = () => skipping.abort()
    try {
      await wait(clock, delayMs, AbortSignal.any([signal, skipping.signal]))
    } catch {
      signal.throwIfAborted()
    }
  }

  return {
    async next(signal) {
      signal.throwIfAborted()
      if (tries >= retriesMax) return false
      const delayMs = Math.min(RETRY_MS * 2 ** tries, maxMs) * random()
      tries += 1
      if (!isDue) await pause(delayMs, signal)
      isDue = false
      return true
    },
    reset() {
      tries = 0
    },
    stop,
  }
}

import { AlcoveError } from '../../shared/errors.ts'
import { wait, type Clock } from './clock.ts'
import { statusOf } from './request-error.ts'

/**
 * `restored`: the page came out of the browser's back/forward cache. Some browsers close its streams there, and
 * not all of them report it.
 */
export type WakeReason = 'restored'

/** Source of events after which a failed call may succeed. Timers are not enough: a laptop sleeps over them. */
export interface Wake {
  /** False while the browser reports that it has no network. */
  isOnline(): boolean
  /**
   * Subscribes to the network's return and to the page becoming visible, restored or resumed. Returns a function
   * that unsubscribes.
   */
  subscribe(listener: (reason?: WakeReason) => void): () => void
}

/** A {@link Wake} without events. */
export const NO_WAKE: Wake = { isOnline: () => true, subscribe: () => () => {} }

/** A {@link Wake} that code can trigger as well. */
export interface OwnWake extends Wake {
  /** Triggers a wake after another call has reached the server. */
  nudge(): void
}

export function createOwnWake(wake: Wake): OwnWake {
  const listeners = new Set<(reason?: WakeReason) => void>()
  return {
    isOnline: () => wake.isOnline(),
    subscribe(listener) {
      // A new function each time, so that one listener may subscribe twice.
      const call = (reason?: WakeReason) => listener(reason)
      listeners.add(call)
      const stop = wake.subscribe(call)
      return () => {
        listeners.delete(call)
        stop()
      }
    },
    nudge() {
      for (const listener of listeners) listener()
    },
  }
}

/** Delay between two tries: this, doubled each time, at most {@link RETRY_MAX_MS}, times a random share. */
export const RETRY_MS = 500
export const RETRY_MAX_MS = 30_000
/**
 * Number of tries in a row, a quarter of an hour on average. After that, a person has to ask for the next one.
 */
export const RETRIES_MAX = 60

/** Dependencies and limits of code that retries a call. */
export interface RetryPolicy {
  readonly clock: Clock
  /** From 0 up to 1; spreads the retries of many clients. */
  readonly random: () => number
  readonly wake: Wake
}

export interface BackoffLimits {
  /** Default {@link RETRY_MAX_MS}. */
  readonly maxMs?: number
  /** Default {@link RETRIES_MAX}. */
  readonly retriesMax?: number
}

/** Delays between the tries of one call. */
export interface Backoff {
  /**
   * Waits for the next try, which a wake brings forward. Returns false if the number of tries is used up.
   *
   * @throws the signal's reason.
   */
  next(signal: AbortSignal): Promise<boolean>
  /** Resets the delay to the shortest, after a success. */
  reset(): void
  /** Unsubscribes from wakes. */
  stop(): void
}

export function createBackoff(
  { clock, random, wake }: RetryPolicy,
  { maxMs = RETRY_MAX_MS, retriesMax = RETRIES_MAX }: BackoffLimits = {},
): Backoff {
  let tries = 0
  /** True if a wake came during a try, which may have failed too early. */
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

const TIMED_OUT = 408
const TOO_MANY = 429
const SERVER_ERRORS = 500

/** True if the server could not be reached. The call may have arrived all the same. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof AlcoveError && statusOf(error) === undefined && error.code === 'offline'

/** True if the server did not answer, so that it is unknown whether the call took effect. */
export const isConnectionFailure = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof AlcoveError && error.code === 'call_timeout')

/** True if the same call may succeed later: no network, or a server that is down or busy. */
export function isPassingFailure(error: unknown): boolean {
  const status = statusOf(error)
  if (status !== undefined) {
    return status >= SERVER_ERRORS || status === TOO_MANY || status === TIMED_OUT
  }
  // A captive portal's page in place of a stream is temporary as well.
  const isPage = error instanceof AlcoveError && error.code === 'unavailable'
  return isPage || isConnectionFailure(error)
}

/**
 * Repeats a call until a server answers. Returns `undefined` if it was refused, the tries are used up or the
 * signal has aborted. Never rejects.
 */
export async function insist<Result>(
  call: () => Promise<Result>,
  signal: AbortSignal,
  retry: RetryPolicy,
): Promise<Result | undefined> {
  const backoff = createBackoff(retry)
  try {
    for (;;) {
      try {
        return await call()
      } catch (error) {
        if (!isPassingFailure(error) || !(await backoff.next(signal))) return undefined
      }
    }
  } catch {
    return undefined
  } finally {
    backoff.stop()
  }
}

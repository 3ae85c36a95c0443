import { AlcoveError } from '../../shared/errors.ts'
import { wait, type Clock } from './clock.ts'
import { statusOf } from './request-error.ts'

/**
 * `restored`: the page came out of the browser's back/forward cache. Some browsers close its streams there, and not all
 * of them tell.
 */
export type WakeReason = 'restored'

/** What tells that a call which failed may succeed now. Timers do not: a laptop sleeps over them. */
export interface Wake {
  /** Whether the browser believes that it has a network. */
  isOnline(): boolean
  /**
   * Called when the network is back, and when the page is seen again, restored or resumed. Returns how
   * to stop.
   */
  subscribe(listener: (reason?: WakeReason) => void): () => void
}

/** Nothing ever tells. */
export const NO_WAKE: Wake = { isOnline: () => true, subscribe: () => () => {} }

/** One that can be called by hand as well. */
export interface OwnWake extends Wake {
  /** Something else has shown that the server can be reached. */
  nudge(): void
}

export function createOwnWake(wake: Wake): OwnWake {
  const listeners = new Set<(reason?: WakeReason) => void>()
  return {
    isOnline: () => wake.isOnline(),
    subscribe(listener) {
      // Each its own, so that one listener may come twice.
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

/** Waits between two tries: this, doubled each time, at most {@link RETRY_MAX_MS}, times a random share. */
export const RETRY_MS = 500
export const RETRY_MAX_MS = 30_000
/** So many tries in a row, a quarter of an hour on average: then somebody has to ask for the next one. */
export const RETRIES_MAX = 60

/** What everything needs that tries a call again. */
export interface RetryPolicy {
  readonly clock: Clock
  /** From 0 up to 1; spreads the tries of many. */
  readonly random: () => number
  readonly wake: Wake
}

export interface BackoffLimits {
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

export function createBackoff(
  { clock, random, wake }: RetryPolicy,
  { maxMs = RETRY_MAX_MS, retriesMax = RETRIES_MAX }: BackoffLimits = {},
): Backoff {
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

const TIMED_OUT = 408
const TOO_MANY = 429
const SERVER_ERRORS = 500

/** There was no way to the server. Perhaps the call arrived all the same. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof AlcoveError && statusOf(error) === undefined && error.code === 'offline'

/** No word of the server came: what it knows of the call, nobody can say. */
export const isConnectionFailure = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof AlcoveError && error.code === 'call_timeout')

/** Whether the same call may succeed later: the network, or a server that is away or busy. */
export function isPassingFailure(error: unknown): boolean {
  const status = statusOf(error)
  if (status !== undefined) {
    return status >= SERVER_ERRORS || status === TOO_MANY || status === TIMED_OUT
  }
  // A page of a hotel's network in place of a stream passes as well.
  const isPage = error instanceof AlcoveError && error.code === 'unavailable'
  return isPage || isConnectionFailure(error)
}

/**
 * Makes a call again as long as the network does not let anybody answer. `undefined`: it was refused, or
 * tried often enough, or the signal has aborted. Never fails.
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

import type { RunQueries } from '../store/store.ts'
import type { Call } from './read-call.ts'

export interface EarlyStopsParts {
  readonly runs: Pick<RunQueries, 'keepStop' | 'takeStop'>
  /** Whether other processes have the same database: any of them may get the call. */
  readonly isShared: boolean
  readonly now: () => Date
}

/** Stops that come before their chat calls, to whichever process. */
export interface EarlyStops {
  keep(stopKey: string): Promise<void>
  forget(stopKey: string): Promise<void>
  /** Whether one that this process got waits for the call; it is used up. */
  take(call: Call): boolean
  /** The same for those that reached another process; what this one kept is kept there as well. */
  takeShared(call: Call): Promise<boolean>
}

export function createEarlyStops({ runs, isShared, now }: EarlyStopsParts): EarlyStops {
  const pending = createPendingStops(() => now().getTime())
  return {
    async keep(stopKey) {
      pending.add(stopKey)
      // Whichever of the two processes writes first, the other one reads it.
      const until = new Date(now().getTime() + PENDING_STOP_MS).toISOString()
      if (isShared) await runs.keepStop(stopKey, until)
    },
    async forget(stopKey) {
      pending.take(stopKey)
      if (isShared) await runs.takeStop(stopKey)
    },
    take({ threadKey, stopKey }) {
      // Both are used up, so that neither ends a later call.
      const isNamed = stopKey !== undefined && pending.take(stopKey)
      return pending.take(threadKey) || isNamed
    },
    async takeShared({ threadKey, stopKey }) {
      if (!isShared) return false
      const keys = [threadKey, ...(stopKey === undefined ? [] : [stopKey])]
      const taken = await Promise.all(keys.map((key) => runs.takeStop(key)))
      return taken.includes(true)
    },
  }
}

/** A stop that comes before its chat call is kept this long, and wins. */
export const PENDING_STOP_MS = 10_000
/** How many are kept at once; the oldest goes first. */
export const PENDING_STOPS_MAX = 10_000

export interface PendingStops {
  add(key: string): void
  /** Whether a stop waits for this call; it is used up. */
  take(key: string): boolean
}

export function createPendingStops(now: () => number): PendingStops {
  const stops = new Map<string, number>()

  function dropOld() {
    for (const [key, at] of stops) {
      if (now() - at <= PENDING_STOP_MS && stops.size <= PENDING_STOPS_MAX) return
      stops.delete(key)
    }
  }

  return {
    add(key) {
      stops.delete(key)
      stops.set(key, now())
      dropOld()
    },
    take(key) {
      dropOld()
      return stops.delete(key)
    },
  }
}

import type { RunQueries } from '../store/store.ts'
import { createPendingStops, PENDING_STOP_MS } from './pending-stops.ts'
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

import { setTimeout as delay } from 'node:timers/promises'
import type { RunQueries, RunRow, Scope, Store } from '../store/store.ts'
import { isOfCall, scopedKey, type ActiveRuns } from './active-runs.ts'
import { findElsewhere } from './follow-run.ts'
import type { Call } from './read-call.ts'
import type { Recovery } from './recover-runs.ts'
import type { RemovedRow } from './transitions.ts'

/** Interval of the check whether a run that was asked to stop has ended. */
export const STOPPED_POLL_MS = 100

export interface StopRequest {
  /** A thread's row id or the caller's own name for it. */
  readonly thread: string
  /** The `requestId` of the chat call to stop; without it, any run in the thread. */
  readonly requestId?: string
}

export interface StopParts {
  readonly store: Pick<Store, 'runs' | 'messages' | 'threads' | 'isShared'>
  readonly active: ActiveRuns
  readonly calls: {
    /** True if a call of the thread has arrived and not started yet. */
    isArriving(threadKey: string): boolean
  }
  readonly earlyStops: EarlyStops
  readonly recovery: Pick<Recovery, 'interrupt'>
  readonly now: () => Date
}

/**
 * Stops a run of this process or of another one, or keeps the stop for the call that it names, since the stop
 * may arrive first. Returns the rows that were removed.
 */
export async function stopRun(
  { store, active, calls, earlyStops, recovery, now }: StopParts,
  scope: Scope,
  { thread, requestId }: StopRequest,
): Promise<readonly RemovedRow[]> {
  const key = scopedKey(scope, thread)
  const running = active.inThread(key, requestId)
  if (running && !(await isAnothers(store, scope, running.threadId))) return running.driven.stop()
  const stopKey = requestId === undefined ? key : scopedKey(scope, thread, requestId)
  // Before any wait: the call may start meanwhile.
  const isEarly = requestId !== undefined || calls.isArriving(key)
  if (isEarly) await earlyStops.keep(stopKey)
  // A run that starts meanwhile is not included.
  const runs = active.all()
  const found = await store.threads.find(scope, thread)
  // The thread may have had another owner when its run started.
  const claimed = found && runs.find((run) => run.threadId === found.id && isOfCall(run, requestId))
  if (claimed) {
    await earlyStops.forget(stopKey)
    return claimed.driven.stop()
  }
  const run = await findElsewhere(store, scope, thread)
  if (run && isOfRequest(run, requestId)) {
    await earlyStops.forget(stopKey)
    return stopElsewhere({ store, recovery, now }, scope, run)
  }
  // Without a call's name, a stop of a known and idle thread came too late, not too early.
  if (!found && !isEarly) await earlyStops.keep(stopKey)
  return []
}

/**
 * True if the thread got another owner since its run started. A thread that is still being created has none.
 */
async function isAnothers(
  { threads }: Pick<Store, 'threads'>,
  { projectId, workspaceId }: Scope,
  threadId: string | undefined,
): Promise<boolean> {
  if (threadId === undefined) return false
  const thread = await threads.findInProject(projectId, threadId)
  return thread !== undefined && thread.workspaceId !== workspaceId
}

/**
 * Asks another process to stop a run, and waits until it is saved. If that process is dead, which its expired
 * lease shows, ends the run here. Returns the rows that were removed.
 */
async function stopElsewhere(
  { store, recovery, now }: Pick<StopParts, 'store' | 'recovery' | 'now'>,
  scope: Scope,
  run: RunRow,
): Promise<readonly RemovedRow[]> {
  const question = await store.messages.find(scope, run.threadId, run.parentId)
  await store.runs.requestStop(run.id)
  for (;;) {
    const state = await store.runs.findState(run.id)
    if (!state?.isOpen) break
    if (state.leaseUntil < now().toISOString()) {
      await recovery.interrupt(run)
      break
    }
    await delay(STOPPED_POLL_MS)
  }
  if (!question || !run.ownsUserMessage) return []
  const isThere = await store.messages.find(scope, run.threadId, run.parentId)
  return isThere ? [] : [{ id: question.id, externalId: question.externalId }]
}

/** True if a stop of this call, or one that names no call, is about the run. */
const isOfRequest = ({ requestId }: RunRow, wanted: string | undefined): boolean =>
  wanted === undefined || requestId === null || requestId === wanted

export interface EarlyStopsParts {
  readonly runs: Pick<RunQueries, 'keepStop' | 'takeStop'>
  /** True if other processes use the same database: any of them may get the call. */
  readonly isShared: boolean
  readonly now: () => Date
}

/** Stops that arrive before their chat calls, at any process. */
export interface EarlyStops {
  keep(stopKey: string): Promise<void>
  forget(stopKey: string): Promise<void>
  /** True if this process has a stop for the call, which is then used up. */
  take(call: Call): boolean
  /** The same for stops that reached another process; stops of this process are stored there as well. */
  takeShared(call: Call): Promise<boolean>
}

export function createEarlyStops({ runs, isShared, now }: EarlyStopsParts): EarlyStops {
  const pending = createPendingStops(() => now().getTime())
  return {
    async keep(stopKey) {
      pending.add(stopKey)
      // Both processes write before they read, so one of them sees the other's row.
      const until = new Date(now().getTime() + PENDING_STOP_MS).toISOString()
      if (isShared) await runs.keepStop(stopKey, until)
    },
    async forget(stopKey) {
      pending.take(stopKey)
      if (isShared) await runs.takeStop(stopKey)
    },
    take({ threadKey, stopKey }) {
      // Both are used up, so that neither stops a later call.
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

/** Time that a stop without its chat call is kept. */
export const PENDING_STOP_MS = 10_000
/** Maximum of kept stops; the oldest is dropped first. */
export const PENDING_STOPS_MAX = 10_000

export interface PendingStops {
  add(key: string): void
  /** True if a stop for this call is kept; it is used up. */
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

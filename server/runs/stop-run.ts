import { setTimeout as delay } from 'node:timers/promises'
import type { RunQueries, RunRow, Scope, Store } from '../store/store.ts'
import { isOfCall, scopedKey, type ActiveRuns } from './active-runs.ts'
import { findElsewhere } from './follow-run.ts'
import type { Call } from './read-call.ts'
import type { Recovery } from './recover-runs.ts'
import type { RemovedRow } from './transitions.ts'

/** How often is looked whether a run that was asked to stop has ended. */
export const STOPPED_POLL_MS = 100

export interface StopRequest {
  /** A thread's row id or the caller's own name for it. */
  readonly thread: string
  /** The `requestId` of the chat call to stop; without it, whatever runs in the thread. */
  readonly requestId?: string
}

export interface StopParts {
  readonly store: Pick<Store, 'runs' | 'messages' | 'threads' | 'isShared'>
  readonly active: ActiveRuns
  readonly calls: {
    /** Whether a call of the thread is on its way. */
    isArriving(threadKey: string): boolean
  }
  readonly earlyStops: EarlyStops
  readonly recovery: Pick<Recovery, 'interrupt'>
  readonly now: () => Date
}

/**
 * Stops a run of this process or of another one, or keeps the stop for the call that it names: the two
 * may overtake each other. Says which rows were taken back.
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
  // Before anything is waited for: the call may begin meanwhile.
  const isEarly = requestId !== undefined || calls.isArriving(key)
  if (isEarly) await earlyStops.keep(stopKey)
  // A run that begins meanwhile is not meant.
  const runs = active.all()
  const found = await store.threads.find(scope, thread)
  // The thread may have been another's when its run began.
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
  // Without a call's name, a stop of a thread that is known and idle comes late, not early.
  if (!found && !isEarly) await earlyStops.keep(stopKey)
  return []
}

/** Whether the thread was taken over since its run began. One that is being made is nobody's yet. */
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
 * Has another process stop a run, and waits until that is saved; ends the run itself when the process
 * is dead, which its lease tells. Says which rows were taken back.
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

/** Whether a stop that names this call, or none, means the run. */
const isOfRequest = ({ requestId }: RunRow, wanted: string | undefined): boolean =>
  wanted === undefined || requestId === null || requestId === wanted

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

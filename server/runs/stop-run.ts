import { setTimeout as delay } from 'node:timers/promises'
import type { RunRow, Scope, Store } from '../store/store.ts'
import { isOfCall, scopedKey, type ActiveRuns } from './active-runs.ts'
import type { ChatCalls } from './chat-calls.ts'
import type { EarlyStops } from './early-stops.ts'
import { findElsewhere } from './follow-run.ts'
import type { Recovery } from './recover-runs.ts'
import type { RemovedRow, StopRequest } from './runs.ts'

/** How often is looked whether a run that was asked to stop has ended. */
export const STOPPED_POLL_MS = 100

export interface StopParts {
  readonly store: Pick<Store, 'runs' | 'messages' | 'threads' | 'isShared'>
  readonly active: ActiveRuns
  readonly calls: Pick<ChatCalls, 'isArriving'>
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
  if (running) return running.driven.stop()
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

import { setTimeout as delay } from 'node:timers/promises'
import type { RunRow, Scope, Store } from '../store/store.ts'
import type { Recovery } from './recover-runs.ts'
import type { RemovedRow } from './runs.ts'

/** How often is looked whether a run that was asked to stop has ended. */
export const STOPPED_POLL_MS = 100
/** The process that drives a run looks this often whether it was asked to stop. */
export const STOP_CHECK_MS = 300

export interface StopParts {
  readonly store: Pick<Store, 'runs' | 'messages'>
  readonly recovery: Pick<Recovery, 'interrupt'>
  readonly now: () => Date
}

/**
 * Has another process stop a run, and waits until that is saved; ends the run itself when the process
 * is dead, which its lease tells. Says which rows were taken back.
 */
export async function stopElsewhere(
  { store, recovery, now }: StopParts,
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
export const isOfRequest = ({ requestId }: RunRow, wanted: string | undefined): boolean =>
  wanted === undefined || requestId === null || requestId === wanted

import type { Scope, Store } from '../store/store.ts'
import { scopedKey, type ActiveRuns } from './active-runs.ts'
import { followElsewhere, type ElsewhereParts } from './follow-elsewhere.ts'
import type { FollowRequest, RunReader } from './runs.ts'
import type { UnreadRuns } from './unread-runs.ts'

export interface FollowParts extends Omit<ElsewhereParts, 'store'> {
  readonly store: Pick<Store, 'runs' | 'threads'>
  readonly active: Pick<ActiveRuns, 'all'>
  readonly unread: Pick<UnreadRuns, 'find'>
  readonly readerOf: (runId: string, after: number) => RunReader
}

/**
 * The running answer of a thread, whichever process makes it, or one that its caller has yet to read;
 * `undefined` when there is none.
 */
export async function followRun(
  parts: FollowParts,
  scope: Scope,
  { thread, message, after }: FollowRequest,
): Promise<RunReader | undefined> {
  const { store, active, readerOf, unread } = parts
  const unsaved = unread.find(scopedKey(scope, thread), after)
  if (unsaved) return unsaved
  const found = await store.threads.find(scope, thread)
  if (!found) return undefined
  /** A position in another answer says nothing of this one. */
  const positionIn = (messageId: string | undefined) =>
    message === undefined || message === messageId ? after : 0
  const own = active.all().find((run) => run.threadId === found.id)
  if (own) return readerOf(own.id, positionIn(own.messageId))
  const run = await store.runs.findActive(scope, found.id)
  return run && followElsewhere(parts, run, positionIn(run.messageId))
}

import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { Scope, Store } from '../store/store.ts'
import type { ActiveRuns } from './active-runs.ts'
import { followElsewhere, type ElsewhereParts } from './follow-elsewhere.ts'
import type { FollowRequest, RunReader } from './runs.ts'

export interface FollowParts extends Omit<ElsewhereParts, 'store'> {
  readonly store: Pick<Store, 'runs' | 'threads'>
  readonly active: Pick<ActiveRuns, 'all'>
  readonly readerOf: (runId: string, after: number) => RunReader
}

/**
 * The running answer of a thread, whichever process makes it; `undefined` when there is none.
 *
 * @throws AlcoveError `not_found` for a thread that the caller does not have.
 */
export async function followRun(
  parts: FollowParts,
  scope: Scope,
  { thread, message, after }: FollowRequest,
): Promise<RunReader | undefined> {
  const { store, active, readerOf } = parts
  const found = await store.threads.find(scope, thread)
  if (!found) throw new AlcoveError('not_found', ERROR_TEXTS.threadNotFound)
  /** A position in another answer says nothing of this one. */
  const positionIn = (messageId: string | undefined) =>
    message === undefined || message === messageId ? after : 0
  const own = active.all().find((run) => run.threadId === found.id)
  if (own) return readerOf(own.id, positionIn(own.messageId))
  const run = await store.runs.findActive(scope, found.id)
  return run && followElsewhere(parts, run, positionIn(run.messageId))
}

import { AlcoveError } from '../../shared/errors.ts'
import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import type { Scope, Store, ThreadRow } from '../store/store.ts'
import { isRowName } from './stored-name.ts'

/** A thread of the caller by its row id or their own name for it. */
export async function findThread(
  store: Store,
  scope: Scope,
  name: string,
): Promise<ThreadRow | undefined> {
  return isRowName(name) ? store.threads.find(scope, name) : undefined
}

/** @throws AlcoveError `not_found`: one answer for "not there" and "not yours". */
export async function requireThread(store: Store, scope: Scope, name: string): Promise<ThreadRow> {
  const thread = await findThread(store, scope, name)
  if (thread) return thread
  throw new AlcoveError('not_found', ERROR_TEXTS.threadNotFound)
}

import { AlcoveError } from '../../shared/errors.ts'
import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import type { MessageRow, Scope, Store } from '../store/store.ts'
import { isRowName } from './stored-name.ts'

/** A message of the caller's thread by its row id or their own name for it. */
export async function findMessage(
  store: Store,
  scope: Scope,
  threadId: string,
  name: string,
): Promise<MessageRow | undefined> {
  return isRowName(name) ? store.messages.find(scope, threadId, name) : undefined
}

/** @throws AlcoveError `not_found`: one answer for "not there" and "not yours". */
export async function requireMessage(
  store: Store,
  scope: Scope,
  threadId: string,
  name: string,
): Promise<MessageRow> {
  const row = await findMessage(store, scope, threadId, name)
  if (row) return row
  throw createMessageError()
}

export const createMessageError = (): AlcoveError =>
  new AlcoveError('not_found', ERROR_TEXTS.messageNotFound)

import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { EXTERNAL_ID_MAX } from '../../shared/wire/fields.ts'
import type { MessageRow, Scope, Store, ThreadRow } from '../store/store.ts'

/** False for texts that databases cannot store: with NUL characters or lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** True if a row can have this id. Ids have no control characters, and a maximum length. */
export const isRowName = (text: string): boolean =>
  text.length >= 1 && text.length <= EXTERNAL_ID_MAX && isStorable(text)

/** @throws AlcoveError `invalid_request` for a text that cannot be a row's id. */
export function requireRowName(text: string): string {
  if (isRowName(text)) return text
  throw new AlcoveError('invalid_request', `id: Expected 1 to ${EXTERNAL_ID_MAX} characters.`)
}

/** @throws AlcoveError `invalid_request` for a text that databases cannot store. */
export function requireStorable(texts: Readonly<Record<string, string | null | undefined>>): void {
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text === 'string' && !isStorable(text)) {
      throw new AlcoveError('invalid_request', `${name}: Expected text without NUL characters.`)
    }
  }
}

/** Finds a thread of the caller by its row id or by the caller's own name for it. */
export async function findThread(
  store: Store,
  scope: Scope,
  name: string,
): Promise<ThreadRow | undefined> {
  return isRowName(name) ? store.threads.findByName(scope, name) : undefined
}

/** @throws AlcoveError `not_found`: the same answer for a missing thread and for another user's. */
export async function requireThread(store: Store, scope: Scope, name: string): Promise<ThreadRow> {
  const thread = await findThread(store, scope, name)
  if (thread) return thread
  throw createThreadError()
}

/** Finds a message of the caller's thread by its row id or by the caller's own name for it. */
export async function findMessage(
  store: Store,
  scope: Scope,
  threadId: string,
  name: string,
): Promise<MessageRow | undefined> {
  return isRowName(name) ? store.messages.find(scope, threadId, name) : undefined
}

/** @throws AlcoveError `not_found`: the same answer for a missing message and for another user's. */
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

export const createThreadError = (): AlcoveError =>
  new AlcoveError('not_found', THREAD_TEXTS.threadNotFound)

export const createMessageError = (): AlcoveError =>
  new AlcoveError('not_found', THREAD_TEXTS.messageNotFound)

/** The same refusal for a missing row and for another user's. */
export const createCursorError = (): AlcoveError =>
  new AlcoveError('invalid_request', 'after: expected the id of a row of the page before.')

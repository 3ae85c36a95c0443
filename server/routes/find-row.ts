import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { EXTERNAL_ID_MAX } from '../../shared/wire/fields.ts'
import type { MessageRow, Scope, Store, ThreadRow } from '../store/store.ts'

/** Whether a text can be the name of a row at all; databases choke on what this leaves out. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Whether a row can have this id. No id of any row needs control characters or more length. */
export const isRowName = (text: string): boolean =>
  text.length >= 1 && text.length <= EXTERNAL_ID_MAX && isStorable(text)

/** @throws AlcoveError `invalid_request` for what is no name of a row. */
export function requireRowName(text: string): string {
  if (isRowName(text)) return text
  throw new AlcoveError('invalid_request', `id: Expected 1 to ${EXTERNAL_ID_MAX} characters.`)
}

/** @throws AlcoveError `invalid_request` for a text that no row could hold. */
export function requireStorable(texts: Readonly<Record<string, string | null | undefined>>): void {
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text === 'string' && !isStorable(text)) {
      throw new AlcoveError('invalid_request', `${name}: Expected text without NUL characters.`)
    }
  }
}

/** A thread of the caller by its row id or their own name for it. */
export async function findThread(
  store: Store,
  scope: Scope,
  name: string,
): Promise<ThreadRow | undefined> {
  return isRowName(name) ? store.threads.findByName(scope, name) : undefined
}

/** @throws AlcoveError `not_found`: one answer for "not there" and "not yours". */
export async function requireThread(store: Store, scope: Scope, name: string): Promise<ThreadRow> {
  const thread = await findThread(store, scope, name)
  if (thread) return thread
  throw createThreadError()
}

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

export const createThreadError = (): AlcoveError =>
  new AlcoveError('not_found', THREAD_TEXTS.threadNotFound)

export const createMessageError = (): AlcoveError =>
  new AlcoveError('not_found', THREAD_TEXTS.messageNotFound)

/** One refusal for a row that is not there and one that is somebody else's. */
export const createCursorError = (): AlcoveError =>
  new AlcoveError('invalid_request', 'after: expected the id of a row of the page before.')

import { AlcoveError } from '../../shared/errors.ts'
import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import type { MessageRow, Store, ThreadRow } from '../store/store.ts'
import type { SavedCall } from './run-driver.ts'

/**
 * The stored message that a call names.
 *
 * @param known the call's thread, if it was read already.
 * @throws AlcoveError `not_found` if the caller has no such thread or message.
 */
export async function requireRow(
  store: Store,
  { caller, call }: SavedCall,
  name: string,
  known: ThreadRow | undefined,
): Promise<MessageRow> {
  const thread = known ?? (await store.threads.findByName(caller, call.body.id))
  if (!thread) throw new AlcoveError('not_found', THREAD_TEXTS.threadNotFound)
  const row = await store.messages.find(caller, thread.id, name)
  if (!row) throw new AlcoveError('not_found', THREAD_TEXTS.messageNotFound)
  return row
}

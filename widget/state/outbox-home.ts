import type { Store } from 'jotai/vanilla'
import { AlcoveError } from '../../shared/errors.ts'
import { LOCAL_THREAD_PREFIX } from '../../shared/ids.ts'
import { draftKeyAtom } from './draft-key.ts'
import { isDraftEmptyAtom } from './drafts.ts'
import { shownPathAtom, threadIdAtom, type OpenConversation } from './conversations.ts'
import { openHiddenAtom } from './open-conversation.ts'
import type { Owner } from './owner.ts'

/** Where messages go whose thread is not open in this tab. */
export type OutboxHome =
  | { readonly type: 'open'; readonly open: OpenConversation }
  /** Nobody ever saw their thread: it is the new one that is shown. */
  | { readonly type: 'thread'; readonly thread: string }

/**
 * Finds the thread that messages wait for: one of the server, or one that was begun in a tab which is
 * gone by now.
 *
 * @throws AlcoveError when the server cannot be asked, or the signal's reason.
 */
export async function findHome(store: Store, owner: Owner, thread: string): Promise<OutboxHome> {
  const isBegunHere = thread.startsWith(LOCAL_THREAD_PREFIX)
  // A visitor who is nobody any more has no thread there.
  const isKnown = isBegunHere ? await isOfServer(owner, thread) : owner.identity.cloud.hasIdentity()
  if (!isKnown && isShownUnused(store)) return { type: 'thread', thread: store.get(draftKeyAtom) }
  const open = await store.set(openHiddenAtom, {
    id: thread,
    ...(isKnown ? { remoteId: thread, status: 'regular' } : { status: 'new' }),
    isRunning: false,
  })
  if (open) return { type: 'open', open }
  throw new AlcoveError('destroyed', 'Somebody else is chatting now.')
}

/** Its first message may have arrived before the tab was gone. The server knows it by both names. */
async function isOfServer(
  { identity: { cloud }, ending }: Owner,
  thread: string,
): Promise<boolean> {
  if (!cloud.hasIdentity()) return false
  try {
    await cloud.messages(thread, null, ending)
    return true
  } catch (error) {
    const { code } = error instanceof AlcoveError ? error : { code: null }
    if (code === 'not_found' || code === 'token_missing') return false
    throw error
  }
}

function isShownUnused({ get }: Store): boolean {
  const isNew = get(draftKeyAtom).startsWith(LOCAL_THREAD_PREFIX) && get(threadIdAtom) === null
  return isNew && get(shownPathAtom).length === 0 && get(isDraftEmptyAtom)
}

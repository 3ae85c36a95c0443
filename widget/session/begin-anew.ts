import { atom, type Store } from 'jotai/vanilla'
import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import type { SerializedError } from '../../shared/errors.ts'
import { LOCAL_THREAD_PREFIX } from '../../shared/ids.ts'
import { messageText } from '../../shared/thread/message.ts'
import { shownKeyAtom } from '../conversation/atoms/thread-keys.ts'
import { draftsAtom, setDraftAtom } from '../composer/atoms/drafts.ts'
import { requestFocusAtom } from '../world/focus-requests.ts'
import { closeConversationsAtom, unsentIdsAtom } from '../conversation/atoms/conversations.ts'
import { messageAtom } from '../conversation/atoms/conversation-view.ts'
import { outboxDeskAtom, queuedFactAtom } from '../conversation/atoms/queued.ts'
import { forgetThreadsAtom } from '../thread-list/atoms/thread-list-facts.ts'
import { noticesAtom, reportFailureAtom } from '../world/failures.ts'
import { identityAtom } from '../world/identity.ts'
import { openThreadAtom } from '../thread-list/atoms/opening.ts'

/**
 * Begins a new conversation if a visitor's message cannot be sent in the open one: the session is dead, or the
 * thread belongs to a former visitor. The text returns to the composer, and the person gets a notice.
 */
export function followGoneThreads(store: Store): () => void {
  let handled = store.get(noticesAtom).at(-1)?.id ?? 0

  return store.sub(noticesAtom, () => {
    const news = store.get(noticesAtom).filter(({ id }) => id > handled)
    handled = news.at(-1)?.id ?? handled
    const gone = news.find(({ during, error }) => during === 'send' && isGone(error))
    const isVisitor = store.get(identityAtom)?.mode === 'anonymous'
    if (gone && isVisitor) void store.set(beginAnewAtom, gone.error)
  })
}

/**
 * True for calls that lack a token or name another visitor's thread: no new visitor is made for an existing
 * thread.
 */
const isGone = ({ code, message }: SerializedError): boolean =>
  code === 'token_missing' || (code === 'not_found' && message === THREAD_TEXTS.threadNotFound)

const beginAnewAtom = atom(null, async (get, set, error: SerializedError) => {
  // Let the failed turn end first.
  await Promise.resolve()
  const identity = get(identityAtom)
  const key = get(shownKeyAtom)
  const unsent = [...get(unsentIdsAtom)].flatMap((id) => get(messageAtom(id)) ?? [])
  set(closeConversationsAtom)
  set(forgetThreadsAtom)
  await set(openThreadAtom, null)
  if (get(identityAtom) !== identity) return
  const typed = [...unsent.map(messageText), get(draftsAtom).get(key) ?? '']
  set(setDraftAtom, get(shownKeyAtom), typed.filter((text) => text.trim() !== '').join('\n\n'))
  set(setDraftAtom, key, '')
  // Messages that wait for a thread begun here are sent in the new one. Those of stored threads return to the
  // composer.
  const stuck = get(queuedFactAtom).filter(({ thread }) => !thread.startsWith(LOCAL_THREAD_PREFIX))
  for (const { id } of stuck.toReversed()) get(outboxDeskAtom)?.edit(id)
  set(reportFailureAtom, { during: 'gone', error, isHostUser: false })
  set(requestFocusAtom)
})

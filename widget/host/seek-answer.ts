import type { Store } from 'jotai/vanilla'
import { historyStateAtom, isRunningAtom } from '../conversation/atoms/conversations.ts'
import { lastMessageIdAtom } from '../conversation/atoms/thread.ts'
import { messageAtom } from '../conversation/atoms/conversation-view.ts'
import { depsAtom } from '../world/chat-deps.ts'
import { awaitThreadAtom } from '../thread-list/atoms/opening.ts'
import { panelAtom } from '../world/panel.ts'

/** Limit of the search for the previous page's answer. The user may be named late. */
export const SEEK_ANSWER_MAX_MS = 30_000

/** `unsure`: the thread could not be loaded, for example because the person is leaving this page as well. */
export type SoughtAnswer = 'unread' | 'known' | 'unsure'

/**
 * Loads the last thread behind the closed panel, to find an answer that ran when its reader left. It is unread if
 * it ended between the pages.
 */
export async function seekAnswer(store: Store): Promise<SoughtAnswer> {
  const late = Promise.withResolvers<void>()
  const cancel = store.get(depsAtom)?.clock.after(SEEK_ANSWER_MAX_MS, late.resolve)
  const isLoaded = await Promise.race([
    store.set(awaitThreadAtom).then(() => true),
    late.promise.then(() => false),
  ])
  cancel?.()
  if (!isLoaded || store.get(historyStateAtom) === 'failed') return 'unsure'
  const last = store.get(lastMessageIdAtom)
  const isAnswered = last !== undefined && store.get(messageAtom(last))?.role === 'assistant'
  const isUnread = isAnswered && !store.get(isRunningAtom) && !store.get(panelAtom).isOpen
  return isUnread ? 'unread' : 'known'
}

import type { Store } from 'jotai/vanilla'
import { isRunningAtom } from '../conversation/atoms/conversations.ts'
import { lastMessageIdAtom } from '../conversation/atoms/thread.ts'
import { messageAtom } from '../conversation/atoms/conversation-view.ts'
import { depsAtom } from '../world/chat-deps.ts'
import { awaitThreadAtom } from '../thread-list/atoms/opening.ts'
import { panelAtom } from '../world/panel.ts'

/** Limit of the search for the previous page's answer. The user may be named late. */
export const SEEK_ANSWER_MAX_MS = 30_000

/**
 * Loads the last thread behind the closed panel, to find an answer that ran when its reader left. Returns true if
 * it ended between the pages, so that it is unread.
 */
export async function seekAnswer(store: Store): Promise<boolean> {
  const late = Promise.withResolvers<void>()
  const cancel = store.get(depsAtom)?.clock.after(SEEK_ANSWER_MAX_MS, late.resolve)
  await Promise.race([store.set(awaitThreadAtom), late.promise])
  cancel?.()
  const last = store.get(lastMessageIdAtom)
  const isAnswered = last !== undefined && store.get(messageAtom(last))?.role === 'assistant'
  return isAnswered && !store.get(isRunningAtom) && !store.get(panelAtom).isOpen
}

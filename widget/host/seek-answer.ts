import type { Store } from 'jotai/vanilla'
import { isRunningAtom } from '../conversation/atoms/conversations.ts'
import { lastMessageIdAtom } from '../conversation/atoms/thread.ts'
import { messageAtom } from '../conversation/atoms/conversation-view.ts'
import { depsAtom } from '../world/chat-deps.ts'
import { awaitThreadAtom } from '../thread-list/atoms/opening.ts'
import { panelAtom } from '../world/panel.ts'

/** So long an answer of the page before is looked for; its person may be named late. */
export const SEEK_ANSWER_MAX_MS = 30_000

/**
 * Shows the last thread behind the closed panel, for an answer that its reader left behind. True: it
 * ended on the way from page to page, and nobody has seen that.
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

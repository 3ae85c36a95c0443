import { atom } from 'jotai/vanilla'
import {
  historyStateAtom,
  shownPathAtom,
  threadRunsAtom,
} from '../../conversation/atoms/conversations.ts'
import { messageAtom } from '../../conversation/atoms/conversation-view.ts'
import { depsOf } from '../../world/chat-deps.ts'
import { panelAtom } from '../../world/panel.ts'
import type { ThreadSlot } from '../thread-list-state.ts'
import {
  newsAtom,
  noteThreadsAtom,
  seenEndAtom,
  threadListFactsAtom,
  threadName,
  unreadThreadsAtom,
} from './thread-list-facts.ts'

/** Maximum number of unread threads; those marked first are dropped. */
export const UNREAD_MAX = 200

/** Marks a thread as unread, or removes the mark. */
export const markUnreadAtom = atom(null, (get, set, name: string, isUnread: boolean) => {
  const unread = get(unreadThreadsAtom)
  if (unread.has(name) === isUnread) return
  const names = [...unread].filter((other) => other !== name)
  set(noteThreadsAtom, { unread: new Set(isUnread ? [...names, name].slice(-UNREAD_MAX) : names) })
})

/** Marks the shown thread as read, because the person sees it. */
export const clearUnreadAtom = atom(null, (get, set) => {
  const main = get(threadListFactsAtom)?.main
  if (!main || !get(panelAtom).isOpen) return
  const name = threadName(main)
  if (get(unreadThreadsAtom).has(name)) set(comeToThreadAtom, main)
  set(markUnreadAtom, name, false)
})

/**
 * An answer that ended at most this long before the panel closed counts as unread: no person reacts to its end so
 * fast, and a screen reader has not begun to read it out.
 */
export const UNHEARD_MS = 500

/** Notes that an answer ended in view. */
export const noteSeenEndAtom = atom(null, (get, set, slotId: string) =>
  set(noteThreadsAtom, { seenEnd: { slotId, at: depsOf(get).clock.uptime() } }),
)

/** Marks the shown thread as unread after the panel closed, if its answer ended just before. */
export const markUnheardAtom = atom(null, (get, set) => {
  const main = get(threadListFactsAtom)?.main
  const end = get(seenEndAtom)
  if (!main || end?.slotId !== main.id) return
  set(noteThreadsAtom, { seenEnd: null })
  if (depsOf(get).clock.uptime() - end.at <= UNHEARD_MS) {
    set(markUnreadAtom, threadName(main), true)
  }
})

/** Notes that the person comes to a thread, or leaves the shown one (`null`), and its unread answer. */
export const comeToThreadAtom = atom(null, (get, set, slot: ThreadSlot | null) => {
  const name = slot && threadName(slot)
  const isUnread = name !== null && get(unreadThreadsAtom).has(name)
  if (isUnread) set(noteThreadsAtom, { news: { thread: name, messageId: null } })
  else if (get(newsAtom)) set(noteThreadsAtom, { news: null })
})

/**
 * The answer that was unread when the person came to the shown thread; `null`: none. At most one, since only the
 * person asks. It counts as new until they leave.
 */
export const newAnswerIdAtom = atom((get) => {
  const news = get(newsAtom)
  const main = get(threadListFactsAtom)?.main
  if (!news || !main || threadName(main) !== news.thread) return null
  if (news.messageId !== null || get(historyStateAtom) !== 'ready') return news.messageId
  return get(shownPathAtom).findLast((id) => get(messageAtom(id))?.role === 'assistant') ?? null
})

/** Fixes the new answer once it is drawn: later answers do not count as new. */
export const holdNewAnswerAtom = atom(null, (get, set, messageId: string) => {
  const news = get(newsAtom)
  if (news?.messageId === null) set(noteThreadsAtom, { news: { ...news, messageId } })
})

// Facts about all threads together, shown or hidden.

/** True if an answer runs in any thread of this frame. */
export const isAnyThreadRunningAtom = atom((get) =>
  [...get(threadRunsAtom).values()].includes(true),
)

/** Number of threads with an unread answer. */
export const unreadCountAtom = atom((get) => get(unreadThreadsAtom).size)

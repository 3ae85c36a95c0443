import { atom } from 'jotai/vanilla'
import { threadRunsAtom } from '../../conversation/atoms/conversations.ts'
import { panelAtom } from '../../state/panel.ts'
import {
  noteThreadsAtom,
  threadListFactsAtom,
  threadName,
  unreadThreadsAtom,
} from './thread-list-facts.ts'

/** Threads that are remembered as unread; of more, those that were marked first are forgotten. */
export const UNREAD_MAX = 200

/** Marks a thread, or takes the mark away. */
export const markUnreadAtom = atom(null, (get, set, name: string, isUnread: boolean) => {
  const unread = get(unreadThreadsAtom)
  if (unread.has(name) === isUnread) return
  const names = [...unread].filter((other) => other !== name)
  set(noteThreadsAtom, { unread: new Set(isUnread ? [...names, name].slice(-UNREAD_MAX) : names) })
})

/** The person sees the shown thread. */
export const clearUnreadAtom = atom(null, (get, set) => {
  const main = get(threadListFactsAtom)?.main
  if (main && get(panelAtom).isOpen) set(markUnreadAtom, threadName(main), false)
})

// What is told of all threads together, shown or not.

/** Whether an answer runs in any thread of this frame. */
export const isAnyThreadRunningAtom = atom((get) =>
  [...get(threadRunsAtom).values()].includes(true),
)

/** How many threads hold an answer that nobody has seen. */
export const unreadCountAtom = atom((get) => get(unreadThreadsAtom).size)

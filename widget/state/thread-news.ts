import { atom } from 'jotai/vanilla'
import { threadRunsAtom } from './conversations.ts'
import { unreadThreadsAtom } from './thread-list-facts.ts'

// What is told of all threads together, shown or not.

/** Whether an answer runs in any thread of this frame. */
export const isAnyThreadRunningAtom = atom((get) =>
  [...get(threadRunsAtom).values()].includes(true),
)

/** How many threads hold an answer that nobody has seen. */
export const unreadCountAtom = atom((get) => get(unreadThreadsAtom).size)

import { atom } from 'jotai/vanilla'
import type { ListStatus } from '../threads/page-loader.ts'
import type { SlotMatch } from '../threads/search-threads.ts'
import type { ThreadList } from '../threads/thread-list.ts'
import type { ThreadListState } from '../threads/thread-list-state.ts'
import type { ThreadSlot } from '../threads/thread-slot.ts'
import { shownThreadIdAtom } from './conversations.ts'

// The widget's copy of what the list of threads tells. Only `thread-list.ts` shows it.

/** The threads of whoever chats; `null` until the first one is shown. */
export const threadsAtom = atom<ThreadList | null>(null)

export interface ThreadListFacts {
  readonly state: ThreadListState
  readonly status: ListStatus
  readonly isLoadingMore: boolean
  readonly main: ThreadSlot | undefined
}

export const threadListFactsAtom = atom<ThreadListFacts | null>(null)

/** What the shown thread is called; `null` until it has a title. */
export const threadTitleAtom = atom((get) => {
  const id = get(shownThreadIdAtom)
  return (id !== null && get(threadListFactsAtom)?.state.slots.get(id)?.title) || null
})

const NONE: ReadonlySet<string> = new Set()
/** Threads with an answer that another tab follows, by {@link threadName}; it tells how it ends. */
export const runsElsewhereAtom = atom<ReadonlySet<string>>(NONE)
/** Threads with an answer that nobody has seen, by {@link threadName}. */
export const unreadThreadsAtom = atom<ReadonlySet<string>>(NONE)

/** What a thread is called where it outlives this page. */
export const threadName = ({ remoteId, id }: ThreadSlot): string => remoteId ?? id

/** How the list is looked for before anybody's threads are there. */
export const listOpeningAtom = atom<Exclude<ListStatus, 'ready'>>('idle')

/** An operation that did not succeed, or one that can be taken back. */
export type ThreadNotice =
  | { readonly type: 'archived'; readonly id: string; readonly title?: string | undefined }
  | {
      readonly type: 'failed'
      readonly operation: FailedOperation
      readonly title?: string | undefined
    }

export type FailedOperation = 'rename' | 'archive' | 'unarchive' | 'delete' | 'switch'

export const threadNoticeFactAtom = atom<ThreadNotice | null>(null)

export interface ThreadSearchFacts {
  readonly query: string
  readonly status: 'idle' | 'searching' | 'done' | 'failed'
  readonly matches: readonly SlotMatch[]
  /** Ends the search that is under way. */
  readonly searching: AbortController | null
}

export const NO_SEARCH: ThreadSearchFacts = {
  query: '',
  status: 'idle',
  matches: [],
  searching: null,
}

export const threadSearchFactsAtom = atom<ThreadSearchFacts>(NO_SEARCH)

/** Nothing of one person's threads is shown to the next. */
export const forgetThreadsAtom = atom(null, (_get, set) => {
  set(threadsAtom, null)
  set(threadListFactsAtom, null)
  set(unreadThreadsAtom, NONE)
  set(runsElsewhereAtom, NONE)
  set(listOpeningAtom, 'idle')
  set(threadNoticeFactAtom, null)
  set(threadSearchFactsAtom, NO_SEARCH)
})

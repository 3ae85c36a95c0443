import { atom } from 'jotai/vanilla'
import { shownThreadIdAtom } from '../../conversation/atoms/conversations.ts'
import type { SlotMatch } from '../search-threads.ts'
import type { ThreadListState, ThreadSlot } from '../thread-list-state.ts'
import type { ThreadList } from '../thread-list.ts'
import type { ListStatus } from '../thread-pages.ts'

// The frame's copy of the list's state. Only `thread-list.ts` shows it.

export interface ThreadListFacts {
  readonly state: ThreadListState
  readonly status: ListStatus
  readonly isLoadingMore: boolean
  readonly main: ThreadSlot | undefined
}

/** Name of a thread that outlives this page. */
export const threadName = ({ remoteId, id }: ThreadSlot): string => remoteId ?? id

/** A failed operation, or one that can be undone. */
export type ThreadNotice =
  | { readonly type: 'archived'; readonly id: string; readonly title?: string | undefined }
  | {
      readonly type: 'failed'
      readonly operation: FailedOperation
      readonly title?: string | undefined
    }

export type FailedOperation = 'rename' | 'archive' | 'unarchive' | 'delete' | 'switch'

export interface ThreadSearchFacts {
  readonly query: string
  readonly status: 'idle' | 'searching' | 'done' | 'failed'
  readonly matches: readonly SlotMatch[]
  /** Aborts the pending search. */
  readonly searching: AbortController | null
}

export const NO_SEARCH: ThreadSearchFacts = {
  query: '',
  status: 'idle',
  matches: [],
  searching: null,
}

/** State of the current person's threads. */
interface Known {
  /** `null` until the first thread is shown. */
  readonly threads: ThreadList | null
  readonly list: ThreadListFacts | null
  /** Threads, by {@link threadName}, whose running answer another tab follows and will report. */
  readonly runsElsewhere: ReadonlySet<string>
  /** Threads with an unread answer, by {@link threadName}. */
  readonly unread: ReadonlySet<string>
  /** The thread that had an unread answer when the person came to it, and that answer, once it was drawn. */
  readonly news: { readonly thread: string; readonly messageId: string | null } | null
  /** The last answer that ended in view: its thread's slot, and the uptime at its end. */
  readonly seenEnd: { readonly slotId: string; readonly at: number } | null
  /** State of the search for the list before a person's threads are there. */
  readonly opening: Exclude<ListStatus, 'ready'>
  readonly notice: ThreadNotice | null
  /** True while the person is at the notice, whose time is paused. */
  readonly isNoticeHeld: boolean
  readonly search: ThreadSearchFacts
}

const NONE: ReadonlySet<string> = new Set()
const NOTHING: Known = {
  threads: null,
  list: null,
  runsElsewhere: NONE,
  unread: NONE,
  news: null,
  seenEnd: null,
  opening: 'idle',
  notice: null,
  isNoticeHeld: false,
  search: NO_SEARCH,
}

const knownAtom = atom(NOTHING)

export const threadsAtom = atom((get) => get(knownAtom).threads)
export const threadListFactsAtom = atom((get) => get(knownAtom).list)
export const runsElsewhereAtom = atom((get) => get(knownAtom).runsElsewhere)
export const unreadThreadsAtom = atom((get) => get(knownAtom).unread)
export const newsAtom = atom((get) => get(knownAtom).news)
export const seenEndAtom = atom((get) => get(knownAtom).seenEnd)
export const listOpeningAtom = atom((get) => get(knownAtom).opening)
export const threadNoticeFactAtom = atom((get) => get(knownAtom).notice)
/** Undo is offered while possible: the thread may have been deleted or unarchived since. */
export const threadNoticeAtom = atom((get) => {
  const notice = get(threadNoticeFactAtom)
  const list = get(threadListFactsAtom)
  if (notice?.type !== 'archived' || list?.state.slots.get(notice.id)?.status === 'archived')
    return notice
  return null
})
export const isThreadNoticeHeldAtom = atom((get) => get(knownAtom).isNoticeHeld)
export const threadSearchFactsAtom = atom((get) => get(knownAtom).search)

/** Title of the shown thread; `null` until it has one. */
export const threadTitleAtom = atom((get) => {
  const id = get(shownThreadIdAtom)
  return (id !== null && get(threadListFactsAtom)?.state.slots.get(id)?.title) || null
})

/** Updates the state. */
export const noteThreadsAtom = atom(null, (get, set, news: Partial<Known>) =>
  set(knownAtom, { ...get(knownAtom), ...news }),
)

/** Notes that the person is at the notice, or left it. */
export const holdThreadNoticeAtom = atom(null, (_get, set, isHeld: boolean) =>
  set(noteThreadsAtom, { isNoticeHeld: isHeld }),
)

/** Forgets a person's threads, so that they are not shown to the next. */
export const forgetThreadsAtom = atom(null, (_get, set) => set(knownAtom, NOTHING))

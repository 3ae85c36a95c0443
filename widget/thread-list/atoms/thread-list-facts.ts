import { atom } from 'jotai/vanilla'
import { shownThreadIdAtom } from '../../conversation/atoms/conversations.ts'
import type { SlotMatch } from '../search-threads.ts'
import type { ThreadListState, ThreadSlot } from '../thread-list-state.ts'
import type { ThreadList } from '../thread-list.ts'
import type { ListStatus } from '../thread-pages.ts'

// The widget's copy of what the list of threads tells. Only `thread-list.ts` shows it.

export interface ThreadListFacts {
  readonly state: ThreadListState
  readonly status: ListStatus
  readonly isLoadingMore: boolean
  readonly main: ThreadSlot | undefined
}

/** What a thread is called where it outlives this page. */
export const threadName = ({ remoteId, id }: ThreadSlot): string => remoteId ?? id

/** An operation that did not succeed, or one that can be taken back. */
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
  /** Ends the search that is under way. */
  readonly searching: AbortController | null
}

export const NO_SEARCH: ThreadSearchFacts = {
  query: '',
  status: 'idle',
  matches: [],
  searching: null,
}

/** What is known of the threads of whoever chats. */
interface Known {
  /** `null` until the first one is shown. */
  readonly threads: ThreadList | null
  readonly list: ThreadListFacts | null
  /** Threads with an answer that another tab follows, by {@link threadName}; it tells how it ends. */
  readonly runsElsewhere: ReadonlySet<string>
  /** Threads with an answer that nobody has seen, by {@link threadName}. */
  readonly unread: ReadonlySet<string>
  /** The thread that held an unseen answer when the person came to it, and that answer, once it was drawn. */
  readonly news: { readonly thread: string; readonly messageId: string | null } | null
  /** How the list is looked for before anybody's threads are there. */
  readonly opening: Exclude<ListStatus, 'ready'>
  readonly notice: ThreadNotice | null
  /** Somebody is at the notice: its time stands still. */
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
export const listOpeningAtom = atom((get) => get(knownAtom).opening)
export const threadNoticeFactAtom = atom((get) => get(knownAtom).notice)
/** Undo is offered while it applies: the thread may have been deleted or brought back since. */
export const threadNoticeAtom = atom((get) => {
  const notice = get(threadNoticeFactAtom)
  const list = get(threadListFactsAtom)
  if (notice?.type !== 'archived' || list?.state.slots.get(notice.id)?.status === 'archived')
    return notice
  return null
})
export const isThreadNoticeHeldAtom = atom((get) => get(knownAtom).isNoticeHeld)
export const threadSearchFactsAtom = atom((get) => get(knownAtom).search)

/** What the shown thread is called; `null` until it has a title. */
export const threadTitleAtom = atom((get) => {
  const id = get(shownThreadIdAtom)
  return (id !== null && get(threadListFactsAtom)?.state.slots.get(id)?.title) || null
})

/** Says what is known anew. */
export const noteThreadsAtom = atom(null, (get, set, news: Partial<Known>) =>
  set(knownAtom, { ...get(knownAtom), ...news }),
)

/** Somebody is at the notice, or left it. */
export const holdThreadNoticeAtom = atom(null, (_get, set, isHeld: boolean) =>
  set(noteThreadsAtom, { isNoticeHeld: isHeld }),
)

/** Nothing of one person's threads is shown to the next. */
export const forgetThreadsAtom = atom(null, (_get, set) => set(knownAtom, NOTHING))

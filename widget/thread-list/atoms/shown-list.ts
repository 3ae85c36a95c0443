import { atom } from 'jotai/vanilla'
import { AlcoveError } from '../../../shared/errors.ts'
import { UNPLACED } from '../../conversation/atoms/thread-keys.ts'
import { requestFocusAtom } from '../../world/focus-requests.ts'
import {
  historyStateAtom,
  shownPathAtom,
  threadIdAtom,
  threadRunsAtom,
} from '../../conversation/atoms/conversations.ts'
import { shownQueueAtom } from '../../conversation/atoms/queued.ts'
import { openLastThreadAtom, openThreadAtom } from './opening.ts'
import type { ThreadList } from '../thread-list.ts'
import {
  listOpeningAtom,
  noteThreadsAtom,
  threadListFactsAtom,
  threadNoticeAtom,
  threadNoticeFactAtom,
  threadsAtom,
  threadTitleAtom,
  unreadThreadsAtom,
  type FailedOperation,
} from './thread-list-facts.ts'
import { itemOf, itemsOf, type ThreadListItem } from './thread-list-item.ts'

/** Time to undo archiving by the notice, which counts it while it is shown. */
export const THREAD_UNDO_MS = 10_000

/** Threads that can be opened, by kind. */
export interface ThreadLists {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  /** Last written first, without the new thread. */
  readonly regular: readonly ThreadListItem[]
  readonly archived: readonly ThreadListItem[]
  /** For the regular threads. */
  readonly hasMore: boolean
  readonly hasMoreArchived: boolean
  /** True while a page of either kind is loading. */
  readonly isLoadingMore: boolean
}

const NO_ITEMS: readonly ThreadListItem[] = []

export const threadListAtom = atom((get): ThreadLists => {
  const facts = get(threadListFactsAtom)
  if (!facts) {
    const status = get(listOpeningAtom)
    const none = { regular: NO_ITEMS, archived: NO_ITEMS, hasMore: false, hasMoreArchived: false }
    return { status, ...none, isLoadingMore: false }
  }
  const { state, status, isLoadingMore } = facts
  const marks = { runs: get(threadRunsAtom), unread: get(unreadThreadsAtom) }
  return {
    status,
    regular: itemsOf(state, state.regular, marks),
    archived: itemsOf(state, state.archived, marks),
    hasMore: state.next.regular !== null,
    hasMoreArchived: state.next.archived !== null,
    isLoadingMore,
  }
})

const NO_THREAD: ThreadListItem = { id: UNPLACED, status: 'new', isRunning: false, isUnread: false }

/** The shown thread, or the one about to be shown. */
export const mainThreadAtom = atom((get): ThreadListItem => {
  const main = get(threadListFactsAtom)?.main
  const marks = { runs: get(threadRunsAtom), unread: get(unreadThreadsAtom) }
  return main ? itemOf(main, marks) : NO_THREAD
})

/** @throws AlcoveError `unavailable`: no person's threads could be opened. */
const requireThreadsAtom = atom(null, async (get, set): Promise<ThreadList> => {
  if (!get(threadsAtom)) await set(openLastThreadAtom)
  const threads = get(threadsAtom)
  if (threads) return threads
  throw new AlcoveError('unavailable', 'The threads could not be opened.')
})

/** An action on the list. Failures are on the screen as well, for callers that do not wait. */
const listAction = <Args extends unknown[]>(
  act: (threads: ThreadList, ...args: Args) => Promise<void>,
) =>
  atom(null, (_get, set, ...args: Args): Promise<void> => {
    const acting = set(requireThreadsAtom).then((threads) => act(threads, ...args))
    acting.catch(() => {})
    return acting
  })

/** A person's action on one thread. A failure shows a notice. */
const threadAction = <Args extends unknown[]>(
  operation: FailedOperation,
  act: (threads: ThreadList, id: string, ...args: Args) => Promise<void>,
) => {
  const action = listAction(act)
  return atom(null, (get, set, id: string, ...args: Args): Promise<void> => {
    const before = get(threadsAtom)
    const title = before?.find(id)?.title
    const acting = set(action, id, ...args)
    acting.catch(() => {
      // The person has changed meanwhile.
      if (before && get(threadsAtom) !== before) return
      set(noteThreadsAtom, { notice: { type: 'failed', operation, title } })
    })
    return acting
  })
}

const loadAtom = listAction((threads) =>
  threads.status === 'ready' ? threads.reload() : threads.load(),
)

/** Loads the list, or reads it again, also after a failure. */
export const loadThreadListAtom = atom(null, (get, set): Promise<void> => {
  set(noteThreadsAtom, { opening: 'loading' })
  const loading = set(loadAtom)
  loading.catch(() => {
    if (!get(threadsAtom)) set(noteThreadsAtom, { opening: 'failed' })
  })
  return loading
})

export const loadMoreThreadsAtom = listAction((threads, kind: 'regular' | 'archived') =>
  threads.loadMore(kind),
)

const switchToNewAtom = listAction((threads) => threads.switchToNew())

/** The shown thread's only message was taken back, so the thread is like a new one. */
const isEmptyAgainAtom = atom(
  (get) =>
    get(threadIdAtom) !== null &&
    get(threadTitleAtom) === null &&
    get(historyStateAtom) === 'ready' &&
    get(shownPathAtom).length + get(shownQueueAtom).length === 0,
)

/** Begins a new thread, or keeps an empty one. Runs of the former thread continue. */
export const showNewThreadAtom = atom(null, async (get, set): Promise<void> => {
  // Before the first thread is shown, begin without a search for the last one.
  if (!get(threadsAtom)) await set(openThreadAtom, null)
  else if (!get(isEmptyAgainAtom)) await set(switchToNewAtom)
})
/** The same for the person, with the focus in the message field. */
export const newThreadAtom = atom(null, async (_get, set): Promise<void> => {
  await set(showNewThreadAtom)
  set(requestFocusAtom)
})

const ACTIONS = {
  switch: (threads: ThreadList, id: string) => threads.switchTo(id),
  rename: (threads: ThreadList, id: string, title: string) => threads.rename(id, title),
  archive: (threads: ThreadList, id: string) => threads.archive(id),
  unarchive: (threads: ThreadList, id: string) => threads.unarchive(id),
  delete: (threads: ThreadList, id: string) => threads.delete(id),
}

/** Shows another thread; an archived one is unarchived first. @throws AlcoveError. */
export const switchThreadAtom = threadAction('switch', ACTIONS.switch)
/** Renames a thread. @throws AlcoveError. */
export const renameThreadAtom = threadAction('rename', ACTIONS.rename)
/** Unarchives a thread. @throws AlcoveError. */
export const unarchiveThreadAtom = threadAction('unarchive', ACTIONS.unarchive)
/** Deletes a thread permanently and stops its runs. @throws AlcoveError. */
export const deleteThreadAtom = threadAction('delete', ACTIONS.delete)

const archiveAtom = threadAction('archive', ACTIONS.archive)
const archiveForPageAtom = listAction(ACTIONS.archive)

/** Archives a thread. The notice of it offers undo. */
const archiving = (actionAtom: typeof archiveAtom | typeof archiveForPageAtom) =>
  atom(null, (get, set, id: string): Promise<void> => {
    const slot = get(threadsAtom)?.find(id)
    const notice = slot && ({ type: 'archived', id: slot.id, title: slot.title } as const)
    if (notice) set(noteThreadsAtom, { notice })
    const acting = set(actionAtom, id)
    acting.catch(() => {
      if (get(threadNoticeFactAtom) === notice) set(noteThreadsAtom, { notice: null })
    })
    return acting
  })

/** @throws AlcoveError. */
export const archiveThreadAtom = archiving(archiveAtom)

/** Actions for the host page. Failures go to the page's call only: the person did not ask for the action. */
export const pageThreadActions = {
  switch: listAction(ACTIONS.switch),
  rename: listAction(ACTIONS.rename),
  archive: archiving(archiveForPageAtom),
  unarchive: listAction(ACTIONS.unarchive),
  /** With a notice of failures, since the person has confirmed it. */
  delete: deleteThreadAtom,
} as const

/** Unarchives the thread of the notice. @throws AlcoveError. */
export const undoArchiveAtom = atom(null, async (get, set): Promise<void> => {
  const notice = get(threadNoticeAtom)
  if (notice?.type !== 'archived') return
  set(noteThreadsAtom, { notice: null })
  await set(unarchiveThreadAtom, notice.id)
})

export const dismissThreadNoticeAtom = atom(null, (_get, set) =>
  set(noteThreadsAtom, { notice: null }),
)

import type { CloudThreads } from '../api/cloud-threads.ts'
import type { RunMessage } from '../api/run-calls.ts'
import { createOptimisticState, type OptimisticState } from './optimistic-state.ts'
import { searchThreads, type SlotMatch } from './search-threads.ts'
import {
  createThreadChanges,
  type DoneChange,
  type MadeThread,
  type ThreadChanges,
} from './thread-changes.ts'
import {
  requireArchivable,
  requireArchived,
  requireMade,
  requireOperation,
  requireSlot,
  requireUsed,
} from './thread-guards.ts'
import {
  EMPTY_LIST,
  findSlot,
  moved,
  patched,
  removed,
  retained,
  touched,
  type ThreadKind,
  type ThreadListState,
  type ThreadSlot,
} from './thread-list-state.ts'
import { createPageLoader, type ListStatus } from './thread-pages.ts'
import { createSwitcher, type Switcher } from './thread-switcher.ts'
import { createTitleMaker } from './title-maker.ts'

export interface ThreadListSettings {
  readonly adapter: CloudThreads
  /** The thread to show first; `null`: a new one. */
  readonly main: ThreadSlot | null
  /** Aborts all calls of the list. */
  readonly signal: AbortSignal
  readonly now: () => number
  readonly onChange: () => void
  /** Shows a thread. Resolves when it is shown, or replaced by another one. */
  readonly show: (slot: ThreadSlot) => Promise<void>
  /** Closes the conversation of a thread. */
  readonly onDetach: (id: string) => void
  readonly onDone: (change: DoneChange, remoteId: string) => void
  /** True if a thread that was not made yet has content, for example an unsent message. */
  readonly isUsed: (id: string) => boolean
  /** True if a thread is in use here: its slot stays, independent of the server's list. */
  readonly isHeld: (id: string) => boolean
}

/**
 * The threads of one person. Ids are those of slots or of the server. Changes are shown at once, and undone if
 * the call fails: then the promise rejects with an AlcoveError.
 */
export interface ThreadList {
  readonly state: ThreadListState
  readonly status: ListStatus
  readonly isLoadingMore: boolean
  readonly mainId: string
  /** Finds a slot by its id or the server's. */
  find(id: string): ThreadSlot | undefined
  load(): Promise<void>
  /** Reads the list again, since other clients may have changed it. */
  reload(): Promise<void>
  loadMore(kind: ThreadKind): Promise<void>
  search(query: string, signal: AbortSignal): Promise<readonly SlotMatch[]>

  switchTo(id: string): Promise<void>
  switchToNew(): Promise<void>
  ensureNotMain(id: string): Promise<void>
  /**
   * Notes that the first message of a new thread is being sent. Repeated calls share one request, until it fails.
   *
   * @param make default: the adapter makes the thread.
   */
  initialize(id: string, make?: () => Promise<MadeThread>): Promise<MadeThread>
  /**
   * Lists a new thread that was left with content, although it was not made yet, of this page or of an earlier
   * one.
   */
  retain(id: string): void
  /** Notes a message in the thread. */
  touch(id: string): void
  /** Notes the beginning of an answer, until the server lists it. */
  noteText(id: string, text: string): void
  /** Notes the run of a thread that no conversation here follows. */
  noteRun(id: string, isRunning: boolean): void
  rename(id: string, title: string): Promise<void>
  archive(id: string): Promise<void>
  unarchive(id: string): Promise<void>
  delete(id: string): Promise<void>
  /** Closes the thread's conversation here. */
  detach(id: string): Promise<void>
  /** Removes a thread that was deleted elsewhere. */
  forget(id: string): Promise<void>
  generateTitle(id: string, messages: readonly RunMessage[]): Promise<void>
  /** Sets the title after the first answer: made by the server, or requested now. */
  nameOnce(id: string, messages: readonly RunMessage[]): Promise<void>
}

/** State machine of a list of threads, without server and screen. */
export function createThreadList(settings: ThreadListSettings): ThreadList {
  const { adapter, main, signal, onChange, onDone, show, isUsed } = settings
  const list = createOptimisticState(EMPTY_LIST, onChange)
  const now = () => new Date(settings.now()).toISOString()
  const changes = createThreadChanges({ adapter, list, signal, now, onDone })
  const switcher = createSwitcher({
    adapter,
    list,
    changes,
    signal,
    now,
    main,
    isUsed,
    show,
    onChange,
  })
  const isHeld = (id: string) =>
    id === switcher.mainId || changes.isMaking(id) || settings.isHeld(id)
  const pages = createPageLoader({ adapter, list, signal, isHeld, onChange })
  const titles = createTitleMaker({ adapter, list, signal })

  return {
    get state() {
      return list.value
    },
    get status() {
      return pages.status
    },
    get isLoadingMore() {
      return pages.isLoadingMore
    },
    get mainId() {
      return switcher.mainId
    },
    find: (id) => findSlot(list.value, id),
    load: pages.load,
    reload: pages.reload,
    loadMore: pages.loadMore,
    search: (query, searching) =>
      searchThreads({ adapter, list }, query, AbortSignal.any([signal, searching])),
    switchTo: switcher.switchTo,
    switchToNew: switcher.switchToNew,
    ensureNotMain: switcher.ensureNotMain,
    initialize: async (id, make) => changes.initialize(requireSlot(list.value, id), make),
    retain: (id) => list.change(retained(id, now())),
    touch: (id) => list.change(touched(id, now())),
    noteText: (id, lastText) => list.change(patched(id, { lastText })),
    noteRun(id, isRunning) {
      if (findSlot(list.value, id)?.isRunning === !isRunning)
        list.change(patched(id, { isRunning }))
    },
    ...createActions(settings, list, changes, switcher),
    async generateTitle(id, messages) {
      const slot = requireUsed(list.value, id)
      await titles.generate(slot.id, await changes.remoteIdOf(slot), messages)
    },
    async nameOnce(id, messages) {
      const slot = requireUsed(list.value, id)
      const remoteId = await changes.remoteIdOf(slot)
      if (await titles.nameOnce(slot.id, remoteId, messages)) onDone('renamed', remoteId)
    },
  }
}

type Actions = Pick<ThreadList, 'rename' | 'archive' | 'unarchive' | 'delete' | 'detach' | 'forget'>

/** A person's actions on threads. A shown thread is left before it is removed. */
function createActions(
  { adapter, signal, onDetach }: ThreadListSettings,
  list: OptimisticState<ThreadListState>,
  changes: ThreadChanges,
  switcher: Switcher,
): Actions {
  const { isMade } = changes
  return {
    async rename(id, title) {
      const slot = requireMade(list.value, id, isMade)
      const rename = requireOperation(adapter, 'rename')
      await changes.update(slot, {
        call: (remoteId) => rename(remoteId, title, signal),
        optimistic: patched(slot.id, { title, isNamed: true }),
        done: 'renamed',
      })
    },
    async archive(id) {
      const call = requireOperation(adapter, 'archive')
      await switcher.ensureNotMain(requireArchivable(list.value, id, isMade).id)
      const slot = requireArchivable(list.value, id, isMade)
      await changes.update(slot, { call, optimistic: moved(slot.id, 'archived'), done: 'archived' })
    },
    unarchive: async (id) => switcher.unarchive(requireArchived(list.value, id)),
    async delete(id) {
      const call = requireOperation(adapter, 'delete')
      await switcher.ensureNotMain(requireUsed(list.value, id).id)
      const slot = requireUsed(list.value, id)
      await changes.delete(slot, call)
      onDetach(slot.id)
    },
    async detach(id) {
      const slot = requireUsed(list.value, id)
      await switcher.ensureNotMain(slot.id)
      onDetach(slot.id)
    },
    async forget(id) {
      changes.noteDeleted(id)
      const slot = findSlot(list.value, id)
      if (!slot) return
      await switcher.ensureNotMain(slot.id)
      list.change(removed(slot.id))
      onDetach(slot.id)
    },
  }
}

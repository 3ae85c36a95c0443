import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { createLocalThreadId } from '../../shared/ids.ts'
import type { CloudThreads } from '../api/cloud-threads.ts'
import type { OptimisticState } from './optimistic-state.ts'
import type { ThreadChanges } from './thread-changes.ts'
import { requireOperation, requireSlot } from './thread-guards.ts'
import {
  adopted,
  begun,
  DEFAULT_THREAD_ID,
  findSlot,
  moved,
  refreshed,
  retained,
  type ThreadListState,
  type ThreadSlot,
} from './thread-list-state.ts'

export interface SwitcherSettings {
  readonly adapter: CloudThreads
  readonly list: OptimisticState<ThreadListState>
  readonly changes: ThreadChanges
  readonly signal: AbortSignal
  /** The present time in the contract's format. */
  readonly now: () => string
  /** The thread to show first; `null`: a new one. */
  readonly main: ThreadSlot | null
  /** True if a thread that was not made yet has content. */
  readonly isUsed: (id: string) => boolean
  /** Shows a thread. Resolves when it is shown, or replaced by another one. */
  readonly show: (slot: ThreadSlot) => Promise<void>
  readonly onChange: () => void
}

/** Controls the shown thread. The last call wins: a slow one has no late effect. */
export interface Switcher {
  readonly mainId: string
  /**
   * @throws AlcoveError `not_found`: the thread does not exist, or was deleted meanwhile; `unavailable`: the list
   * cannot do that; the error of unarchiving.
   */
  switchTo(id: string): Promise<void>
  /** @throws AlcoveError `unavailable`. */
  switchToNew(): Promise<void>
  /** Leaves a shown thread for a new one. @throws AlcoveError `conflict`, `unavailable`. */
  ensureNotMain(id: string): Promise<void>
  /** Unarchives a thread. If that fails and it is shown, it is left for a new one. */
  unarchive(slot: ThreadSlot): Promise<void>
}

export function createSwitcher(settings: SwitcherSettings): Switcher {
  const { adapter, list, changes, signal, now, isUsed, show, onChange } = settings
  let mainId = takeFirst(list, settings.main, adapter)
  let switches = 0

  async function become(id: string, turn: number): Promise<void> {
    // Another thread was chosen meanwhile.
    if (turn !== switches || mainId === id) return
    const slot = findSlot(list.value, id)
    if (!slot) throw new AlcoveError('not_found', THREAD_TEXTS.threadDeletedBeforeStart)
    const before = mainId
    mainId = id
    onChange()
    try {
      await show(slot)
    } catch (error) {
      if (turn === switches && findSlot(list.value, before)) {
        mainId = before
        onChange()
      }
      throw error
    }
  }

  async function switchToNew(): Promise<void> {
    const prepare = requireOperation(adapter, 'switchToNewThread')
    const turn = ++switches
    await prepare(signal)
    if (turn === switches) await become(takeNew(list, isUsed, now), turn)
  }

  /** Fetches a thread that is in no list yet. */
  async function resolve(id: string): Promise<ThreadSlot> {
    const { fetch } = adapter
    if (findSlot(list.value, id) || !fetch || changes.isDeleted(id)) {
      return requireSlot(list.value, id)
    }
    const { remoteId } = await list.read(
      () => fetch.call(adapter, id, signal),
      (state, item) => refreshed(item)(state),
    )
    return requireSlot(list.value, remoteId)
  }

  async function unarchive(slot: ThreadSlot): Promise<void> {
    try {
      const call = requireOperation(adapter, 'unarchive')
      const optimistic = moved(slot.id, 'regular')
      await changes.update(slot, { call, optimistic, done: 'unarchived' })
    } catch (error) {
      if (mainId === slot.id) await switchToNew()
      throw error
    }
  }

  return {
    get mainId() {
      return mainId
    },
    async switchTo(id) {
      if (findSlot(list.value, id)?.status === 'new') return become(id, ++switches)
      const prepare = requireOperation(adapter, 'switchToThread')
      const turn = ++switches
      const slot = await resolve(id)
      // Shown only afterwards: a thread that could not be unarchived must not be shown.
      if (slot.status === 'archived') await unarchive(slot)
      if (slot.remoteId !== undefined) await prepare(slot.remoteId, signal)
      await become(slot.id, turn)
    },
    switchToNew,
    async ensureNotMain(id) {
      if (id === list.value.newId) throw createLeaveError()
      if (id !== mainId) return
      await switchToNew()
      // The person went back to it at the same moment.
      if (id === mainId) throw createLeaveError()
    },
    unarchive,
  }
}

const createLeaveError = () => new AlcoveError('conflict', THREAD_TEXTS.cannotEnsureNewThread)

type List = OptimisticState<ThreadListState>

function begin(list: List): string {
  const id = createLocalThreadId()
  list.change(begun(id))
  return id
}

/** A list that cannot begin threads has its only thread from the start. */
function takeFirst(list: List, main: ThreadSlot | null, adapter: CloudThreads): string {
  if (!main && adapter.switchToNewThread) return begin(list)
  const first: ThreadSlot = main ?? { id: DEFAULT_THREAD_ID, status: 'regular', isRunning: false }
  list.change(adopted(first))
  if (!main) list.change(moved(first.id, 'regular'))
  return first.id
}

/** Returns the new thread's slot: the unused one, or another. */
function takeNew(list: List, isUsed: (id: string) => boolean, now: () => string): string {
  const { newId } = list.value
  if (newId !== null && !isUsed(newId)) return newId
  if (newId !== null) list.change(retained(newId, now()))
  return begin(list)
}

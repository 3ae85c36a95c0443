import { createLocalThreadId } from '../../shared/ids.ts'
import { createOptimisticState } from './optimistic-state.ts'
import { createPageLoader } from './page-loader.ts'
import { searchThreads } from './search-threads.ts'
import { createSlotQueue } from './slot-queue.ts'
import { createSwitcher } from './switcher.ts'
import { createGuards } from './thread-guards.ts'
import { requireOperation } from './thread-list-adapter.ts'
import {
  adopted,
  begun,
  EMPTY_LIST,
  findSlot,
  moved,
  patched,
  refreshed,
  removed,
  type Change,
} from './thread-list-state.ts'
import type { DoneChange, ThreadList, ThreadListSettings } from './thread-list.ts'
import { createThreadMaker } from './thread-maker.ts'
import { DEFAULT_THREAD_ID, type ThreadSlot } from './thread-slot.ts'
import { createTitleMaker } from './title-maker.ts'

/** The state machine of a list of threads; it knows neither a server nor a screen. */
export function createThreadList(settings: ThreadListSettings): ThreadList {
  const { adapter, signal, onChange, onDone } = settings
  const list = createOptimisticState(EMPTY_LIST, onChange)
  const queue = createSlotQueue()
  /** The server's ids of what was deleted here: nothing that comes late brings it back. */
  const deleted = new Set<string>()

  const find = (id: string) => findSlot(list.value, id)
  const now = () => new Date(settings.now()).toISOString()

  /** A thread that is in no list yet is asked for. */
  async function resolve(id: string): Promise<ThreadSlot> {
    const slot = find(id)
    if (slot) return slot
    const { fetch } = adapter
    if (!fetch || deleted.has(id)) return requireSlot(id)
    const { remoteId } = await list.read(
      () => fetch.call(adapter, id, signal),
      (state, item) => refreshed(item)(state),
    )
    return requireSlot(remoteId)
  }

  function begin(): string {
    const id = createLocalThreadId()
    list.change(begun(id))
    return id
  }

  function takeNew(): string {
    const { newId } = list.value
    if (newId === null) return begin()
    if (!settings.isUsed(newId)) return newId
    retain(newId)
    return begin()
  }

  function retain(id: string) {
    if (!find(id)) list.change(adopted({ id, status: 'new', isRunning: false }))
    if (requireSlot(id).status !== 'new') return
    list.change(patched(id, { lastMessageAt: now() }))
    list.change(moved(id, 'regular'))
  }

  const loader = createPageLoader({
    adapter,
    list,
    signal,
    onChange,
    isHeld: (id) => id === switcher.mainId || maker.isMaking(id) || settings.isHeld(id),
  })
  const maker = createThreadMaker({
    adapter,
    list,
    signal,
    now,
    find,
    onFailure: settleFailed,
    onMade: (remoteId) => onDone('created', remoteId),
  })
  const { requireSlot, requireUsed, requireMade, requireArchivable, requireArchived } =
    createGuards({
      find,
      isMade: maker.isMade,
    })
  const titles = createTitleMaker({ adapter, list, signal })
  const switcher = createSwitcher({
    adapter,
    signal,
    mainId: takeFirst(),
    find,
    resolve,
    unarchive,
    takeNew,
    newId: () => list.value.newId,
    show: settings.show,
    onChange,
  })

  /** A list that cannot begin threads has its one thread from the start. */
  function takeFirst(): string {
    const { main } = settings
    if (!main && adapter.switchToNewThread) return begin()
    const first: ThreadSlot = main ?? { id: DEFAULT_THREAD_ID, status: 'regular', isRunning: false }
    list.change(adopted(first))
    if (!main) list.change(moved(first.id, 'regular'))
    return first.id
  }

  function update(
    slot: ThreadSlot,
    call: (remoteId: string, signal: AbortSignal) => Promise<void>,
    optimistic: Change,
    done: DoneChange,
  ): Promise<void> {
    // One call of a thread after the other: the last one asked for is the last one that counts.
    const execute = () =>
      queue.run(slot.id, async () => {
        const remoteId = await maker.remoteIdOf(slot)
        await call(remoteId, signal)
        onDone(done, remoteId)
      })
    return list.update({ execute, optimistic })
  }

  async function unarchive(id: string): Promise<void> {
    const slot = requireArchived(id)
    try {
      const call = requireOperation(adapter, 'unarchive')
      await update(slot, call, moved(slot.id, 'regular'), 'unarchived')
    } catch (error) {
      if (switcher.mainId === slot.id) await switcher.switchToNew()
      throw error
    }
  }

  async function remove(id: string): Promise<void> {
    const call = requireOperation(adapter, 'delete')
    await switcher.ensureNotMain(requireUsed(id).id)
    const slot = requireUsed(id)
    await list.update({
      optimistic: removed(slot.id),
      execute: () =>
        queue.run(slot.id, async () => {
          const remoteId = await maker.findRemoteId(slot)
          // Nobody made the thread, so nobody has to delete it.
          if (remoteId === undefined) return
          await call(remoteId, signal)
          deleted.add(remoteId)
          onDone('deleted', remoteId)
        }),
    })
    settings.onDetach(slot.id)
  }

  /** There is one new thread at a time: one that was left meanwhile stays in the list. */
  function settleFailed(id: string) {
    if (find(id)?.status === 'new' && list.value.newId !== id) retain(id)
  }

  return {
    get state() {
      return list.value
    },
    get status() {
      return loader.status
    },
    get isLoadingMore() {
      return loader.isLoadingMore
    },
    get mainId() {
      return switcher.mainId
    },
    find,
    load: loader.load,
    reload: loader.reload,
    loadMore: loader.loadMore,
    search: (query, searching) =>
      searchThreads({ adapter, list }, query, AbortSignal.any([signal, searching])),
    switchTo: switcher.switchTo,
    switchToNew: switcher.switchToNew,
    ensureNotMain: switcher.ensureNotMain,
    initialize: async (id, make) => maker.initialize(requireSlot(id), make),
    retain,
    touch(id) {
      const slot = find(id)
      if (!slot || slot.status === 'new') return
      list.change(patched(slot.id, { lastMessageAt: now() }))
      list.change(moved(slot.id, slot.status))
    },
    noteRun(id, isRunning) {
      if (find(id)?.isRunning === !isRunning) list.change(patched(id, { isRunning }))
    },
    async rename(id, title) {
      const slot = requireMade(id)
      const call = requireOperation(adapter, 'rename')
      await update(
        slot,
        (remoteId) => call(remoteId, title, signal),
        patched(slot.id, { title, isNamed: true }),
        'renamed',
      )
    },
    async archive(id) {
      const call = requireOperation(adapter, 'archive')
      await switcher.ensureNotMain(requireArchivable(id).id)
      const slot = requireArchivable(id)
      await update(slot, call, moved(slot.id, 'archived'), 'archived')
    },
    unarchive,
    delete: remove,
    async detach(id) {
      const slot = requireUsed(id)
      await switcher.ensureNotMain(slot.id)
      settings.onDetach(slot.id)
    },
    async forget(id) {
      deleted.add(id)
      const slot = find(id)
      if (!slot) return
      await switcher.ensureNotMain(slot.id)
      list.change(removed(slot.id))
      settings.onDetach(slot.id)
    },
    async generateTitle(id, messages) {
      const slot = requireUsed(id)
      await titles.generate(slot.id, await maker.remoteIdOf(slot), messages)
    },
    async nameOnce(id, messages) {
      const slot = requireUsed(id)
      const remoteId = await maker.remoteIdOf(slot)
      if (await titles.nameOnce(slot.id, remoteId, messages)) onDone('renamed', remoteId)
    },
  }
}

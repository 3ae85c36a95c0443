import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { CloudThreads } from '../api/cloud-threads.ts'
import type { OptimisticState } from './optimistic-state.ts'
import { requireOperation } from './thread-guards.ts'
import {
  findSlot,
  initialized,
  moved,
  patched,
  removed,
  unmade,
  type Change,
  type ThreadListState,
  type ThreadSlot,
} from './thread-list-state.ts'

export interface MadeThread {
  readonly remoteId: string
  readonly externalId: string | undefined
}

/** A change that the server has accepted. */
export type DoneChange = 'created' | 'renamed' | 'archived' | 'unarchived' | 'deleted'

export interface ThreadChangesSettings {
  readonly adapter: CloudThreads
  readonly list: OptimisticState<ThreadListState>
  readonly signal: AbortSignal
  /** The present time in the contract's format. */
  readonly now: () => string
  readonly onDone: (change: DoneChange, remoteId: string) => void
}

/** Calls to the server about threads: each thread is made once, and changed by one call after the other. */
export interface ThreadChanges {
  /** Makes the thread of a new slot. Repeated calls share one request, until it fails. */
  initialize(slot: ThreadSlot, make?: () => Promise<MadeThread>): Promise<MadeThread>
  /** True if the server knows the slot's thread, or is about to. */
  isMade(slot: ThreadSlot): boolean
  isMaking(id: string): boolean
  /** Resolves with the server's id. @throws AlcoveError `conflict`: the thread was not made. */
  remoteIdOf(slot: ThreadSlot): Promise<string>
  /** Shows a change at once, and undoes it if the call fails. */
  update(slot: ThreadSlot, update: ThreadUpdate): Promise<void>
  delete(slot: ThreadSlot, call: RemoteCall): Promise<void>
  /** Notes that the thread was deleted elsewhere. */
  noteDeleted(id: string): void
  isDeleted(remoteId: string): boolean
}

type RemoteCall = (remoteId: string, signal: AbortSignal) => Promise<void>

export interface ThreadUpdate {
  readonly call: RemoteCall
  readonly optimistic: Change
  readonly done: DoneChange
}

export function createThreadChanges(settings: ThreadChangesSettings): ThreadChanges {
  const { adapter, list, signal, now, onDone } = settings
  const making = new Map<string, Promise<MadeThread>>()
  const inTurn = createTurns()
  /** The server's ids of deleted threads, so that late responses do not restore them. */
  const deleted = new Set<string>()

  async function make(id: string, execute: () => Promise<MadeThread>): Promise<MadeThread> {
    const lastMessageAt = now()
    try {
      return await list.update({
        // An async function, so that errors reject the promise.
        execute: async () => execute(),
        optimistic: (state) => patched(id, { lastMessageAt })(moved(id, 'regular')(state)),
        after: (state, made) => initialized(id, made)(state),
      })
    } finally {
      making.delete(id)
    }
  }

  const findRemoteId = async ({ id, remoteId }: ThreadSlot): Promise<string | undefined> =>
    remoteId ?? findSlot(list.value, id)?.remoteId ?? (await making.get(id))?.remoteId

  async function remoteIdOf(slot: ThreadSlot): Promise<string> {
    const known = await findRemoteId(slot)
    if (known !== undefined) return known
    throw new AlcoveError('conflict', THREAD_TEXTS.threadNotInitialized)
  }

  return {
    initialize({ id, remoteId, externalId }, execute) {
      const known = making.get(id)
      if (known) return known
      if (remoteId !== undefined) return Promise.resolve({ remoteId, externalId })
      const made = make(id, execute ?? (() => requireOperation(adapter, 'initialize')(id, signal)))
      making.set(id, made)
      made.then(
        (thread) => onDone('created', thread.remoteId),
        () => list.change(unmade(id, now())),
      )
      return made
    },
    isMade: ({ id, remoteId }) => remoteId !== undefined || making.has(id),
    isMaking: (id) => making.has(id),
    remoteIdOf,
    update: (slot, { call, optimistic, done }) =>
      list.update({
        optimistic,
        execute: () =>
          inTurn(slot.id, async () => {
            const remoteId = await remoteIdOf(slot)
            await call(remoteId, signal)
            onDone(done, remoteId)
          }),
      }),
    delete: (slot, call) =>
      list.update({
        optimistic: removed(slot.id),
        execute: () =>
          inTurn(slot.id, async () => {
            const remoteId = await findRemoteId(slot).catch(() => undefined)
            // The thread was not made, so there is nothing to delete.
            if (remoteId === undefined) return
            await call(remoteId, signal)
            deleted.add(remoteId)
            onDone('deleted', remoteId)
          }),
      }),
    noteDeleted: (id) => void deleted.add(id),
    isDeleted: (remoteId) => deleted.has(remoteId),
  }
}

/** Runs calls about one thread in sequence, so that the last request wins. */
function createTurns() {
  const tails = new Map<string, Promise<unknown>>()
  return <Result>(id: string, task: () => Promise<Result>): Promise<Result> => {
    // Runs also after a failure of the call before.
    const result = (tails.get(id) ?? Promise.resolve()).then(task, task)
    const tail = result
      .catch(() => {})
      .then(() => {
        if (tails.get(id) === tail) tails.delete(id)
      })
    tails.set(id, tail)
    return result
  }
}

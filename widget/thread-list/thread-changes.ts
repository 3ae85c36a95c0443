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

/** A change that the server has taken. */
export type DoneChange = 'created' | 'renamed' | 'archived' | 'unarchived' | 'deleted'

export interface ThreadChangesSettings {
  readonly adapter: CloudThreads
  readonly list: OptimisticState<ThreadListState>
  readonly signal: AbortSignal
  /** The time now, as the contract writes it. */
  readonly now: () => string
  readonly onDone: (change: DoneChange, remoteId: string) => void
}

/** What is asked of the server about a thread: it is made once, and changed one call after the other. */
export interface ThreadChanges {
  /** Makes the thread of a new slot; called again, it is the same call, until that failed. */
  initialize(slot: ThreadSlot, make?: () => Promise<MadeThread>): Promise<MadeThread>
  /** Whether the server knows the slot's thread, or is about to. */
  isMade(slot: ThreadSlot): boolean
  isMaking(id: string): boolean
  /** The server's id, once it is known. @throws AlcoveError `conflict`: nobody made the thread. */
  remoteIdOf(slot: ThreadSlot): Promise<string>
  /** Shows a change at once; it is taken back when the call fails. */
  update(slot: ThreadSlot, update: ThreadUpdate): Promise<void>
  delete(slot: ThreadSlot, call: RemoteCall): Promise<void>
  /** The thread was deleted elsewhere. */
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
  /** The server's ids of what was deleted: nothing that comes late brings it back. */
  const deleted = new Set<string>()

  async function make(id: string, execute: () => Promise<MadeThread>): Promise<MadeThread> {
    const lastMessageAt = now()
    try {
      return await list.update({
        // Whatever it throws, it throws later.
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
            // Nobody made the thread, so nobody has to delete it.
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

/** Calls about one thread, one after the other: the last one asked for is the last one that counts. */
function createTurns() {
  const tails = new Map<string, Promise<unknown>>()
  return <Result>(id: string, task: () => Promise<Result>): Promise<Result> => {
    // The one before may fail; that is no reason not to try this one.
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

import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { OptimisticState } from './optimistic-state.ts'
import { requireOperation, type ThreadListAdapter } from './thread-list-adapter.ts'
import { initialized, moved, patched, type ThreadListState } from './thread-list-state.ts'
import type { MadeThread } from './thread-list.ts'
import type { ThreadSlot } from './thread-slot.ts'

export interface ThreadMakerSettings {
  readonly adapter: ThreadListAdapter
  readonly list: OptimisticState<ThreadListState>
  readonly signal: AbortSignal
  /** The time now, as the contract writes it. */
  readonly now: () => string
  readonly find: (id: string) => ThreadSlot | undefined
  /** A thread could not be made: its slot is what it was. */
  readonly onFailure: (id: string) => void
  readonly onMade: (remoteId: string) => void
}

/** Makes the threads of new slots, each once and not before something is written there. */
export interface ThreadMaker {
  initialize(slot: ThreadSlot, make?: () => Promise<MadeThread>): Promise<MadeThread>
  /** Whether the server knows the slot's thread, or is about to. */
  isMade(slot: ThreadSlot): boolean
  isMaking(id: string): boolean
  /** The server's id, once it is known. @throws AlcoveError `conflict`: nobody made the thread. */
  remoteIdOf(slot: ThreadSlot): Promise<string>
  /** The same; `undefined` where nobody made the thread, or it could not be made. */
  findRemoteId(slot: ThreadSlot): Promise<string | undefined>
}

export function createThreadMaker(settings: ThreadMakerSettings): ThreadMaker {
  const { adapter, list, signal, now, find, onFailure, onMade } = settings
  const making = new Map<string, Promise<MadeThread>>()

  async function make(id: string, execute: () => Promise<MadeThread>): Promise<MadeThread> {
    const startedAt = now()
    try {
      return await list.update({
        // Whatever it throws, it throws later.
        execute: async () => execute(),
        optimistic: (state) =>
          patched(id, { lastMessageAt: startedAt })(moved(id, 'regular')(state)),
        after: (state, made) => initialized(id, made)(state),
      })
    } finally {
      making.delete(id)
    }
  }

  const remoteIdOf = async ({ id, remoteId }: ThreadSlot): Promise<string | undefined> =>
    remoteId ?? find(id)?.remoteId ?? (await making.get(id))?.remoteId

  return {
    initialize({ id, remoteId, externalId }, execute) {
      const known = making.get(id)
      if (known) return known
      if (remoteId !== undefined) return Promise.resolve({ remoteId, externalId })
      const usual = () => requireOperation(adapter, 'initialize')(id, signal)
      const made = make(id, execute ?? usual)
      making.set(id, made)
      made.then(
        (thread) => onMade(thread.remoteId),
        () => onFailure(id),
      )
      return made
    },
    isMade: ({ id, remoteId }) => remoteId !== undefined || making.has(id),
    isMaking: (id) => making.has(id),
    async remoteIdOf(slot) {
      const known = await remoteIdOf(slot)
      if (known !== undefined) return known
      throw new AlcoveError('conflict', ERROR_TEXTS.threadNotInitialized)
    },
    async findRemoteId(slot) {
      try {
        return await remoteIdOf(slot)
      } catch {
        return undefined
      }
    },
  }
}

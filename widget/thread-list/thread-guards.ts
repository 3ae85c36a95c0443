import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { CloudThreads, ThreadOperations } from '../api/cloud-threads.ts'
import { findSlot, type ThreadListState, type ThreadSlot } from './thread-list-state.ts'

type Operation = keyof ThreadOperations

/** Names of operations that an adapter may lack (specification, section 8). */
const LACKS: Partial<Record<Operation, Parameters<typeof THREAD_TEXTS.adapterLacks>[0]>> = {
  switchToThread: 'switching to thread',
  switchToNewThread: 'switching to new thread',
  rename: 'renaming',
  archive: 'archiving',
  unarchive: 'unarchiving',
  delete: 'deleting',
}

/**
 * Returns an operation of the adapter.
 *
 * @throws AlcoveError `unavailable` if the adapter lacks it.
 */
export function requireOperation<Name extends Operation>(
  adapter: CloudThreads,
  name: Name,
): ThreadOperations[Name] {
  const operation = adapter[name]
  // Bound to its adapter, which may be an instance of a class.
  if (operation) return operation.bind(adapter) as ThreadOperations[Name]
  const lacking = LACKS[name]
  throw new AlcoveError(
    'unavailable',
    lacking === undefined ? THREAD_TEXTS.methodNotImplemented : THREAD_TEXTS.adapterLacks(lacking),
  )
}

// Conditions for operations on a thread (specification, section 5). Ids are those of slots or of the server.

const conflict = (text: string) => new AlcoveError('conflict', text)

/** @throws AlcoveError `not_found`. */
export function requireSlot(state: ThreadListState, id: string): ThreadSlot {
  const slot = findSlot(state, id)
  if (slot) return slot
  throw new AlcoveError('not_found', THREAD_TEXTS.threadNotFound)
}

/** Regular or archived. @throws AlcoveError `not_found`, `conflict`. */
export function requireUsed(state: ThreadListState, id: string): ThreadSlot {
  const slot = requireSlot(state, id)
  if (slot.status !== 'new') return slot
  throw conflict(THREAD_TEXTS.threadNotInitialized)
}

/** True if the server knows a slot's thread, or is about to. */
type IsMade = (slot: ThreadSlot) => boolean

/** Regular or archived, and at the server. @throws AlcoveError `not_found`, `conflict`. */
export function requireMade(state: ThreadListState, id: string, isMade: IsMade): ThreadSlot {
  const slot = requireUsed(state, id)
  if (isMade(slot)) return slot
  throw conflict(THREAD_TEXTS.threadNotInitialized)
}

/** @throws AlcoveError `not_found`, `conflict`. */
export function requireArchivable(state: ThreadListState, id: string, isMade: IsMade): ThreadSlot {
  const slot = requireSlot(state, id)
  if (slot.status === 'regular' && isMade(slot)) return slot
  throw conflict(THREAD_TEXTS.threadNotInitializedOrArchived)
}

/** @throws AlcoveError `not_found`, `conflict`. */
export function requireArchived(state: ThreadListState, id: string): ThreadSlot {
  const slot = requireSlot(state, id)
  if (slot.status === 'archived') return slot
  throw conflict(THREAD_TEXTS.threadNotArchived)
}

import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { CloudThreads, ThreadOperations } from '../api/cloud-threads.ts'

/** Where a list of threads comes from and where its changes go; what is absent is refused. */
export type ThreadListAdapter = CloudThreads

type Operation = keyof ThreadOperations

/** What an adapter that lacks an operation is said to lack (specification, section 8). */
const LACKS: Partial<Record<Operation, Parameters<typeof ERROR_TEXTS.adapterLacks>[0]>> = {
  switchToThread: 'switching to thread',
  switchToNewThread: 'switching to new thread',
  rename: 'renaming',
  archive: 'archiving',
  unarchive: 'unarchiving',
  delete: 'deleting',
}

/**
 * An operation of the adapter.
 *
 * @throws AlcoveError `unavailable` when the adapter lacks it.
 */
export function requireOperation<Name extends Operation>(
  adapter: ThreadListAdapter,
  name: Name,
): ThreadOperations[Name] {
  const operation = adapter[name]
  // Called on its adapter, which may be an object of a class.
  if (operation) return operation.bind(adapter) as ThreadOperations[Name]
  const lacking = LACKS[name]
  throw new AlcoveError(
    'unavailable',
    lacking === undefined ? ERROR_TEXTS.methodNotImplemented : ERROR_TEXTS.adapterLacks(lacking),
  )
}

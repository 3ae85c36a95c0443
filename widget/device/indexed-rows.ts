import type { DeviceRows, RowKind, RowScope } from './device-rows.ts'

const DATABASE_NAME = 'alcove'
/**
 * Never raised: frames of an older release, open beside this one or restored by a rollback, could not open a
 * higher version and would keep nothing. The kinds of the first release have a store each, with keys of base, owner
 * and id. Later kinds share these stores, with keys of base, owner, kind and id.
 */
const DATABASE_VERSION = 1
const STORES = ['drafts', 'outbox', 'unread'] as const
/**
 * Store of each kind. Frames of an older release read the rows of a later kind as well, and skip them as
 * unreadable.
 */
const HOMES: Readonly<Record<RowKind, (typeof STORES)[number]>> = {
  drafts: 'drafts',
  outbox: 'outbox',
  unread: 'unread',
  tools: 'unread',
  calls: 'outbox',
}
/** In the order of keys, a list follows every text. */
const AFTER_ALL: IDBValidKey = []

/**
 * Rows in IndexedDB. Every call may reject, or hang if the browser does.
 *
 * @param openFactory a function, because access to `indexedDB` already throws where it is blocked.
 */
export function createIndexedRows(openFactory: () => IDBFactory): DeviceRows {
  let opening: Promise<IDBDatabase> | undefined

  function connect(): Promise<IDBDatabase> {
    opening ??= openDatabase(openFactory(), forget).catch((error: unknown) => {
      forget()
      throw error
    })
    return opening
  }

  /** Makes the next call open the database again. */
  function forget() {
    opening = undefined
  }

  /** Runs one transaction. Resolves when it is complete, not when its request is. */
  async function transact<Result>(
    kinds: readonly RowKind[],
    mode: IDBTransactionMode,
    act: (storeOf: (kind: RowKind) => IDBObjectStore) => () => Result,
  ): Promise<Result> {
    const database = await connect()
    // Limit: STORAGE_TIMEOUT_MS of `device-rows.ts`, "waits for a device up to its limit, and no longer".
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(kinds.map(storeName), mode)
      const read = act((kind) => transaction.objectStore(storeName(kind)))
      transaction.addEventListener('complete', () => resolve(read()))
      transaction.addEventListener('abort', () => reject(errorOf(transaction.error)))
      // Commit early: the page may be about to close, and no further request follows.
      transaction.commit()
    })
  }

  async function removeRanges(ranges: readonly IDBKeyRange[]): Promise<void> {
    await transact(STORES, 'readwrite', (storeOf) => {
      for (const kind of STORES) for (const range of ranges) storeOf(kind).delete(range)
      return nothing
    })
  }

  return {
    list: (kind, scope) =>
      transact([kind], 'readonly', (storeOf) => {
        const range = rangeOf(scope)
        const keys = storeOf(kind).getAllKeys(range)
        const values: IDBRequest<unknown[]> = storeOf(kind).getAll(range)
        return () =>
          keys.result.flatMap((key, index) => {
            const id = idOf(key, kind)
            return id === undefined ? [] : [{ id, value: values.result[index] }]
          })
      }),
    put: (kind, scope, { id, value }) =>
      transact([kind], 'readwrite', (storeOf) => {
        storeOf(kind).put(value, keyOf(kind, scope, id))
        return nothing
      }),
    remove: (kind, scope, ids) =>
      transact([kind], 'readwrite', (storeOf) => {
        for (const id of ids) storeOf(kind).delete(keyOf(kind, scope, id))
        return nothing
      }),
    clear: (scope) => removeRanges([rangeOf(scope)]),
    clearOthers({ base, owner }, spared = owner) {
      const owners = [...new Set([owner, spared])].toSorted()
      const starts = [[base], ...owners.map((kept) => [base, kept, AFTER_ALL])]
      const ends = [...owners.map((kept) => [base, kept]), [base, AFTER_ALL]]
      return removeRanges(
        starts.map((start, index) => IDBKeyRange.bound(start, ends[index], false, true)),
      )
    },
  }
}

function openDatabase(factory: IDBFactory, onGone: () => void): Promise<IDBDatabase> {
  // Limit: STORAGE_TIMEOUT_MS of `device-rows.ts`, "waits for a device up to its limit, and no longer".
  return new Promise((resolve, reject) => {
    const request = factory.open(DATABASE_NAME, DATABASE_VERSION)
    request.addEventListener('upgradeneeded', () => {
      for (const store of STORES) request.result.createObjectStore(store)
    })
    request.addEventListener('error', () => reject(errorOf(request.error)))
    request.addEventListener('success', () => {
      const database = request.result
      // Make way for a newer version in another tab.
      database.addEventListener('versionchange', () => {
        database.close()
        onGone()
      })
      database.addEventListener('close', onGone)
      resolve(database)
    })
  })
}

const storeName = (kind: RowKind): string => HOMES[kind]
const hasOwnStore = (kind: RowKind): boolean => HOMES[kind] === kind

const keyOf = (kind: RowKind, { base, owner }: RowScope, id: string): IDBValidKey =>
  hasOwnStore(kind) ? [base, owner, id] : [base, owner, kind, id]

const rangeOf = ({ base, owner }: RowScope): IDBKeyRange =>
  IDBKeyRange.bound([base, owner], [base, owner, AFTER_ALL])

/** The id of a row of this kind; `undefined` for rows of other kinds in the same store. */
function idOf(key: IDBValidKey, kind: RowKind): string | undefined {
  if (!Array.isArray(key)) return undefined
  const isOfKind = hasOwnStore(kind) ? key.length === 3 : key.length === 4 && key[2] === kind
  const id: unknown = key.at(-1)
  return isOfKind && typeof id === 'string' ? id : undefined
}

const nothing = (): void => {}

const errorOf = (error: DOMException | null): Error =>
  error ?? new DOMException('The browser gave no reason.', 'UnknownError')

import { ROW_KINDS, type DeviceRows, type RowKind, type RowScope } from './device-rows.ts'

const DATABASE_NAME = 'alcove'
/** Higher with each new kind of row. */
const DATABASE_VERSION = 2
/** In the order of keys a list comes after every text. */
const AFTER_ALL: IDBValidKey = []

/**
 * Rows in the browser's database. Every call may reject, or hang where the browser does.
 *
 * @param openFactory a function, because touching `indexedDB` already throws where it is blocked.
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

  /** The next call opens it anew. */
  function forget() {
    opening = undefined
  }

  /** One transaction; settles when it is written, not when it was asked for. */
  async function transact<Result>(
    kinds: readonly RowKind[],
    mode: IDBTransactionMode,
    act: (storeOf: (kind: RowKind) => IDBObjectStore) => () => Result,
  ): Promise<Result> {
    const database = await connect()
    return new Promise((resolve, reject) => {
      const transaction = database.transaction([...kinds], mode)
      const read = act((kind) => transaction.objectStore(kind))
      transaction.addEventListener('complete', () => resolve(read()))
      transaction.addEventListener('abort', () => reject(errorOf(transaction.error)))
      // The page may be about to go: nothing more is asked for.
      transaction.commit()
    })
  }

  async function removeRanges(ranges: readonly IDBKeyRange[]): Promise<void> {
    await transact(ROW_KINDS, 'readwrite', (storeOf) => {
      for (const kind of ROW_KINDS) for (const range of ranges) storeOf(kind).delete(range)
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
          keys.result.map((key, index) => ({ id: idOf(key), value: values.result[index] }))
      }),
    put: (kind, { base, owner }, { id, value }) =>
      transact([kind], 'readwrite', (storeOf) => {
        storeOf(kind).put(value, [base, owner, id])
        return nothing
      }),
    remove: (kind, { base, owner }, ids) =>
      transact([kind], 'readwrite', (storeOf) => {
        for (const id of ids) storeOf(kind).delete([base, owner, id])
        return nothing
      }),
    clear: (scope) => removeRanges([rangeOf(scope)]),
    clearOthers: ({ base, owner }) =>
      removeRanges([
        IDBKeyRange.bound([base], [base, owner], false, true),
        IDBKeyRange.bound([base, owner, AFTER_ALL], [base, AFTER_ALL]),
      ]),
  }
}

function openDatabase(factory: IDBFactory, onGone: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(DATABASE_NAME, DATABASE_VERSION)
    request.addEventListener('upgradeneeded', () => {
      const { result: database } = request
      for (const kind of ROW_KINDS) {
        if (!database.objectStoreNames.contains(kind)) database.createObjectStore(kind)
      }
    })
    request.addEventListener('error', () => reject(errorOf(request.error)))
    request.addEventListener('success', () => {
      const database = request.result
      // A newer version in another tab must not wait for this one.
      database.addEventListener('versionchange', () => {
        database.close()
        onGone()
      })
      database.addEventListener('close', onGone)
      resolve(database)
    })
  })
}

const rangeOf = ({ base, owner }: RowScope): IDBKeyRange =>
  IDBKeyRange.bound([base, owner], [base, owner, AFTER_ALL])

/** Every key was written here, as base, owner and id. */
function idOf(key: IDBValidKey): string {
  const id = Array.isArray(key) ? key[2] : undefined
  return typeof id === 'string' ? id : ''
}

const nothing = (): void => {}

const errorOf = (error: DOMException | null): Error =>
  error ?? new DOMException('The browser gave no reason.', 'UnknownError')

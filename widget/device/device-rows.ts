/** Kinds of rows on the device. */
export type RowKind = 'drafts' | 'outbox' | 'unread' | 'tools' | 'calls'

/** Owner of rows. Projects of one origin share its storage, and so do people of one device. */
export interface RowScope {
  /** Address of the project. */
  readonly base: string
  /** Hash of the user's id: see `ownerKey`. */
  readonly owner: string
}

/** A stored row. Readers validate the value, because another version may have written it. */
export interface DeviceRow {
  readonly id: string
  readonly value: unknown
}

/** Stored rows that outlive the page, with files. */
export interface DeviceRows {
  list(kind: RowKind, scope: RowScope): Promise<readonly DeviceRow[]>
  put(kind: RowKind, scope: RowScope, row: DeviceRow): Promise<void>
  remove(kind: RowKind, scope: RowScope, ids: readonly string[]): Promise<void>
  /** Removes all rows of an owner. */
  clear(scope: RowScope): Promise<void>
  /**
   * Removes the rows of all other owners in the same project.
   *
   * @param spared another owner, whose rows stay.
   */
  clearOthers(scope: RowScope, spared?: string): Promise<void>
}

const ROW_KINDS: readonly RowKind[] = ['drafts', 'outbox', 'unread', 'tools', 'calls']

/** Makes rows that end with the page. */
export function createMemoryRows(): DeviceRows {
  const kinds = new Map(ROW_KINDS.map((kind) => [kind, new Map<string, Owned>()]))
  const rowsOf = (kind: RowKind): Map<string, Owned> => kinds.get(kind) ?? new Map<string, Owned>()

  function removeWhere(isGone: (row: Owned) => boolean) {
    for (const rows of kinds.values()) {
      for (const [key, row] of rows) if (isGone(row)) rows.delete(key)
    }
  }

  return {
    async list(kind, scope) {
      return [...rowsOf(kind).values()]
        .filter((row) => isOf(row, scope))
        .map(({ id, value }) => ({ id, value }))
    },
    async put(kind, scope, row) {
      rowsOf(kind).set(keyOf(scope, row.id), { ...scope, ...row })
    },
    async remove(kind, scope, ids) {
      for (const id of ids) rowsOf(kind).delete(keyOf(scope, id))
    },
    async clear(scope) {
      removeWhere((row) => isOf(row, scope))
    },
    async clearOthers({ base, owner }, spared) {
      removeWhere((row) => row.base === base && row.owner !== owner && row.owner !== spared)
    },
  }
}

interface Owned extends RowScope {
  readonly id: string
  readonly value: unknown
}

const keyOf = ({ base, owner }: RowScope, id: string): string => JSON.stringify([base, owner, id])
const isOf = (row: Owned, { base, owner }: RowScope): boolean =>
  row.base === base && row.owner === owner

/** Time limit for a call to the database, after which it counts as hanging. */
export const STORAGE_TIMEOUT_MS = 5_000

export interface SafeRowsSettings {
  readonly rows: DeviceRows
  /** Calls `task` once after `delayMs`. Returns a function that cancels it. */
  readonly after: (delayMs: number, task: () => void) => () => void
  /** Called when a row is kept in memory only. */
  readonly onMemory: () => void
  /** Called when all rows are stored after all. */
  readonly onKept: () => void
}

/**
 * Makes rows that never reject. Rows that a full device refuses stay in memory until it takes one again. A
 * database that is blocked, broken or hanging is not used any more.
 */
export function createSafeRows({ rows, after, onMemory, onKept }: SafeRowsSettings): DeviceRows {
  const memory = createMemoryRows()
  let isLost = false
  let isTold = false

  function tell() {
    if (isTold) return
    isTold = true
    onMemory()
  }

  /** Runs a task on the device; `undefined` if the device is lost. */
  async function ask<Result>(task: () => Promise<Result>): Promise<Result | undefined> {
    if (isLost) return undefined
    try {
      return await withinLimit(after, task)
    } catch {
      isLost = true
      tell()
      return undefined
    }
  }

  /** Stores rows from memory, after the device took one again. */
  async function keepWaiting(scope: RowScope) {
    if (!isTold) return
    try {
      for (const kind of ROW_KINDS) await keepKind(kind, scope)
      isTold = false
      onKept()
    } catch (error) {
      isLost = !isQuota(error)
    }
  }

  async function keepKind(kind: RowKind, scope: RowScope) {
    for (;;) {
      const [row] = await memory.list(kind, scope)
      if (!row) return
      await withinLimit(after, () => rows.put(kind, scope, row))
      // A newer value, written meanwhile, is stored next.
      const now = (await memory.list(kind, scope)).find(({ id }) => id === row.id)
      if (now?.value === row.value) await memory.remove(kind, scope, [row.id])
    }
  }

  async function put(kind: RowKind, scope: RowScope, row: DeviceRow) {
    try {
      if (!isLost) {
        await withinLimit(after, () => rows.put(kind, scope, row))
        await memory.remove(kind, scope, [row.id])
        return await keepWaiting(scope)
      }
    } catch (error) {
      // A full device may have space for the next row, and its rows can still be read.
      isLost = !isQuota(error)
    }
    await memory.put(kind, scope, row)
    tell()
  }

  return {
    async list(kind, scope) {
      const kept = (await ask(() => rows.list(kind, scope))) ?? []
      const newer = await memory.list(kind, scope)
      const ids = new Set(newer.map(({ id }) => id))
      return [...kept.filter(({ id }) => !ids.has(id)), ...newer]
    },
    put,
    async remove(kind, scope, ids) {
      await memory.remove(kind, scope, ids)
      await ask(() => rows.remove(kind, scope, ids))
    },
    async clear(scope) {
      await memory.clear(scope)
      await ask(() => rows.clear(scope))
    },
    async clearOthers(scope, spared) {
      await memory.clearOthers(scope, spared)
      await ask(() => rows.clearOthers(scope, spared))
    },
  }
}

/** @throws any error of the task, or an error after the time limit. */
function withinLimit<Result>(
  after: SafeRowsSettings['after'],
  task: () => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const cancel = after(STORAGE_TIMEOUT_MS, () =>
      reject(new Error(`The device took longer than ${STORAGE_TIMEOUT_MS} ms.`)),
    )
    task().then(resolve, reject).finally(cancel)
  })
}

const isQuota = (error: unknown): boolean =>
  error instanceof Error && error.name === 'QuotaExceededError'

/** What is kept on the device, by what it is for. */
export type RowKind = 'drafts' | 'outbox' | 'unread' | 'tools' | 'calls'

/** Whose rows they are: projects of one origin share its storage, and so do people of one device. */
export interface RowScope {
  /** The project's address. */
  readonly base: string
  /** Never a name: see `ownerKey`. */
  readonly owner: string
}

/** Whoever reads a value checks it: another version may have written it. */
export interface DeviceRow {
  readonly id: string
  readonly value: unknown
}

/** Rows that outlive the page, files included. */
export interface DeviceRows {
  list(kind: RowKind, scope: RowScope): Promise<readonly DeviceRow[]>
  put(kind: RowKind, scope: RowScope, row: DeviceRow): Promise<void>
  remove(kind: RowKind, scope: RowScope, ids: readonly string[]): Promise<void>
  /** Removes everything of somebody. */
  clear(scope: RowScope): Promise<void>
  /**
   * Removes what everybody else left in the same project.
   *
   * @param spared another owner whose rows stay.
   */
  clearOthers(scope: RowScope, spared?: string): Promise<void>
}

const ROW_KINDS: readonly RowKind[] = ['drafts', 'outbox', 'unread', 'tools', 'calls']

/** Rows that end with the page. */
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

/** A database that takes longer is taken for one that hangs. */
export const STORAGE_TIMEOUT_MS = 5_000

export interface SafeRowsSettings {
  readonly rows: DeviceRows
  /** Calls `task` once after `delayMs`; returns how to cancel it. */
  readonly after: (delayMs: number, task: () => void) => () => void
  /** Something ends with this page that should have been kept. */
  readonly onMemory: () => void
  /** All of it is kept after all. */
  readonly onKept: () => void
}

/**
 * Rows that never fail: what a full device does not take is kept in memory until it takes something again,
 * and a device whose database is blocked, broken, or hangs is not asked again.
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

  /** What the device answers; `undefined` when it is lost by now. */
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

  /** Takes over what the device had no room for, now that it took something. */
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
      // A newer value may have come meanwhile, and is kept next.
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
      // A full device may have room for the next one, and what it holds can still be read.
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

/** @throws whatever the task throws, or that it took too long. */
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

import type { DeviceRow, DeviceRows, RowKind, RowScope } from './device-rows.ts'
import { createMemoryRows } from './memory-rows.ts'

/** A database that takes longer is taken for one that hangs. */
export const STORAGE_TIMEOUT_MS = 5_000

export interface SafeRowsSettings {
  readonly rows: DeviceRows
  /** Calls `task` once after `delayMs`; returns how to cancel it. */
  readonly after: (delayMs: number, task: () => void) => () => void
  /** Told once: something ends with this page that should have been kept. */
  readonly onMemory: () => void
}

/**
 * Rows that never fail: what the device does not take is kept in memory, and a device whose database
 * is blocked, broken, or hangs is not asked again.
 */
export function createSafeRows({ rows, after, onMemory }: SafeRowsSettings): DeviceRows {
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

  async function put(kind: RowKind, scope: RowScope, row: DeviceRow) {
    try {
      if (!isLost) {
        await withinLimit(after, () => rows.put(kind, scope, row))
        return await memory.remove(kind, scope, [row.id])
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
    async clearOthers(scope) {
      await memory.clearOthers(scope)
      await ask(() => rows.clearOthers(scope))
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

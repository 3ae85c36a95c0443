import type { DeviceRows, RowKind, RowScope } from './device-rows.ts'

/** Owner and lifetime of rows. */
export interface RowOwner {
  readonly rows: DeviceRows
  readonly scope: RowScope
  /** Aborts when the person changes. */
  readonly ending: AbortSignal
}

/**
 * Rows of one kind and one person. After `ending` (a sign-out, or another person) they read as empty and ignore
 * writes, so that a late call cannot restore removed rows.
 */
export interface KeptRows<Value> {
  /** By id, without unreadable rows. */
  all(): Promise<ReadonlyMap<string, Value>>
  put(id: string, value: Value): Promise<void>
  remove(ids: readonly string[]): Promise<void>
}

/** @param parse returns `undefined` for unreadable values, which another version may have written. */
export function keepRows<Value>(
  { rows, scope, ending }: RowOwner,
  kind: RowKind,
  parse: (value: unknown) => Value | undefined,
): KeptRows<Value> {
  return {
    async all() {
      const list = ending.aborted ? [] : await rows.list(kind, scope)
      if (ending.aborted) return new Map()
      return new Map(
        list.flatMap(({ id, value }) => {
          const read = parse(value)
          return read === undefined ? [] : [[id, read] as const]
        }),
      )
    },
    async put(id, value) {
      if (!ending.aborted) await rows.put(kind, scope, { id, value })
    },
    async remove(ids) {
      if (!ending.aborted && ids.length > 0) await rows.remove(kind, scope, ids)
    },
  }
}

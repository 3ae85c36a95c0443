import type { DeviceRows, RowKind, RowScope } from './device-rows.ts'

/** Whose rows they are, and until when. */
export interface RowOwner {
  readonly rows: DeviceRows
  readonly scope: RowScope
  /** Aborts when somebody else comes. */
  readonly ending: AbortSignal
}

/**
 * Rows of one kind and one person. After their end (they signed out, or somebody else came) they read as
 * empty and swallow writes, so that a late call cannot bring back what was removed.
 */
export interface KeptRows<Value> {
  /** By id; rows that cannot be read are left out. */
  all(): Promise<ReadonlyMap<string, Value>>
  put(id: string, value: Value): Promise<void>
  remove(ids: readonly string[]): Promise<void>
}

/** @param parse another version may have written a row: `undefined` for what this one cannot read. */
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

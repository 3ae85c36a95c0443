import { ROW_KINDS, type DeviceRows, type RowKind, type RowScope } from './device-rows.ts'

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
    async clearOthers({ base, owner }) {
      removeWhere((row) => row.base === base && row.owner !== owner)
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

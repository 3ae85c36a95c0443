import type { RowIds } from './row-ids.ts'
import type { ThreadLog } from './thread-log.ts'
import type { ParentRow } from './transport.ts'

export interface RowPlaces {
  readonly log: ThreadLog
  readonly rowIds: RowIds
  /** The row above the first loaded message, as long as it is not loaded. */
  readonly above: () => string | null
}

/** The nearest message before a message that the server has. */
export function nearestRow(id: string, { log, rowIds, above }: RowPlaces): ParentRow | null {
  for (let key = log.tree.parentOf(id) ?? null; key !== null;) {
    const rowId = rowIds.rowOf(key)
    const message = log.tree.get(key)
    if (rowId !== undefined && message) return { rowId, role: message.role }
    key = log.tree.parentOf(key) ?? null
  }
  // Of what is not loaded yet only the id is known; the server reads nothing else.
  const rowId = above()
  return rowId === null ? null : { rowId, role: 'assistant' }
}

import type { ThreadLog } from './thread-log.ts'
import type { ParentRow } from './transport.ts'

/** The nearest message before a message that the server has. */
export function nearestRow(id: string, log: ThreadLog): ParentRow | null {
  for (let key = log.tree.parentOf(id) ?? null; key !== null;) {
    const rowId = log.rows.rowOf(key)
    const message = log.tree.get(key)
    if (rowId !== undefined && message) return { rowId, role: message.role }
    key = log.tree.parentOf(key) ?? null
  }
  // Of what is not loaded yet only the id is known; the server reads nothing else.
  const rowId = log.above
  return rowId === null ? null : { rowId, role: 'assistant' }
}

import type { MessageTree } from '../../shared/thread/message-tree.ts'
import type { Message } from '../../shared/thread/message.ts'

/**
 * Maps ids of messages to rows. A message keeps its first id, so that the screen does not render it anew when its
 * row becomes known.
 */
export interface RowIds {
  link(key: string, rowId: string): void
  /** Notes a client's id of a row. */
  note(externalId: string): void
  /** True if the server has a message that was sent under this id. */
  isKnown(externalId: string): boolean
  /** The server no longer has the row of this message. */
  unlink(key: string): void
  /** Returns `undefined` while the server does not know the message. */
  rowOf(key: string): string | undefined
  keyOf(rowId: string): string | undefined
}

export function createRowIds(): RowIds {
  const rows = new Map<string, string>()
  const keys = new Map<string, string>()
  const external = new Set<string>()
  return {
    link(key, rowId) {
      rows.set(key, rowId)
      keys.set(rowId, key)
    },
    note: (externalId) => void external.add(externalId),
    isKnown: (externalId) => external.has(externalId) || rows.has(externalId),
    unlink(key) {
      const rowId = rows.get(key)
      rows.delete(key)
      if (rowId !== undefined) keys.delete(rowId)
    },
    rowOf: (key) => rows.get(key),
    keyOf: (rowId) => keys.get(rowId),
  }
}

export interface ParentRow {
  readonly rowId: string
  readonly role: Message['role']
}

/** Returns the nearest message above a message that the server has. */
export function nearestRow(
  id: string,
  log: { readonly tree: MessageTree; readonly rows: RowIds; readonly above: string | null },
): ParentRow | null {
  for (let key = log.tree.parentOf(id) ?? null; key !== null;) {
    const rowId = log.rows.rowOf(key)
    const message = log.tree.get(key)
    if (rowId !== undefined && message) return { rowId, role: message.role }
    key = log.tree.parentOf(key) ?? null
  }
  // Only the id of an unloaded message is known, and the server reads nothing else.
  const rowId = log.above
  return rowId === null ? null : { rowId, role: 'assistant' }
}

/**
 * The server's names of messages beside ours. A message keeps the id it had first, so that nothing
 * on the screen is drawn anew when its row id becomes known.
 */
export interface RowIds {
  link(key: string, rowId: string): void
  /** `undefined` while the server does not know the message. */
  rowOf(key: string): string | undefined
  keyOf(rowId: string): string | undefined
}

export function createRowIds(): RowIds {
  const rows = new Map<string, string>()
  const keys = new Map<string, string>()
  return {
    link(key, rowId) {
      rows.set(key, rowId)
      keys.set(rowId, key)
    },
    rowOf: (key) => rows.get(key),
    keyOf: (rowId) => keys.get(rowId),
  }
}

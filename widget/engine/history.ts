import { decodeRow } from '../../shared/thread/aui-v0.ts'
import type { ExportedTree, TreeItem } from '../../shared/thread/message-tree.ts'
import type { Cloud, StoredMessage } from '../cloud/cloud.ts'

/** A history ends after so many pages of 200 rows; what is older is not loaded. */
export const HISTORY_PAGES_MAX = 50

export interface History {
  /** Oldest first, each once. */
  readonly rows: readonly StoredMessage[]
  /** The parents of rows that could not be read. */
  readonly skipped: ReadonlyMap<string, string | null>
}

/** Reads a thread's rows page by page. A page that brings nothing new ends it. */
export async function loadHistory(
  cloud: Pick<Cloud, 'messages'>,
  threadId: string,
  signal: AbortSignal,
): Promise<History> {
  const rows = new Map<string, StoredMessage>()
  const skipped = new Map<string, string | null>()
  let after: string | null = null
  for (let pages = 0; pages < HISTORY_PAGES_MAX; pages += 1) {
    const page = await cloud.messages(threadId, after, signal)
    const known = rows.size + skipped.size
    for (const row of page.rows) if (!rows.has(row.id)) rows.set(row.id, row)
    for (const { id, parentId } of page.unreadable) skipped.set(id, parentId)
    if (page.next === null || rows.size + skipped.size === known) break
    after = page.next
  }
  return { rows: [...rows.values()].reverse(), skipped }
}

/**
 * Rows as a tree whose head is the newest. Whatever is wrong with a row, the others are shown: one
 * that cannot be read is bridged, and one whose parent is unknown follows the row before it.
 */
export function buildTree(
  { rows, skipped }: History,
  keyOf: (row: StoredMessage) => string,
): ExportedTree {
  const items: TreeItem[] = []
  const keys = new Map<string, string>()
  const bridged = new Map(skipped)
  for (const row of rows) {
    const message = decodeRow({ ...row, created_at: row.createdAt })
    if (!message) {
      bridged.set(row.id, row.parentId)
      continue
    }
    const parent = bridge(row.parentId, bridged)
    const before = items.at(-1)?.message.id ?? null
    const parentId = parent === null ? null : (keys.get(parent) ?? before)
    const key = keyOf(row)
    keys.set(row.id, key)
    items.push({ message: { ...message, id: key }, parentId })
  }
  return { headId: items.at(-1)?.message.id ?? null, messages: items }
}

/** The nearest ancestor that can be read. */
function bridge(parentId: string | null, bridged: ReadonlyMap<string, string | null>) {
  const seen = new Set<string>()
  let id = parentId
  while (id !== null && bridged.has(id) && !seen.has(id)) {
    seen.add(id)
    id = bridged.get(id) ?? null
  }
  return id
}

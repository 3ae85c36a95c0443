import { decodeRow } from '../../shared/thread/decode-row.ts'
import type { TreeItem } from '../../shared/thread/message-tree.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { MessagePage, StoredMessage } from '../api/message-calls.ts'

interface Entry {
  readonly row: StoredMessage
  readonly message: Message
  isPlaced: boolean
}

/**
 * A thread's rows as they come: pages, newest first, and lower in the tree with each. What can be
 * shown is the part below the farthest ancestor of the newest row that has come; the rest waits.
 * Whatever is wrong with a row, the others are shown: one that cannot be read is bridged, and one
 * whose parent is nowhere follows the row before it.
 */
export interface History {
  /**
   * What a page adds to the tree, in this order; a message that is there already moves. Each row
   * costs the same, however many came before.
   */
  take(page: MessagePage): readonly TreeItem[]
  /** The newest row of the first page. */
  readonly headId: string | null
  /** The message that all placed ones hang below; `null` before the first page. */
  readonly topId: string | null
  /** The row above it, as long as that has not come. */
  readonly above: string | null
  /** Whether the last page brought a row that was not known. */
  readonly hasGrown: boolean
}

/** @param keyOf the id that a row's message has here. */
export function createHistory(keyOf: (row: StoredMessage) => string): History {
  const entries = new Map<string, Entry>()
  /** The parents of rows that cannot be read. */
  const skipped = new Map<string, string | null>()
  /** By the nearest ancestor that can be read or has not come; newest first. */
  const children = new Map<string | null, Entry[]>()
  let top: Entry | null = null
  let headId: string | null = null
  let isWhole = false
  let hasGrown = false

  function take(page: MessagePage): readonly TreeItem[] {
    const known = entries.size + skipped.size
    const fresh: Entry[] = []
    for (const { id, parentId } of page.unreadable) skip(id, parentId)
    for (const row of page.rows) {
      if (entries.has(row.id) || skipped.has(row.id)) continue
      const message = decodeRow({ ...row, created_at: row.createdAt })
      if (!message) {
        skip(row.id, row.parentId)
        continue
      }
      const entry = { row, message: { ...message, id: keyOf(row) }, isPlaced: false }
      entries.set(row.id, entry)
      fresh.push(entry)
    }
    for (const entry of fresh) childrenOf(bridge(entry.row.parentId)).push(entry)
    hasGrown = entries.size + skipped.size > known
    isWhole ||= page.next === null || !hasGrown
    const isFirst = top === null
    top ??= newestOf(fresh)
    headId ??= top?.message.id ?? null
    const items: TreeItem[] = []
    if (isFirst && isWhole) placeAll(items)
    else if (top) placeBelow(climb(top), items)
    if (isWhole && !isFirst) placeRest(items)
    if (isWhole) forget()
    return items
  }

  function skip(id: string, parentId: string | null) {
    if (entries.has(id) || skipped.has(id)) return
    skipped.set(id, parentId)
    const orphans = children.get(id) ?? []
    children.delete(id)
    const parent = bridge(parentId)
    if (parent !== id) childrenOf(parent).push(...orphans)
  }

  function childrenOf(id: string | null): Entry[] {
    const known = children.get(id) ?? []
    children.set(id, known)
    return known
  }

  /** The nearest ancestor that can be read, or has not come. */
  function bridge(parentId: string | null): string | null {
    const seen = new Set<string>()
    let id = parentId
    while (id !== null && skipped.has(id) && !seen.has(id)) {
      seen.add(id)
      id = skipped.get(id) ?? null
    }
    return id
  }

  /** The farthest ancestor that has come. */
  function climb(from: Entry): Entry {
    const seen = new Set<Entry>()
    let entry = from
    for (;;) {
      seen.add(entry)
      const parent = entries.get(bridge(entry.row.parentId) ?? '')
      if (!parent || seen.has(parent)) return entry
      entry = parent
    }
  }

  /** Places a message as a root, unless it is one, and everything below it. */
  function placeBelow(entry: Entry, items: TreeItem[]) {
    top = entry
    if (entry.isPlaced) return
    place(entry, null, items)
    descend(entry, items)
  }

  function place(entry: Entry, parentId: string | null, items: TreeItem[]) {
    entry.isPlaced = true
    items.push({ message: entry.message, parentId })
  }

  function descend(from: Entry, items: TreeItem[]) {
    const open = [from]
    for (let entry = open.pop(); entry; entry = open.pop()) {
      // Oldest first, so that siblings stand in their order.
      for (const child of childrenOf(entry.row.id).toReversed()) {
        if (child === from) continue
        if (!child.isPlaced) open.push(child)
        place(child, entry.message.id, items)
      }
    }
  }

  /** All that there is came at once. */
  function placeAll(items: TreeItem[]) {
    let before: Entry | null = null
    for (const entry of [...entries.values()].reverse()) {
      const parent = bridge(entry.row.parentId)
      const known = entries.get(parent ?? '')
      const above: Entry | null = parent === null ? null : known?.isPlaced ? known : before
      place(entry, above?.message.id ?? null, items)
      before = entry
    }
  }

  /** No page is left: nothing can wait any more. */
  function placeRest(items: TreeItem[]) {
    const all = [...entries.values()].reverse()
    if (childrenOf(null).length > 1) placeRoots(items)
    let before: Entry | null = null
    for (const entry of all) {
      const parent = bridge(entry.row.parentId)
      const isLost = parent !== null && !entries.has(parent)
      if (!entry.isPlaced || (isLost && entry === top && before)) {
        place(entry, before?.message.id ?? null, items)
        descend(entry, items)
      }
      before = entry
    }
  }

  /** The first messages of all branches, oldest first. */
  function placeRoots(items: TreeItem[]) {
    const roots = childrenOf(null).toReversed()
    for (const [index, root] of roots.entries()) {
      if (!root.isPlaced) {
        place(root, null, items)
        descend(root, items)
        continue
      }
      const older = roots[index - 1]
      // It was shown before they came: moved away and back, it stands behind them.
      if (older) items.push({ message: root.message, parentId: older.message.id })
      place(root, null, items)
    }
  }

  function forget() {
    entries.clear()
    skipped.clear()
    children.clear()
  }

  return {
    take,
    get headId() {
      return headId
    },
    get topId() {
      return top?.message.id ?? null
    },
    get above() {
      return isWhole ? null : (top?.row.parentId ?? null)
    },
    get hasGrown() {
      return hasGrown
    },
  }
}

/** Of several at the same time the one that comes first: it stands lowest. */
function newestOf(rows: readonly Entry[]): Entry | null {
  let newest: Entry | null = null
  for (const entry of rows) {
    if (!newest || entry.row.createdAt > newest.row.createdAt) newest = entry
  }
  return newest
}

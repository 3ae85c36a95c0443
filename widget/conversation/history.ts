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
  const rows: Rows = { entries: new Map(), skipped: new Map(), children: new Map() }
  let top: Entry | null = null
  let headId: string | null = null
  let isWhole = false
  let hasGrown = false

  return {
    take(page) {
      const known = rows.entries.size + rows.skipped.size
      const fresh = addPage(rows, page, keyOf)
      hasGrown = rows.entries.size + rows.skipped.size > known
      isWhole ||= page.next === null || !hasGrown
      const isFirst = top === null
      top ??= newestOf(fresh)
      headId ??= top?.message.id ?? null
      const items: TreeItem[] = []
      if (isFirst && isWhole) placeAll(rows, items)
      else if (top) {
        top = climb(rows, top)
        placeBelow(rows, top, null, items)
      }
      if (isWhole && !isFirst) placeRest(rows, top, items)
      if (isWhole) forget(rows)
      return items
    },
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

/** What has come of a thread, as long as something of it may wait for its ancestors. */
interface Rows {
  readonly entries: Map<string, Entry>
  /** The parents of rows that cannot be read. */
  readonly skipped: Map<string, string | null>
  /** By the nearest ancestor that can be read or has not come; newest first. */
  readonly children: Map<string | null, Entry[]>
}

/** The entries that are new with a page. */
function addPage(rows: Rows, page: MessagePage, keyOf: (row: StoredMessage) => string): Entry[] {
  const fresh: Entry[] = []
  for (const { id, parentId } of page.unreadable) skip(rows, id, parentId)
  for (const row of page.rows) {
    if (rows.entries.has(row.id) || rows.skipped.has(row.id)) continue
    const message = decodeRow({ ...row, created_at: row.createdAt })
    if (!message) {
      skip(rows, row.id, row.parentId)
      continue
    }
    const entry = { row, message: { ...message, id: keyOf(row) }, isPlaced: false }
    rows.entries.set(row.id, entry)
    fresh.push(entry)
  }
  for (const entry of fresh) childrenOf(rows, bridge(rows, entry.row.parentId)).push(entry)
  return fresh
}

function skip(rows: Rows, id: string, parentId: string | null) {
  const { entries, skipped, children } = rows
  if (entries.has(id) || skipped.has(id)) return
  skipped.set(id, parentId)
  const orphans = children.get(id) ?? []
  children.delete(id)
  const parent = bridge(rows, parentId)
  if (parent !== id) childrenOf(rows, parent).push(...orphans)
}

function childrenOf({ children }: Rows, id: string | null): Entry[] {
  const known = children.get(id) ?? []
  children.set(id, known)
  return known
}

/** The nearest ancestor that can be read, or has not come. */
function bridge({ skipped }: Rows, parentId: string | null): string | null {
  const seen = new Set<string>()
  let id = parentId
  while (id !== null && skipped.has(id) && !seen.has(id)) {
    seen.add(id)
    id = skipped.get(id) ?? null
  }
  return id
}

/** The farthest ancestor that has come. */
function climb(rows: Rows, from: Entry): Entry {
  const seen = new Set<Entry>()
  let entry = from
  for (;;) {
    seen.add(entry)
    const parent = rows.entries.get(bridge(rows, entry.row.parentId) ?? '')
    if (!parent || seen.has(parent)) return entry
    entry = parent
  }
}

/** Places a message that is not placed yet, and everything below it. */
function placeBelow(rows: Rows, entry: Entry, parentId: string | null, items: TreeItem[]) {
  if (entry.isPlaced) return
  place(entry, parentId, items)
  descend(rows, entry, items)
}

function place(entry: Entry, parentId: string | null, items: TreeItem[]) {
  entry.isPlaced = true
  items.push({ message: entry.message, parentId })
}

function descend(rows: Rows, from: Entry, items: TreeItem[]) {
  const open = [from]
  for (let entry = open.pop(); entry; entry = open.pop()) {
    // Oldest first, so that siblings stand in their order.
    for (const child of childrenOf(rows, entry.row.id).toReversed()) {
      if (child === from) continue
      if (!child.isPlaced) open.push(child)
      place(child, entry.message.id, items)
    }
  }
}

/** All that there is came at once. */
function placeAll(rows: Rows, items: TreeItem[]) {
  let before: Entry | null = null
  for (const entry of [...rows.entries.values()].reverse()) {
    const parent = bridge(rows, entry.row.parentId)
    const known = rows.entries.get(parent ?? '')
    const above: Entry | null = parent === null ? null : known?.isPlaced ? known : before
    place(entry, above?.message.id ?? null, items)
    before = entry
  }
}

/** No page is left: nothing can wait any more. */
function placeRest(rows: Rows, top: Entry | null, items: TreeItem[]) {
  const all = [...rows.entries.values()].reverse()
  if (childrenOf(rows, null).length > 1) placeRoots(rows, items)
  let before: Entry | null = null
  for (const entry of all) {
    const parent = bridge(rows, entry.row.parentId)
    const isLost = parent !== null && !rows.entries.has(parent)
    if (!entry.isPlaced || (isLost && entry === top && before)) {
      place(entry, before?.message.id ?? null, items)
      descend(rows, entry, items)
    }
    before = entry
  }
}

/** The first messages of all branches, oldest first. */
function placeRoots(rows: Rows, items: TreeItem[]) {
  const roots = childrenOf(rows, null).toReversed()
  for (const [index, root] of roots.entries()) {
    if (!root.isPlaced) {
      placeBelow(rows, root, null, items)
      continue
    }
    const older = roots[index - 1]
    // It was shown before they came: moved away and back, it stands behind them.
    if (older) items.push({ message: root.message, parentId: older.message.id })
    place(root, null, items)
  }
}

function forget({ entries, skipped, children }: Rows) {
  entries.clear()
  skipped.clear()
  children.clear()
}

/** Of several at the same time the one that comes first: it stands lowest. */
function newestOf(rows: readonly Entry[]): Entry | null {
  let newest: Entry | null = null
  for (const entry of rows) {
    if (!newest || entry.row.createdAt > newest.row.createdAt) newest = entry
  }
  return newest
}

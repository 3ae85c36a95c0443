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
 * Builds a thread from its rows, which arrive in pages, newest first, each lower in the tree. The part below the
 * farthest loaded ancestor of the newest row can be shown; the rest waits. A bad row never hides the others: an
 * unreadable row is bridged, and a row whose parent does not exist follows the row before it.
 */
export interface History {
  /**
   * Returns a page's additions to the tree, in this order; a message that is already there moves. The cost per
   * row is constant.
   */
  take(page: MessagePage): readonly TreeItem[]
  /** The newest row of the first page. */
  readonly headId: string | null
  /** The message above all placed ones; `null` before the first page. */
  readonly topId: string | null
  /** The row above it, while that is not loaded. */
  readonly above: string | null
  /** True if the last page had an unknown row. */
  readonly hasGrown: boolean
}

/** @param keyOf returns the local id of a row's message. */
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

/** The loaded rows of a thread, while some may wait for their ancestors. */
interface Rows {
  readonly entries: Map<string, Entry>
  /** Parents of unreadable rows. */
  readonly skipped: Map<string, string | null>
  /** By the nearest ancestor that is readable or not loaded; newest first. */
  readonly children: Map<string | null, Entry[]>
}

/** Returns a page's new entries. */
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

/** Returns the nearest ancestor that is readable or not loaded. */
function bridge({ skipped }: Rows, parentId: string | null): string | null {
  const seen = new Set<string>()
  let id = parentId
  while (id !== null && skipped.has(id) && !seen.has(id)) {
    seen.add(id)
    id = skipped.get(id) ?? null
  }
  return id
}

/** Returns the farthest loaded ancestor. */
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

/** Places an unplaced message and all messages below it. */
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
    // Oldest first, which is the order of siblings.
    for (const child of childrenOf(rows, entry.row.id).toReversed()) {
      if (child === from) continue
      if (!child.isPlaced) open.push(child)
      place(child, entry.message.id, items)
    }
  }
}

/** Places all rows, when they arrived in one page. */
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

/** Places waiting rows after the last page. */
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

/** Places the first messages of all branches, oldest first. */
function placeRoots(rows: Rows, items: TreeItem[]) {
  const roots = childrenOf(rows, null).toReversed()
  for (const [index, root] of roots.entries()) {
    if (!root.isPlaced) {
      placeBelow(rows, root, null, items)
      continue
    }
    const older = roots[index - 1]
    // The root was shown before they arrived. Moved away and back, it comes after them.
    if (older) items.push({ message: root.message, parentId: older.message.id })
    place(root, null, items)
  }
}

function forget({ entries, skipped, children }: Rows) {
  entries.clear()
  skipped.clear()
  children.clear()
}

/** Returns the newest row. Of several at the same time, the first one, which is the lowest. */
function newestOf(rows: readonly Entry[]): Entry | null {
  let newest: Entry | null = null
  for (const entry of rows) {
    if (!newest || entry.row.createdAt > newest.row.createdAt) newest = entry
  }
  return newest
}

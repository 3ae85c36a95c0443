import type { Range } from './choose-range.ts'

/** A selection over more messages than this is not kept as elements. */
export const SELECTED_MAX = 200

/** The messages that the reader's selection begins and ends in, and all between them. */
export function findSelectedRange(list: HTMLElement, ids: readonly string[]): Range | null {
  const selection = list.ownerDocument.getSelection()
  if (!selection || selection.isCollapsed) return null
  const ends = [selection.anchorNode, selection.focusNode].map((node) => indexOf(list, ids, node))
  const known = ends.filter((index) => index !== -1)
  if (known.length === 0) return null
  const start = Math.min(...known)
  const end = Math.max(...known) + 1
  return end - start <= SELECTED_MAX ? { start, end } : null
}

function indexOf(list: HTMLElement, ids: readonly string[], node: Node | null): number {
  if (node === null || !list.contains(node)) return -1
  const element = node instanceof Element ? node : node.parentElement
  const id = element?.closest<HTMLElement>('[data-message-id]')?.dataset['messageId']
  return id === undefined ? -1 : ids.indexOf(id)
}

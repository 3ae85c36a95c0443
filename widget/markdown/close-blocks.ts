import { listChunks } from './code-chunks.ts'
import { toParagraph } from './close-paragraph.ts'
import type { BlockNode, ItemNode } from './nodes.ts'
import type { OpenBlock, OpenItem, ReadingState } from './open-blocks.ts'
import { type ReadMode, readPhrase } from './read-phrase.ts'

/** Closes the innermost blocks until `depth` are left. */
export function closeTo(state: ReadingState, depth: number, mode: ReadMode): void {
  while (state.open.length > depth) closeTip(state, mode)
}

/** Closes the innermost block and hands its node to the one around it. */
export function closeTip(state: ReadingState, mode: ReadMode): void {
  const block = state.open.pop()
  const parent = state.open.at(-1)
  if (block === undefined || parent === undefined) return
  if (block.kind === 'item') {
    if (parent.kind === 'list') addItem(parent, toItem(block))
    return
  }
  const node = toNode(state, block, mode)
  if (node !== undefined) addChild(parent, node)
}

/** Puts a finished node into the innermost open block. */
export function addChild(parent: OpenBlock | undefined, node: BlockNode): void {
  if (parent === undefined || !('children' in parent)) return
  parent.children.push(node)
  parent.lastLine = Math.max(parent.lastLine, node.lastLine)
}

function addItem(list: OpenBlock & { kind: 'list' }, item: ItemNode): void {
  const before = list.items.at(-1)
  const isApart = before !== undefined && before.lastLine + 1 < item.firstLine
  list.isLoose ||= isApart || hasGap(item)
  list.items.push(item)
  list.lastLine = item.lastLine
}

/** A blank line between two of its blocks. */
const hasGap = ({ children }: ItemNode): boolean =>
  children.some(
    ({ firstLine }, index) => index > 0 && (children[index - 1]?.lastLine ?? 0) + 1 < firstLine,
  )

function toItem({ start, firstLine, lastLine, isDone, children }: OpenItem): ItemNode {
  return { type: 'item', start, firstLine, lastLine, isDone, children }
}

function toNode(
  state: ReadingState,
  block: Exclude<OpenBlock, OpenItem>,
  mode: ReadMode,
): BlockNode | undefined {
  const { start, firstLine, lastLine } = block
  const place = { start, firstLine, lastLine }
  switch (block.kind) {
    case 'document':
      return undefined
    case 'paragraph':
      return toParagraph(state, block, mode)
    case 'quote':
      return { ...place, type: 'quote', children: block.children }
    case 'note':
      return { ...place, type: 'note', label: block.label, children: block.children }
    case 'list': {
      const { marker, firstNumber, isLoose, items } = block
      const isOrdered = marker === '.' || marker === ')'
      return { ...place, type: 'list', isOrdered, firstNumber, isLoose, items }
    }
    case 'fence': {
      const chunks = listChunks(block.code)
      return { ...place, type: 'code', language: block.language, chunks, isOpen: mode.isTail }
    }
    case 'indented':
      return { ...place, type: 'code', language: '', chunks: listChunks(block.code), isOpen: false }
    case 'html':
      return { ...place, type: 'html', text: block.lines.join('\n').trimEnd() }
    case 'math': {
      const text = block.lines.join('\n').trim()
      if (block.isClosed || mode.isTail)
        return { ...place, type: 'math', text, isOpen: mode.isTail }
      // Its end never came: it was no formula.
      const rest = block.lines.slice(block.hasText ? 1 : 0)
      const phrase = readPhrase([block.source, ...rest].join('\n'), state.definitions, mode)
      return { ...place, type: 'paragraph', phrase }
    }
    case 'table': {
      const { alignments, head, rows } = block
      return { ...place, type: 'table', alignments, head, rows }
    }
    default:
      return block satisfies never
  }
}

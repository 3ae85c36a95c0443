import { MAX_NESTING_DEPTH } from './limits.ts'
import {
  indentOf,
  isBlank,
  isIndented,
  type LineCursor,
  restOf,
  skipChars,
  skipColumns,
  skipOptionalSpace,
  skipToNonspace,
} from './line-cursor.ts'
import { normalizeLabel } from './link-parts.ts'
import type { BlockNode, ItemNode } from './nodes.ts'
import {
  type BlockKinds,
  type OpenBlock,
  type OpenContainer,
  type OpenList,
  placeAt,
  placeOf,
  type ReadingState,
  type Started,
  type StartPlace,
} from './open-blocks.ts'

/** Indentation of a footnote's further lines, in columns. */
const NOTE_INDENT = 4
/** Maximum number of columns between a marker and its text; text farther right is code in the item. */
const MAX_SPACES_AFTER = 4

const NOTE = /^\[\^([^\]\s]+)\]:[ \t]*/
const BULLET = /^([*+-])(?=[ \t]|$)/
const NUMBER = /^(\d{1,9})([.)])(?=[ \t]|$)/

/** Blocks that contain blocks: quotes, footnotes, lists and their items. */
export const containerBlocks: BlockKinds<OpenContainer> = {
  document: { continues: () => 'yes', close: () => undefined, fork: forkChildren },
  quote: {
    continues(block, { cursor, number }) {
      if (!isAtQuoteMark(cursor)) return 'no'
      block.lastLine = number
      skipQuoteMark(cursor)
      return 'yes'
    },
    close: (block) => ({ ...placeOf(block), type: 'quote', children: block.children }),
    fork: forkChildren,
  },
  note: {
    continues(_, { cursor }) {
      if (isBlank(cursor)) skipToNonspace(cursor)
      else if (isIndented(cursor)) skipColumns(cursor, NOTE_INDENT)
      else return 'no'
      return 'yes'
    },
    close: (block) => ({
      ...placeOf(block),
      type: 'note',
      label: block.label,
      children: block.children,
    }),
    fork: forkChildren,
  },
  list: {
    continues: () => 'yes',
    close(block) {
      const { marker, firstNumber, isLoose, items } = block
      const isOrdered = marker === '.' || marker === ')'
      return { ...placeOf(block), type: 'list', isOrdered, firstNumber, isLoose, items }
    },
    fork: (block) => ({ ...block, items: block.items.slice() }),
  },
  item: {
    continues(block, { cursor }, { open }) {
      if (isBlank(cursor)) {
        // An item may start with a blank line, but not with two.
        if (open.at(-1) === block && block.children.length === 0) return 'no'
        skipToNonspace(cursor)
        return 'yes'
      }
      if (indentOf(cursor) < block.indent) return 'no'
      skipColumns(cursor, block.indent)
      return 'yes'
    },
    close: ({ start, firstLine, lastLine, isDone, children }) => ({
      type: 'item',
      start,
      firstLine,
      lastLine,
      isDone,
      children,
    }),
    fork: forkChildren,
  },
}

function forkChildren<Block extends { readonly children: BlockNode[] }>(block: Block): Block {
  return { ...block, children: block.children.slice() }
}

export function startQuote({ line, state }: StartPlace): Started | undefined {
  const { cursor } = line
  if (!isAtQuoteMark(cursor) || isTooDeep(state)) return undefined
  const place = placeAt(line)
  skipQuoteMark(cursor)
  return { blocks: [{ kind: 'quote', ...place, children: [] }], rest: 'blocks' }
}

const isAtQuoteMark = (cursor: LineCursor): boolean =>
  !isIndented(cursor) && cursor.text[cursor.nonspace] === '>'

function skipQuoteMark(cursor: LineCursor): void {
  skipToNonspace(cursor)
  skipChars(cursor, 1)
  skipOptionalSpace(cursor)
}

/** Deeper nesting becomes text: people do not read it, and it would exhaust the stack. */
const isTooDeep = ({ open }: ReadingState): boolean =>
  open.filter(({ kind }) => kind === 'quote' || kind === 'item').length >= MAX_NESTING_DEPTH

/** The text of a footnote. */
export function startNote({ line, container, state }: StartPlace): Started | undefined {
  const { cursor } = line
  if (isIndented(cursor) || cursor.text[cursor.nonspace] !== '[') return undefined
  const found = NOTE.exec(restOf(cursor))
  if (found === null || isNested(container, state)) return undefined
  const label = normalizeLabel(found[1] ?? '')
  const place = placeAt(line)
  skipToNonspace(cursor)
  skipChars(cursor, found[0].length)
  return { blocks: [{ kind: 'note', ...place, label, children: [] }], rest: 'blocks' }
}

/** A footnote belongs to the answer, not to a quote or an item. */
const isNested = (container: OpenBlock, { open }: ReadingState): boolean =>
  container !== open[0] &&
  !(container === open[1] && (container.kind === 'paragraph' || container.kind === 'list'))

/** Starts an item, in a new list that is dropped if the item continues the previous list. */
export function startItem({ line, container, state }: StartPlace): Started | undefined {
  const { cursor } = line
  if (isIndented(cursor)) return undefined
  const rest = restOf(cursor)
  const bullet = BULLET.exec(rest)
  const number = bullet === null ? NUMBER.exec(rest) : null
  const found = bullet ?? number
  if (found === null || isTooDeep(state)) return undefined
  const firstNumber = Number(number?.[1] ?? 1)
  const text = found[0]
  const isEmpty = rest.slice(text.length).trim() === ''
  // A number inside a paragraph is more often plain text.
  if (container.kind === 'paragraph' && (isEmpty || firstNumber !== 1)) return undefined

  const marker = found.at(-1) ?? ''
  // Without a spread, which slowed long lists by a twentieth.
  const { start, firstLine, lastLine } = placeAt(line)
  const outer = indentOf(cursor)
  skipToNonspace(cursor)
  skipChars(cursor, text.length)
  const indent = outer + text.length + skipPadding(cursor, isEmpty)
  return {
    blocks: [
      { kind: 'list', start, firstLine, lastLine, marker, firstNumber, isLoose: false, items: [] },
      { kind: 'item', start, firstLine, lastLine, indent, isDone: undefined, children: [] },
    ],
    rest: 'blocks',
  }
}

/** Skips the spaces between marker and text; returns their number of columns. */
function skipPadding(cursor: LineCursor, isEmpty: boolean): number {
  const spaces = indentOf(cursor)
  if (isEmpty || spaces > MAX_SPACES_AFTER) {
    skipOptionalSpace(cursor)
    return 1
  }
  skipColumns(cursor, spaces)
  return spaces
}

/** Adds a finished node to the innermost open block. */
export function addChild(parent: OpenBlock | undefined, node: BlockNode | ItemNode): void {
  if (node.type === 'item') {
    if (parent?.kind === 'list') addItem(parent, node)
  } else if (parent !== undefined && 'children' in parent) {
    parent.children.push(node)
    parent.lastLine = Math.max(parent.lastLine, node.lastLine)
  }
}

function addItem(list: OpenList, item: ItemNode): void {
  const before = list.items.at(-1)
  const isApart = before !== undefined && before.lastLine + 1 < item.firstLine
  list.isLoose ||= isApart || hasGap(item)
  list.items.push(item)
  list.lastLine = item.lastLine
}

/** True if a blank line separates two of its blocks. */
const hasGap = ({ children }: ItemNode): boolean =>
  children.some(
    ({ firstLine }, index) => index > 0 && (children[index - 1]?.lastLine ?? 0) + 1 < firstLine,
  )

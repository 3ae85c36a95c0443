import { endsAtBlankLine } from './html-blocks.ts'
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
import type { OpenBlock, OpenFence, OpenMath } from './open-blocks.ts'
import { isHalfEnd } from './withhold.ts'

const CODE_INDENT = 4

/** `ended`: the line closes the block; `withheld`: half a line that may become its end. */
export type Continued = 'yes' | 'no' | 'ended' | 'withheld'

/** Whether a line goes on with an open block; uses up the block's part of the line. */
export function continueBlock(
  block: OpenBlock,
  cursor: LineCursor,
  { line, isHalf, isTip }: { line: number; isHalf: boolean; isTip: boolean },
): Continued {
  switch (block.kind) {
    case 'document':
    case 'list':
      return 'yes'
    case 'quote':
      if (isIndented(cursor) || cursor.text[cursor.nonspace] !== '>') return 'no'
      block.lastLine = line
      skipToNonspace(cursor)
      skipChars(cursor, 1)
      skipOptionalSpace(cursor)
      return 'yes'
    case 'item': {
      if (isBlank(cursor)) {
        // An item may start with a blank line, but not with two.
        if (isTip && block.children.length === 0) return 'no'
        skipToNonspace(cursor)
        return 'yes'
      }
      if (indentOf(cursor) < block.indent) return 'no'
      skipColumns(cursor, block.indent)
      return 'yes'
    }
    case 'note':
      if (isBlank(cursor)) skipToNonspace(cursor)
      else if (isIndented(cursor)) skipColumns(cursor, CODE_INDENT)
      else return 'no'
      return 'yes'
    case 'fence':
      return continueFence(block, cursor, { line, isHalf })
    case 'indented':
      if (isIndented(cursor)) skipColumns(cursor, CODE_INDENT)
      else if (isBlank(cursor)) skipToNonspace(cursor)
      else return 'no'
      return 'yes'
    case 'html':
      return isBlank(cursor) && endsAtBlankLine(block.rule) ? 'no' : 'yes'
    case 'math':
      if (isBlank(cursor)) return 'no'
      if (isHalf && isHalfEnd(restOf(cursor), block.close)) return 'withheld'
      return endMath(block, cursor)
    case 'paragraph':
      return isBlank(cursor) ? 'no' : 'yes'
    case 'table':
      return isBlank(cursor) || restOf(cursor).trim() === '|' ? 'no' : 'yes'
    default:
      return block satisfies never
  }
}

function continueFence(
  block: OpenFence,
  cursor: LineCursor,
  { line, isHalf }: { line: number; isHalf: boolean },
): Continued {
  const rest = restOf(cursor).trimEnd()
  const char = block.fence[0] ?? ''
  if (!isIndented(cursor) && rest !== '' && rest === char.repeat(rest.length)) {
    if (isHalf) return 'withheld'
    if (rest.length >= block.fence.length) {
      block.lastLine = line
      return 'ended'
    }
  }
  skipColumns(cursor, Math.min(block.indent, indentOf(cursor)))
  return 'yes'
}

function endMath(block: OpenMath, cursor: LineCursor): Continued {
  const rest = restOf(cursor).trimEnd()
  if (!rest.endsWith(block.close)) return 'yes'
  const last = rest.slice(0, -block.close.length)
  if (last !== '') block.lines.push(last)
  block.isClosed = true
  return 'ended'
}

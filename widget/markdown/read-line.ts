import { closeTip, closeTo } from './close-blocks.ts'
import { addCodeLine } from './code-chunks.ts'
import { continueBlock } from './continue-blocks.ts'
import { isHalfLabel } from './definitions.ts'
import { isHtmlEnd } from './html-blocks.ts'
import { createLineCursor, isBlank, type LineCursor, takeRest } from './line-cursor.ts'
import type { OpenBlock, OpenTable, ReadingState } from './open-blocks.ts'
import { type ReadMode, readPhrase } from './read-phrase.ts'
import { startBlock } from './start-blocks.ts'
import type { StartPlace } from './start-place.ts'
import { readRow } from './table-rows.ts'
import { isWithheld } from './withhold.ts'

/**
 * Reads one line. False when it is half a line (`mode.isTail`) that shows nothing yet; the state
 * must not be used any more then.
 */
export function readLine(
  state: ReadingState,
  line: { text: string; start: number },
  mode: ReadMode,
): boolean {
  state.line += 1
  const cursor = createLineCursor(line.text)
  const closed: ReadMode = { ...mode, isTail: false }
  const matched = matchOpen(state, cursor, mode)
  if (matched === 'withheld') return false
  if (matched === 'ended') {
    closeTip(state, closed)
    return true
  }
  let container = state.open[matched - 1] as OpenBlock
  let depth = matched
  const isLazy = (): boolean => state.open.length > depth && state.open.at(-1)?.kind === 'paragraph'
  if (!isVerbatim(container)) {
    const rest = line.text.slice(cursor.offset)
    if (mode.isTail && (isWithheld(rest) || isHalfLabel(rest, state.definitions))) return false
    for (;;) {
      const place: StartPlace = {
        state,
        cursor,
        lineStart: line.start,
        container,
        mode,
        closeUnmatched: ({ keepsList } = { keepsList: false }) => {
          closeTo(state, depth, closed)
          const { kind } = state.open.at(-1) as OpenBlock
          if (kind === 'paragraph' || kind === 'table') closeTip(state, closed)
          if (!keepsList && state.open.at(-1)?.kind === 'list') closeTip(state, closed)
        },
      }
      const started = startBlock(place)
      if (started === 'finished') return true
      if (started === undefined) break
      container = state.open.at(-1) as OpenBlock
      depth = state.open.length
      if (started === 'leaf') break
    }
  }
  if (!isBlank(cursor) && isLazy()) {
    addText(state.open.at(-1) as OpenBlock, cursor, state.line)
    return true
  }
  closeTo(state, depth, closed)
  addRest(state, { container, cursor, lineStart: line.start, mode })
  return true
}

/** Number of open blocks that the line goes on with. */
function matchOpen(
  state: ReadingState,
  cursor: LineCursor,
  mode: ReadMode,
): number | 'withheld' | 'ended' {
  let depth = 1
  for (; depth < state.open.length; depth += 1) {
    const block = state.open[depth] as OpenBlock
    const isTip = depth === state.open.length - 1
    const result = continueBlock(block, cursor, { line: state.line, isHalf: mode.isTail, isTip })
    if (result === 'no') break
    if (result !== 'yes') return result
  }
  return depth
}

const isVerbatim = ({ kind }: OpenBlock): boolean =>
  kind === 'fence' || kind === 'html' || kind === 'math' || kind === 'indented'

function addRest(
  state: ReadingState,
  place: { container: OpenBlock; cursor: LineCursor; lineStart: number; mode: ReadMode },
): void {
  const { container, cursor, mode } = place
  switch (container.kind) {
    case 'html':
      addText(container, cursor, state.line)
      if (isHtmlEnd(container.rule, cursor.text)) closeTip(state, { ...mode, isTail: false })
      return
    case 'table':
      return addTableRow(state, container, cursor, mode)
    case 'fence':
    case 'math':
    case 'indented':
    case 'paragraph':
      return addText(container, cursor, state.line)
    default:
      if (isBlank(cursor)) return
      if (container.kind === 'list') closeTip(state, { ...mode, isTail: false })
      state.open.push({
        kind: 'paragraph',
        start: place.lineStart + cursor.nonspace,
        firstLine: state.line,
        lastLine: state.line,
        lines: [cursor.text.slice(cursor.nonspace)],
        made: {},
      })
  }
}

function addTableRow(
  state: ReadingState,
  table: OpenTable,
  cursor: LineCursor,
  mode: ReadMode,
): void {
  table.lastLine = state.line
  const row = readRow(cursor.text.slice(cursor.nonspace), table.alignments.length, (cell, isLast) =>
    readPhrase(cell, state.definitions, { ...mode, isTail: mode.isTail && isLast }),
  )
  table.rows.push(row)
}

function addText(block: OpenBlock, cursor: LineCursor, line: number): void {
  switch (block.kind) {
    case 'fence':
      block.code = addCodeLine(block.code, takeRest(cursor))
      break
    case 'indented':
      if (isBlank(cursor)) {
        block.blank.push(takeRest(cursor))
        return
      }
      for (const blank of block.blank.splice(0)) block.code = addCodeLine(block.code, blank)
      block.code = addCodeLine(block.code, takeRest(cursor))
      break
    case 'math':
    case 'html':
      block.lines.push(takeRest(cursor))
      break
    case 'paragraph':
      block.lines.push(cursor.text.slice(cursor.nonspace))
      break
    default:
      return
  }
  block.lastLine = line
}

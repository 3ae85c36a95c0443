import { isPunctuation, trimEndOf } from './characters.ts'
import { addChild } from './container-blocks.ts'
import { takeDefinitions } from './definitions.ts'
import { MAX_COLUMNS } from './limits.ts'
import { isBlank, isIndented, restOf } from './line-cursor.ts'
import type { Alignment, ParagraphNode, Phrase, Row } from './nodes.ts'
import {
  type BlockKinds,
  type Line,
  type OpenParagraph,
  type OpenProse,
  placeAt,
  placeOf,
  type ReadingState,
  type Started,
  type StartPlace,
} from './open-blocks.ts'
import { EMPTY_PHRASE, type ReadMode, readPhrase } from './read-phrase.ts'
import { withholdHead } from './withhold.ts'

const HEADING = /^(#{1,6})(?:[ \t]+|$)/
const UNDERLINE = /^(?:=+|-+)[ \t]*$/
const RULE = /^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/
const DELIMITER_ROW = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/
const TASK = /^\[([ \txX])\](?=\s+\S)/
const HALF_TASK = /^\[[ \txX]?\]?\s*$/

/** Blocks of text that is read as phrases, and rules. */
export const proseBlocks: BlockKinds<OpenProse> = {
  paragraph: {
    continues: (_, { cursor }) => (isBlank(cursor) ? 'no' : 'yes'),
    take(block, { cursor, number }) {
      block.lines.push(restOf(cursor))
      block.lastLine = number
      return false
    },
    close: closeParagraph,
    fork: (block) => ({ ...block, lines: block.lines.slice() }),
  },
  heading: {
    continues: () => 'no',
    close: (block, { definitions }, mode) => ({
      ...placeOf(block),
      type: 'heading',
      depth: block.depth,
      phrase: readPhrase(block.text, definitions, mode),
    }),
    fork: (block) => block,
  },
  rule: {
    continues: () => 'no',
    close: (block) => ({ ...placeOf(block), type: 'rule' }),
    fork: (block) => block,
  },
  table: {
    continues: (_, { cursor }) => (isBlank(cursor) || restOf(cursor).trim() === '|' ? 'no' : 'yes'),
    take(block, { cursor, number, mode }, { definitions }) {
      const { rows, alignments } = block
      const readCell = (cell: string, isLast: boolean) =>
        readPhrase(cell, definitions, { ...mode, isTail: mode.isTail && isLast })
      rows.push(readRow(restOf(cursor), alignments.length, readCell))
      block.lastLine = number
      return false
    },
    close: (block) => ({
      ...placeOf(block),
      type: 'table',
      alignments: block.alignments,
      head: block.head,
      rows: block.rows,
    }),
    fork: (block) => ({ ...block, rows: block.rows.slice() }),
  },
}

// Without a spread, which costs more than the rest: most blocks are paragraphs.
export const openParagraph = ({ start, number, cursor }: Line): OpenParagraph => ({
  kind: 'paragraph',
  start: start + cursor.nonspace,
  firstLine: number,
  lastLine: number,
  lines: [restOf(cursor)],
  made: {},
})

/** The node of a paragraph; `undefined` if it contains only definitions. */
function closeParagraph(
  block: OpenParagraph,
  { open, definitions }: ReadingState,
  mode: ReadMode,
): ParagraphNode | undefined {
  const lines = mode.isTail ? withholdHead(block.lines) : block.lines
  const whole = lines.join('\n').trimEnd()
  let text = whole.slice(takeDefinitions(whole, definitions))
  const parent = open.at(-1)
  if (parent?.kind === 'item' && parent.children.length === 0) {
    const task = TASK.exec(text)
    if (task !== null) {
      parent.isDone = task[1] === 'x' || task[1] === 'X'
      text = text.slice(task[0].length).trimStart()
    } else if (mode.isTail && HALF_TASK.test(text)) return undefined
  }
  if (text === '') return undefined
  const { made } = block
  if (!mode.isTail && made.node?.phrase.source === text) return made.node
  const { start, firstLine, lastLine } = block
  const phrase = readPhrase(text, definitions, mode)
  const node: ParagraphNode = { type: 'paragraph', start, firstLine, lastLine, phrase }
  if (!mode.isTail) made.node = node
  return node
}

export function startHeading({ line }: StartPlace): Started | undefined {
  const { cursor } = line
  const found = isIndented(cursor) ? null : HEADING.exec(restOf(cursor))
  if (found === null) return undefined
  const depth = found[1]?.length ?? 1
  const text = withoutClosing(restOf(cursor).slice(found[0].length).trim())
  return { blocks: [{ kind: 'heading', ...placeAt(line), depth, text }], rest: 'closed' }
}

/** Removes a closing run of `#` after a space, which is not part of a heading. */
function withoutClosing(text: string): string {
  const rest = trimEndOf(text, '#')
  return rest === '' || /[ \t]$/.test(rest) ? rest.trimEnd() : text
}

/** An underline turns the paragraph above it into a heading. */
export function startSetext({ line, container, state }: StartPlace): Started | undefined {
  const { cursor, number } = line
  if (isIndented(cursor) || container.kind !== 'paragraph') return undefined
  const found = UNDERLINE.exec(restOf(cursor))
  if (found === null) return undefined
  const whole = container.lines.join('\n')
  const text = whole.slice(takeDefinitions(whole, state.definitions)).trim()
  if (text === '') return undefined
  state.open.pop()
  const depth = found[0].startsWith('=') ? 1 : 2
  const place = { ...placeOf(container), lastLine: number }
  return { blocks: [{ kind: 'heading', ...place, depth, text }], rest: 'closed' }
}

export function startRule({ line }: StartPlace): Started | undefined {
  const { cursor } = line
  if (isIndented(cursor) || !RULE.test(restOf(cursor))) return undefined
  return { blocks: [{ kind: 'rule', ...placeAt(line) }], rest: 'closed' }
}

/** A row of dashes turns the last line above it into the head of a table. */
export function startTable({ line, container, state }: StartPlace): Started | undefined {
  const { cursor, number, mode } = line
  if (isIndented(cursor) || container.kind !== 'paragraph') return undefined
  const alignments = readDelimiterRow(restOf(cursor))
  const headLine = container.lines.at(-1) ?? ''
  if (
    alignments === undefined ||
    splitCells(headLine, alignments.length).length !== alignments.length
  ) {
    return undefined
  }
  const whole: ReadMode = { ...mode, isTail: false }
  const before = container.lines.slice(0, -1)
  state.open.pop()
  if (before.length > 0) {
    const paragraph = { ...container, lines: before, lastLine: container.lastLine - 1, made: {} }
    const node = closeParagraph(paragraph, state, whole)
    if (node !== undefined) addChild(state.open.at(-1), node)
  }
  const readCell = (cell: string) => readPhrase(cell, state.definitions, whole)
  const head = readRow(headLine, alignments.length, readCell)
  const place = placeAt(line)
  // The head replaces the paragraph and takes its key, unless lines remain above it.
  const start = before.length === 0 ? container.start : place.start
  const table = { kind: 'table', ...place, start, firstLine: number - 1, alignments, head } as const
  return { blocks: [{ ...table, rows: [] }], rest: 'nothing' }
}

/** The columns declared by the line under a table's head; `undefined` for another line. */
function readDelimiterRow(line: string): readonly Alignment[] | undefined {
  const text = line.trim()
  if (!DELIMITER_ROW.test(text)) return undefined
  const cells = splitRow(text)
  if (cells.length > MAX_COLUMNS) return undefined
  return cells.map((cell) => {
    if (cell.startsWith(':')) return cell.endsWith(':') && cell.length > 1 ? 'center' : 'left'
    return cell.endsWith(':') ? 'right' : undefined
  })
}

/**
 * The cells of a line. If there are more cells than columns, bars inside code belong to the code: GitHub splits the
 * code there, and shows the rest of the row nowhere.
 */
function splitCells(line: string, columns: number): string[] {
  const cells = splitRow(line)
  if (cells.length <= columns || !line.includes('`')) return cells
  const whole = splitRow(line, { isCodeWhole: true })
  return whole.length <= columns ? whole : cells
}

/** The cells of a line; `\|` is a literal bar, inside code too. */
function splitRow(line: string, { isCodeWhole = false } = {}): string[] {
  const text = line.trim()
  const cells: string[] = []
  let start = text.startsWith('|') ? 1 : 0
  for (let at = start; at < text.length; at += 1) {
    const char = text[at]
    if (isCodeWhole && char === '`') at = endOfCode(text, at) - 1
    else if (char === '\\' && isPunctuation(text[at + 1] ?? '')) at += 1
    else if (char === '|') {
      cells.push(cellOf(text, start, at))
      start = at + 1
      if (cells.length > MAX_COLUMNS) return cells
    }
  }
  if (start < text.length) cells.push(cellOf(text, start, text.length))
  return cells
}

/** Offset behind the code that starts at `at`, or behind its backticks if the code has no end. */
function endOfCode(text: string, at: number): number {
  const [marks = ''] = /^`+/.exec(text.slice(at)) ?? []
  for (const { 0: run, index } of text.slice(at + marks.length).matchAll(/`+/g)) {
    if (run === marks) return at + marks.length + index + run.length
  }
  return at + marks.length
}

const cellOf = (text: string, start: number, end: number): string =>
  text.slice(start, end).trim().replaceAll('\\|', '|')

/** A row of exactly this many cells; `read` is told which cell is the last with text. */
function readRow(
  line: string,
  columns: number,
  read: (cell: string, isLast: boolean) => Phrase,
): Row {
  const cells = splitCells(line, columns).slice(0, columns)
  const row = cells.map((cell, index) => read(cell, index === cells.length - 1))
  while (row.length < columns) row.push(EMPTY_PHRASE)
  return row
}

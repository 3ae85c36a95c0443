import { isPunctuation } from './characters.ts'
import type { Alignment, Phrase, Row } from './nodes.ts'
import { EMPTY_PHRASE } from './read-phrase.ts'

const DELIMITER_ROW = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/

/** Columns of one table; what a row has beyond them is not shown. */
export const MAX_COLUMNS = 256

/** The columns that the line under a table's head asks for; `undefined` when it is none. */
export function readDelimiterRow(line: string): readonly Alignment[] | undefined {
  const text = line.trim()
  if (!DELIMITER_ROW.test(text)) return undefined
  const cells = splitRow(text)
  if (cells.length > MAX_COLUMNS) return undefined
  return cells.map((cell) => {
    if (cell.startsWith(':')) return cell.endsWith(':') && cell.length > 1 ? 'center' : 'left'
    return cell.endsWith(':') ? 'right' : undefined
  })
}

/** The cells of a line; `\|` is a bar of the text, inside code too. */
export function splitRow(line: string): string[] {
  const text = line.trim()
  const cells: string[] = []
  let start = text.startsWith('|') ? 1 : 0
  let at = start
  for (; at < text.length; at += 1) {
    const char = text[at]
    if (char === '\\' && isPunctuation(text[at + 1] ?? '')) at += 1
    else if (char === '|') {
      cells.push(cellOf(text, start, at))
      start = at + 1
      if (cells.length > MAX_COLUMNS) return cells
    }
  }
  if (start < text.length) cells.push(cellOf(text, start, text.length))
  return cells
}

const cellOf = (text: string, start: number, end: number): string =>
  text.slice(start, end).trim().replaceAll('\\|', '|')

/** A row of exactly so many cells; `read` is told which cell is the last that has text. */
export function readRow(
  line: string,
  columns: number,
  read: (cell: string, isLast: boolean) => Phrase,
): Row {
  const cells = splitRow(line).slice(0, columns)
  const row = cells.map((cell, index) => read(cell, index === cells.length - 1))
  while (row.length < columns) row.push(EMPTY_PHRASE)
  return row
}

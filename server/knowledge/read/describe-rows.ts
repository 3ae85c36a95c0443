import { type Cell, expandSpans, type Row } from './grid.ts'

/** A row of a table: its own cells, and the same with the heads of its columns and lines. */
export interface DescribedRow {
  /** Own cells, with tabs between. */
  readonly text: string
  /** "Plan: Team; Jobs a day: 50,000". */
  readonly full: string
}

/** Rows of a table in their order, each with its heads, so that it can be understood alone. */
export function describeRows(rows: readonly Row[], caption: string): readonly DescribedRow[] {
  const grid = expandSpans(rows)
  const headRows = countHeadRows(rows)
  const texts = rows.map(({ cells }) => joinCells(cells))
  if (!grid) return texts.map((text) => ({ text, full: text.replaceAll('\t', ' | ') }))
  const width = Math.max(0, ...grid.map((line) => line.length))
  const heads = Array.from({ length: width }, (_, column) =>
    joinDistinct(grid.slice(0, headRows).map((line) => line[column])),
  )
  return texts.map((text, y) => {
    if (y < headRows) return { text, full: text.replaceAll('\t', ' | ') }
    const full = describeRow(grid[y] ?? [], heads)
    return { text, full: caption === '' || full === '' ? full : `${caption} – ${full}` }
  })
}

const joinCells = (cells: readonly Cell[]): string =>
  cells
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\t')

const joinDistinct = (cells: readonly (Cell | undefined)[]): string =>
  [...new Set(cells.map((cell) => cell?.text ?? '').filter((text) => text !== ''))].join(', ')

function describeRow(line: readonly Cell[], heads: readonly string[]): string {
  const groups: { readonly head: string; readonly cells: Cell[] }[] = []
  for (const [column, cell] of line.entries()) {
    if (cell === undefined || cell.text === '') continue
    const head = heads[column] ?? ''
    const last = groups.at(-1)
    // Columns with one head, such as the two of "Jobs, a day", read as one value.
    if (last && last.head === head && (cell.isHead || last.cells.at(-1) === cell)) {
      last.cells.push(cell)
    } else groups.push({ head, cells: [cell] })
  }
  const parts = groups.map(({ head, cells }) => {
    const value = joinDistinct(cells)
    return head === '' || head === value ? value : `${head}: ${value}`
  })
  const [first = '', ...others] = parts
  // "Tank: 480 ml", of a table without a head.
  const isName = groups[0]?.head === '' && groups[0].cells[0]?.isHead === true
  return isName && others.length > 0 ? `${first}: ${others.join('; ')}` : parts.join('; ')
}

/** Rows of the table's head: those marked so, else a first row of head cells only. */
function countHeadRows(rows: readonly Row[]): number {
  const marked = rows.findIndex(({ isHead }) => !isHead)
  if (marked !== 0) return marked === -1 ? 0 : marked
  const [first] = rows
  const isHead = first?.cells.every((cell) => cell.isHead || cell.text === '') ?? false
  return isHead && rows.length > 1 ? 1 : 0
}

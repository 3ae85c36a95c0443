import { GRID_CELLS_MAX } from './read-limits.ts'

/** A cell of a table as its source has it. */
export interface Cell {
  readonly text: string
  readonly isHead: boolean
  readonly colSpan: number
  /** 0: to the end of its group of rows. */
  readonly rowSpan: number
}

export interface Row {
  readonly cells: readonly Cell[]
  /** True for rows of a table's head. */
  readonly isHead: boolean
  /** Rows of one group (`thead`, a `tbody`) have one number; cells do not reach into the next. */
  readonly group: number
}

/** Largest spans that browsers take. */
const COLUMN_SPAN_MAX = 1_000
const ROW_SPAN_MAX = 65_534

/** A table as a full grid: each cell at each place that it covers. Undefined: the table is too large for it. */
export function expandSpans(rows: readonly Row[]): readonly (readonly Cell[])[] | undefined {
  const grid: Cell[][] = rows.map(() => [])
  let count = 0
  for (const [y, { cells, group }] of rows.entries()) {
    const line = grid[y] ?? []
    let x = 0
    for (const cell of cells) {
      while (line[x]) x += 1
      const columns = Math.min(Math.max(1, cell.colSpan), COLUMN_SPAN_MAX)
      const lines = cell.rowSpan === 0 ? ROW_SPAN_MAX : Math.min(cell.rowSpan, ROW_SPAN_MAX)
      for (let below = y; below < y + lines && rows[below]?.group === group; below += 1) {
        for (let column = x; column < x + columns; column += 1) {
          count += 1
          if (count > GRID_CELLS_MAX) return undefined
          const target = grid[below]
          if (target) target[column] ??= cell
        }
      }
      x += columns
    }
  }
  return grid
}

import {
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import type { ColumnDef, RowData } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMemo } from 'react'
import type { ComponentType } from 'react'
import type { PlainKey } from '../i18n/i18n.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import './data-table.css'

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
})
type Features = typeof features

/** A column of a {@link DataTable}. */
export interface Column<Row> {
  readonly id: string
  readonly header: PlainKey
  readonly Cell: ComponentType<{ row: Row }>
  /** Value by which the column sorts; null stands last. Absent: the column does not sort. */
  readonly sortBy?: (row: Row) => string | number | null
  /** Figures stand at the end of their column. Default false. */
  readonly isFigure?: boolean
  /** The cell that names its row. Default false. */
  readonly isRowHeader?: boolean
}

export interface DataTableProps<Row> {
  /** Accessible name. */
  label: string
  /** The same array for the same rows; in the order of their first drawing. */
  rows: readonly Row[]
  /** Always the same array. */
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
}

/**
 * A table that sorts by its columns; where there is no room for them, each row is a card with their names. The
 * elements have roles instead of being a table, which would lose its own in some browsers when drawn as cards.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, rows, columns, rowId } = props
  const { t } = useI18n()
  const definitions = useMemo(() => columns.map(defineColumn), [columns])
  const table = useTable({ features, columns: definitions, data: rows, getRowId: rowId })
  const columnOf = (id: string) => columns.find((column) => column.id === id)!

  return (
    <div className="data-table-box">
      <div className="data-table" role="table" aria-label={label}>
        <div className="table-head" role="rowgroup">
          {table.getHeaderGroups().map((group) => (
            <div key={group.id} className="table-row" role="row">
              {group.headers.map(({ id, column }) => {
                const sorted = column.getIsSorted()
                return (
                  <div
                    key={id}
                    className="table-cell"
                    role="columnheader"
                    data-figure={columnOf(column.id).isFigure || undefined}
                    aria-sort={sorted === false ? undefined : SORTED[sorted]}
                  >
                    {column.getCanSort() ? (
                      <button
                        type="button"
                        className="sort-button"
                        onClick={column.getToggleSortingHandler()}
                      >
                        {t(columnOf(column.id).header)}
                        {sorted === 'desc' ? <ArrowDown /> : <ArrowUp />}
                      </button>
                    ) : (
                      <span className="head-words">{t(columnOf(column.id).header)}</span>
                    )}
                  </div>
                )
              })}
            </div>
          ))}
        </div>
        <div className="table-body" role="rowgroup">
          {table.getRowModel().rows.map((row) => (
            <div key={row.id} className="table-row" role="row">
              {row.getAllCells().map((cell) => (
                <DataCell key={cell.id} column={columnOf(cell.column.id)} row={row.original} />
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

const SORTED = { asc: 'ascending', desc: 'descending' } as const

function defineColumn<Row extends RowData>(column: Column<Row>): ColumnDef<Features, Row> {
  const { id, sortBy } = column
  return {
    id,
    enableSorting: sortBy !== undefined,
    sortFn: 'basic',
    sortUndefined: 'last',
    accessorFn: (row: Row) => sortBy?.(row) ?? undefined,
  }
}

function DataCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { t } = useI18n()
  const { header, Cell, isFigure, isRowHeader } = column
  return (
    <div
      className="table-cell"
      role={isRowHeader ? 'rowheader' : 'cell'}
      data-figure={isFigure || undefined}
    >
      <span className="cell-label" aria-hidden="true">
        {t(header)}
      </span>
      <span className="cell-value">
        <Cell row={row} />
      </span>
    </div>
  )
}

import type { Health } from '../../../shared/desk/reports.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useSession } from '../../session/session-context.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'

type Row = Health['modelErrors'][number]

/** The last errors of models and tools, in the operator's words. */
export function ModelErrors({ errors }: { errors: readonly Row[] }) {
  const { t } = useI18n()
  return (
    <DataTable
      label={t('health.errors')}
      rows={errors}
      rowId={(row) => `${row.at} ${row.model} ${row.words}`}
      columns={COLUMNS}
    />
  )
}

function Count({ row }: { row: Row }) {
  return useSession().format.number(row.count)
}

function Last({ row }: { row: Row }) {
  return useSession().format.dateTime(row.at)
}

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'words',
    header: 'health.words',
    isRowHeader: true,
    Cell: ({ row }) => <span dir="auto">{row.words}</span>,
  },
  { id: 'model', header: 'usage.model', Cell: ({ row }) => row.model },
  {
    id: 'count',
    header: 'health.count',
    isFigure: true,
    Cell: Count,
    sortBy: (row) => row.count,
  },
  { id: 'at', header: 'health.last', Cell: Last, sortBy: (row) => row.at },
]

import { tableFeatures, useTable } from '@tanstack/react-table'
import { createRoot } from 'react-dom/client'
import type { ConversationRow } from '../../../shared/desk/conversations.ts'
import { COLUMN_TEXTS, loadRows } from './row-texts.ts'

const features = tableFeatures({})
const columns = COLUMN_TEXTS.map(({ name, textOf }) => ({
  id: name,
  header: name,
  accessorFn: textOf,
}))

/** A plain table with all rows in the document. */
export async function drawTable(): Promise<void> {
  const rows = await loadRows()
  createRoot(document.getElementById('root')!).render(<Table rows={rows} />)
}

function Table({ rows }: { rows: ConversationRow[] }) {
  const table = useTable({ features, columns, data: rows, getRowId: ({ id }) => id })
  return (
    <table>
      <thead>
        <tr>
          {COLUMN_TEXTS.map(({ name }) => (
            <th key={name}>{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id}>
            {row.getAllCells().map((cell) => (
              <td key={cell.id}>{String(cell.getValue())}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

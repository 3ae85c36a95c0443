import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'
import { useLabels } from './labels.ts'
import type { TableNode } from './nodes.ts'
import { tableToMarkdown, tableToTsv } from './table-text.ts'

/** Copies a table, for a spreadsheet or as it was written. */
export function TableTools({ table }: { table: TableNode }): ReactNode {
  const labels = useLabels()
  return (
    <div className="md-table-tools">
      <CopyButton label={labels.copyTable} readText={() => tableToTsv(table)} />
      <CopyButton label={labels.copyTableMarkdown} readText={() => tableToMarkdown(table)} />
    </div>
  )
}

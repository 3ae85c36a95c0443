import { Code } from 'lucide-react'
import { memo, type ReactNode, useMemo } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import { CopyButton } from './copy-button.tsx'
import { Grouped, type DrawItem } from './grouped.tsx'
import { Inline } from './inline.tsx'
import { directionOf, readingOf, textOf } from './node-text.ts'
import { markInvisible } from '../../shared/mark-invisible.ts'
import type { Alignment, Phrase, Row, TableNode } from './nodes.ts'
import { ScrollBox } from './scroll-box.tsx'
import './table-view.css'

/** A table in a box that scrolls. Its finished rows are not rendered again while it grows. */
export function TableView({ table, end }: { table: TableNode; end?: ReactNode }): ReactNode {
  const { head, rows, alignments } = table
  const { t } = useI18n()
  const name = markInvisible(head.map(({ inlines }) => textOf(inlines)).join(', '))
  const columns = alignments.map((alignment) => alignment ?? '').join()
  const drawRow = useMemo(() => createDrawRow(columns), [columns])
  const hasRows = rows.length > 0
  return (
    <div className="md-table-box">
      <div className="md-tools md-table-tools">
        <CopyButton label={t('markdown.copyTable')} readText={() => tableToTsv(table)} />
        <CopyButton
          label={t('markdown.copyTableMarkdown')}
          icon={Code}
          readText={() => tableToMarkdown(table)}
        />
      </div>
      <ScrollBox
        className="md-table-scroll"
        label={name}
        isGrowing={end !== undefined}
        dir={directionOf(head.flatMap(({ inlines }) => inlines))}
      >
        <table className="md-table">
          <thead>
            <RowView row={head} alignments={alignments} cell="th" end={hasRows ? undefined : end} />
          </thead>
          {hasRows && (
            <tbody>
              <Grouped items={rows} end={end} draw={drawRow} />
            </tbody>
          )}
        </table>
      </ScrollBox>
    </div>
  )
}

/** The same function while the columns stay the same, so that finished rows are not rendered again. */
function createDrawRow(columns: string): DrawItem<Row> {
  const alignments = columns.split(',').map((name) => (name === '' ? undefined : name) as Alignment)
  return (row, index, end) => (
    <RowView key={index} row={row} alignments={alignments} cell="td" end={end} />
  )
}

interface RowViewProps {
  row: Row
  alignments: readonly Alignment[]
  cell: 'th' | 'td'
  end: ReactNode
}

const RowView = memo(({ row, alignments, cell: Cell, end }: RowViewProps): ReactNode => {
  // Cells after the last written one are only padding.
  const last = Math.max(
    row.findLastIndex(({ source }) => source !== ''),
    0,
  )
  return (
    <tr>
      {row.map(({ inlines }, index) => (
        <Cell key={index} scope={Cell === 'th' ? 'col' : undefined} data-align={alignments[index]}>
          {/* Not on the cell: its column would be aligned to different sides in different rows. */}
          <span className={classOf(textOf(inlines))} {...readingOf(inlines)}>
            <Inline inlines={inlines} end={index === last ? end : undefined} />
          </span>
        </Cell>
      ))}
    </tr>
  )
})
RowView.displayName = 'RowView'

/** Length of a text that stays on one line; columns with longer texts keep this width, and the table scrolls. */
const SHORT_CELL_CHARACTERS = 14

const classOf = (text: string) =>
  text.length > SHORT_CELL_CHARACTERS ? 'md-cell' : 'md-cell md-short'

/** Cells that a spreadsheet would run as a formula; a signed number is not a formula. */
const FORMULA = /^(?:[=@\t\r]|[+-](?![\d.,]+%?$))/

/** The text of a table for a spreadsheet: tabs between cells, and no formula in them. */
export const tableToTsv = ({ head, rows }: TableNode): string =>
  [head, ...rows].map((row) => row.map(tsvCell).join('\t')).join('\n')

function tsvCell({ inlines }: Phrase): string {
  const text = textOf(inlines).replace(/\s+/g, ' ').trim()
  // A model's text must not reach another program as a command.
  return FORMULA.test(text) ? `'${text}` : text
}

/** The table in GitHub's markdown. */
export function tableToMarkdown({ head, rows, alignments }: TableNode): string {
  const lines = [markdownRow(head), `| ${alignments.map(dashes).join(' | ')} |`]
  return [...lines, ...rows.map(markdownRow)].join('\n')
}

const markdownRow = (row: Row): string =>
  `| ${row.map(({ source }) => source.replaceAll('|', '\\|')).join(' | ')} |`

function dashes(alignment: Alignment): string {
  switch (alignment) {
    case 'left':
      return ':--'
    case 'center':
      return ':-:'
    case 'right':
      return '--:'
    case undefined:
      return '---'
    default:
      return alignment satisfies never
  }
}

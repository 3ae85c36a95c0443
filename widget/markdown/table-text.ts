import { textOf } from './inline-text.ts'
import type { Alignment, Phrase, Row, TableNode } from './nodes.ts'

/** What a spreadsheet would run as a formula; a signed number is none. */
const FORMULA = /^(?:[=@\t\r]|[+-](?![\d.,]+%?$))/

/** The text of a table for a spreadsheet: tabs between cells, no formula among them. */
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

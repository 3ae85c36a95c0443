import type { Usage } from '../../../shared/desk/reports.ts'
import { disarmFormulas } from '../formula.ts'

const NEEDS_QUOTES = /[",\r\n]/

/** Columns after the key, in the order of the file. */
const COLUMNS = [
  ['visitors', 'visitors'],
  ['conversations', 'conversations'],
  ['answers', 'answers'],
  ['inputTokens', 'input_tokens'],
  ['cachedTokens', 'cached_tokens'],
  ['outputTokens', 'output_tokens'],
  ['reasoningTokens', 'reasoning_tokens'],
  ['embeddingCalls', 'embedding_calls'],
  ['embeddingTokens', 'embedding_tokens'],
  ['cost', 'cost'],
  ['unpriced', 'unpriced_answers'],
  ['firstWordP50Ms', 'first_word_p50_ms'],
  ['firstWordP95Ms', 'first_word_p95_ms'],
] as const satisfies readonly (readonly [keyof Usage['total'], string])[]

/** Figures as a table for spreadsheets (RFC 4180), with the sums in the last row. */
export function writeUsageCsv({ rows, total, currency }: Usage, group: string): string {
  const heads = COLUMNS.map(([key, head]) =>
    key === 'cost' ? `${head}_${currency.toLowerCase()}` : head,
  )
  const lines = [
    [group, ...heads],
    ...[...rows, { key: 'total', ...total }].map((row) => [
      row.key,
      ...COLUMNS.map(([key]) => row[key] ?? ''),
    ]),
  ]
  return lines.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('')
}

function writeCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = disarmFormulas(value)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

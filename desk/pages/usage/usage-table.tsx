import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Usage } from '../../../shared/desk/reports.ts'
import type { PlainKey } from '../../i18n/i18n.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import type { Group } from './read-group.ts'

type Row = Usage['rows'][number] & {
  readonly from: string
  readonly to: string
  readonly group: Group
}

export interface UsageTableProps {
  usage: Usage
  group: Group
}

/** All figures of each day, assistant, model or language. */
export function UsageTable({ usage, group }: UsageTableProps) {
  const { t } = useI18n()
  const { rows, from, to } = usage
  // The newest day is what a reader looks for.
  const ordered = useMemo(
    () => (group === 'day' ? rows.toReversed() : rows).map((row) => ({ ...row, from, to, group })),
    [rows, from, to, group],
  )
  return (
    <div className="usage-table">
      <DataTable
        label={t(`usage.by.${group}`)}
        rows={ordered}
        columns={COLUMNS[group]}
        rowId={(row) => row.key}
      />
    </div>
  )
}

/** The name of a row, as a link to its conversations where the list has such a filter. */
function RowName({ row }: { row: Row }): ReactNode {
  const { t } = useI18n()
  const { format, project } = usePage()
  const { from, to, group } = row
  const names: Readonly<Record<Group, () => string>> = {
    day: () => format.day(row.key),
    assistant: () => row.key || t('usage.noAssistant'),
    model: () => row.key || t('usage.noModel'),
    language: () => (row.key ? format.language(row.key) : t('usage.noLanguage')),
  }
  const name = names[group]()
  const search: Readonly<Record<Group, Readonly<Record<string, string>> | undefined>> = {
    day: { from: row.key, to: row.key },
    assistant: row.key === '' ? undefined : { from, to, assistant: row.key },
    model: undefined,
    language: row.key === '' ? undefined : { from, to, language: row.key },
  }
  const filters = search[group]
  return filters === undefined ? (
    <bdi>{name}</bdi>
  ) : (
    <Link
      className="report-link"
      to="/$project/conversations"
      params={{ project }}
      search={filters}
    >
      <bdi>{name}</bdi>
    </Link>
  )
}

/** A figure of a row; a dash where nothing was measured. */
function figure(
  id: keyof Usage['total'],
  header: PlainKey,
  kind: 'number' | 'money' = 'number',
): Column<Row> {
  function Figure({ row }: { row: Row }) {
    const { format } = usePage()
    const value = row[id]
    return value === null ? '–' : format[kind](value)
  }
  return { id, header, isFigure: true, Cell: Figure, sortBy: (row) => row[id] }
}

/** A time to the first word, in the unit of the longer one of its row. */
function firstWord(id: 'firstWordP50Ms' | 'firstWordP95Ms', header: PlainKey): Column<Row> {
  function Time({ row }: { row: Row }) {
    const { format } = usePage()
    const value = row[id]
    return value === null ? '–' : format.duration(value, row.firstWordP95Ms)
  }
  return { id, header, isFigure: true, Cell: Time, sortBy: (row) => row[id] }
}

const NAMED = (group: Group): Column<Row> => ({
  id: 'key',
  header: `usage.${group}`,
  isRowHeader: true,
  Cell: RowName,
  sortBy: (row) => row.key,
})

const FIRST = [
  figure('cost', 'usage.cost', 'money'),
  figure('answers', 'usage.answers'),
  figure('conversations', 'usage.conversations'),
  figure('visitors', 'usage.visitors'),
  figure('inputTokens', 'usage.inputTokens'),
  figure('cachedTokens', 'usage.cachedTokens'),
  figure('outputTokens', 'usage.outputTokens'),
  figure('reasoningTokens', 'usage.reasoningTokens'),
]
const LAST = [
  figure('embeddingCalls', 'usage.embeddingCalls'),
  firstWord('firstWordP50Ms', 'usage.p50Column'),
  firstWord('firstWordP95Ms', 'usage.p95Column'),
]

const COLUMNS: Readonly<Record<Group, readonly Column<Row>[]>> = {
  day: [NAMED('day'), ...FIRST, ...LAST],
  assistant: [NAMED('assistant'), ...FIRST, ...LAST],
  model: [NAMED('model'), ...FIRST, ...LAST],
  language: [NAMED('language'), ...FIRST, ...LAST],
}

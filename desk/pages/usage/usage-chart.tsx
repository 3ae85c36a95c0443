import { useMemo, useState } from 'react'
import type { Usage } from '../../../shared/desk/reports.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { DayChart } from '../../reports/day-chart.tsx'
import { useSession } from '../../session/session-context.tsx'

type Row = Usage['rows'][number]

const FIGURES = ['cost', 'answers', 'tokens', 'visitors', 'firstWord'] as const
type Figure = (typeof FIGURES)[number]

const VALUES: Readonly<Record<Figure, (row: Row) => number | null>> = {
  cost: (row) => row.cost,
  answers: (row) => row.answers,
  tokens: (row) => row.inputTokens + row.outputTokens,
  visitors: (row) => row.visitors,
  firstWord: (row) => row.firstWordP95Ms,
}

/** A figure by day, above the table of all figures; a menu chooses which. */
export function UsageChart({ rows }: { rows: readonly Row[] }) {
  const { t } = useI18n()
  const { format } = useSession()
  const [chosen, setChosen] = useState<Figure>()
  const hasCost = rows.some((row) => row.cost !== null && row.cost > 0)
  const figure = chosen ?? (hasCost ? 'cost' : 'answers')
  const days = useMemo(() => rows.map((row) => row.key), [rows])
  const values = useMemo(() => rows.map(VALUES[figure]), [rows, figure])
  const longest = Math.max(0, ...values.map((value) => value ?? 0))
  const formats: Partial<Record<Figure, (value: number) => string>> = {
    cost: format.money,
    firstWord: (value) => format.duration(value, longest),
  }
  return (
    <DayChart
      label={t(`usage.figure.${figure}`)}
      days={days}
      values={values}
      format={formats[figure] ?? format.number}
      height={14}
      isTableBelow
    >
      <select
        className="select-field"
        aria-label={t('usage.figure')}
        value={figure}
        onChange={({ target }) => setChosen(target.value as Figure)}
      >
        {FIGURES.map((name) => (
          <option key={name} value={name}>
            {t(`usage.figure.${name}`)}
          </option>
        ))}
      </select>
    </DayChart>
  )
}

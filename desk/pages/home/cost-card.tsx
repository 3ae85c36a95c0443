import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import type { Home } from '../../../shared/desk/reports.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { BudgetMeter } from '../../reports/budget-meter.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { usePage } from '../../session/session-context.tsx'
import { StatTile, StatTiles } from '../../ui/stat-tile.tsx'
import { useChange } from './use-change.ts'

/** Loaded apart: the figures are there before the chart's library. */
const DayChart = lazy(async () => ({
  default: (await import('../../reports/day-chart.tsx')).DayChart,
}))

/** From this part of a budget on, its row is a warning. */
const NEAR = 0.8

/** Cost: money, or answers where no model has a price. */
export function CostCard({ home }: { home: Home }) {
  const { t } = useI18n()
  const { format, project } = usePage()
  const change = useChange()
  const { from, to, cost } = home
  const days = useMemo(() => cost.byDay.map(({ day }) => day), [cost])
  const hasCost = cost.cost !== null
  const values = useMemo(
    () => cost.byDay.map((row) => (hasCost ? row.cost : row.answers)),
    [cost, hasCost],
  )
  const period = { from, to }
  return (
    <ReportSection
      title={t('home.cost')}
      more={
        <Link className="report-link" to="/$project/usage" params={{ project }} search={period}>
          {t('home.toUsage')}
        </Link>
      }
    >
      <StatTile
        label={t('usage.cost')}
        value={cost.cost === null ? null : format.money(cost.cost)}
        change={change(cost.cost, cost.before.cost, format.money)}
        to={{ page: 'usage', search: period }}
      />
      {!hasCost && <p className="report-hint">{t('home.noPrices')}</p>}
      {days.length > 1 && (
        <Suspense fallback={<div className="home-chart-room" />}>
          <DayChart
            label={hasCost ? t('usage.costByDay') : t('usage.answersByDay')}
            days={days}
            values={values}
            format={hasCost ? format.money : format.number}
            height={9}
          />
        </Suspense>
      )}
      <StatTiles>
        <StatTile
          label={t('usage.answers')}
          value={format.number(cost.answers)}
          change={change(cost.answers, cost.before.answers)}
          to={{ page: 'usage', search: period }}
        />
        <StatTile
          label={t('usage.conversations')}
          value={format.number(cost.conversations)}
          change={change(cost.conversations, cost.before.conversations)}
          to={{ page: 'conversations', search: period }}
        />
        <StatTile
          label={t('usage.visitors')}
          value={format.number(cost.visitors)}
          change={change(cost.visitors, cost.before.visitors)}
          to={{ page: 'usage', search: period }}
        />
      </StatTiles>
      {cost.budget && (
        <BudgetMeter
          label={t('home.budget')}
          {...cost.budget}
          isNear={cost.budget.used >= cost.budget.limit * NEAR}
        />
      )}
    </ReportSection>
  )
}

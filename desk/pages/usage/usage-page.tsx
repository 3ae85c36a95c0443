import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import type { Usage } from '../../../shared/desk/reports.ts'
import { addressOf } from '../../api/call.ts'
import { projectQuery } from '../../api/queries.ts'
import type { PlainKey } from '../../i18n/i18n.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { BudgetMeter } from '../../reports/budget-meter.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PeriodPicker, usePeriod } from '../../ui/period-picker.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { GroupPicker } from './group-picker.tsx'
import { readGroup, type Group } from './read-group.ts'
import { UsageChart } from './usage-chart.tsx'
import { UsageTable } from './usage-table.tsx'
import { UsageTiles } from './usage-tiles.tsx'
import './usage-page.css'

/** Usage, and its cost. */
export function Page() {
  const { t } = useI18n()
  const { project, projectName } = usePage()
  const { from, to } = usePeriod().period
  const navigate = useNavigate()
  const group = readGroup(useSearch({ strict: false }))
  const report = useQuery({
    ...projectQuery<Usage>(project, ['usage'], { from, to, by: group }),
    // Rows of another group would stand under the wrong heading.
    placeholderData: () => undefined,
  })

  function handleGroup(by: Group): void {
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, by }) })
  }

  return (
    <>
      <PageHeader title={t('nav.usage')} project={projectName}>
        <PeriodPicker />
        <a
          className="outline-button"
          href={addressOf(['projects', project, 'usage.csv'], { from, to, by: group })}
          download
        >
          <Download />
          {t('usage.csv')}
        </a>
      </PageHeader>
      <div className="report-body">
        {report.data ? (
          <Report usage={report.data} group={group} onGroup={handleGroup} />
        ) : report.error ? (
          <CallFailureCard error={report.error} onRetry={() => void report.refetch()} />
        ) : (
          <Skeleton rows={6} rowSize={5} />
        )}
      </div>
    </>
  )
}

const BUDGET_NAMES: Readonly<Record<string, PlainKey>> = {
  modelCallsPerProjectPerDay: 'budget.projectCalls',
  tokensPerProjectPerDay: 'budget.projectTokens',
}

interface ReportProps {
  usage: Usage
  group: Group
  onGroup: (group: Group) => void
}

function Report({ usage, group, onGroup }: ReportProps) {
  const { t } = useI18n()
  const { total, budgets } = usage
  const nameOf = (name: string) => {
    const key = BUDGET_NAMES[name]
    return key === undefined ? name : t(key)
  }
  return (
    <>
      <div className="report-tiles">
        <UsageTiles usage={usage} />
      </div>
      {total.unpriced > 0 && total.cost !== null && (
        <p className="report-hint">{t('usage.unpriced', { n: total.unpriced })}</p>
      )}
      {total.cost === null && <p className="report-hint">{t('home.noPrices')}</p>}
      {budgets.length > 0 && (
        <ReportSection title={t('usage.budgets')} hint={t('usage.budgetsHint')}>
          <div className="usage-budgets">
            {budgets.map((budget) => (
              <BudgetMeter key={budget.name} label={nameOf(budget.name)} {...budget} />
            ))}
          </div>
        </ReportSection>
      )}
      <ReportSection
        title={t('usage.rows')}
        more={<GroupPicker value={group} onChange={onGroup} />}
      >
        {total.answers === 0 && total.embeddingCalls === 0 ? (
          <EmptyState title={t('usage.empty')} hint={t('usage.emptyHint')} />
        ) : (
          <>
            {group === 'day' && usage.rows.length > 1 && <UsageChart rows={usage.rows} />}
            <UsageTable usage={usage} group={group} />
          </>
        )}
      </ReportSection>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { Home } from '../../../shared/desk/reports.ts'
import { projectQuery } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { CommandLine } from '../../ui/command-line.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PeriodPicker, usePeriod } from '../../ui/period-picker.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AskedCard } from './asked-card.tsx'
import { BadCard } from './bad-card.tsx'
import { CostCard } from './cost-card.tsx'
import './home-page.css'

/** The first page: questions of people, trouble and cost. */
export function Page() {
  const { t } = useI18n()
  const { project, projectName } = usePage()
  const { period } = usePeriod()
  const { from, to } = period
  const report = useQuery(projectQuery<Home>(project, ['home'], { from, to }))
  return (
    <>
      <PageHeader title={t('nav.home')} project={projectName}>
        <PeriodPicker />
      </PageHeader>
      <div className="report-body">
        {report.data ? (
          <Cards home={report.data} isOld={report.isPlaceholderData} />
        ) : report.error ? (
          <CallFailureCard error={report.error} onRetry={() => void report.refetch()} />
        ) : (
          <Skeleton rows={6} rowSize={5} />
        )}
      </div>
    </>
  )
}

function Cards({ home, isOld }: { home: Home; isOld: boolean }) {
  const { t } = useI18n()
  const isEmpty = home.cost.answers === 0 && home.cost.before.answers === 0
  if (isEmpty && home.bad.badRatings === 0 && home.bad.goodRatings === 0) {
    return (
      <EmptyState title={t('home.empty')} hint={t('home.emptyHint')}>
        <CommandLine args="desk seed --project try" />
      </EmptyState>
    )
  }
  return (
    <div className="home" aria-busy={isOld}>
      <div className="home-cards">
        <AskedCard home={home} />
        <BadCard home={home} />
        <CostCard home={home} />
        {home.isCut && <p className="report-hint">{t('report.cut')}</p>}
      </div>
    </div>
  )
}

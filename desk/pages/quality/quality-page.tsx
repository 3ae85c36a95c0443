import { useQuery } from '@tanstack/react-query'
import type { Quality } from '../../../shared/desk/reports.ts'
import { projectQuery } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { CountList } from '../../reports/count-list.tsx'
import { QuestionGroups } from '../../reports/question-groups.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { TroubledList } from '../../reports/troubled-list.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PeriodPicker, usePeriod } from '../../ui/period-picker.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatTile, StatTiles } from '../../ui/stat-tile.tsx'
import { ToolList } from './tool-list.tsx'

/** Which answers were bad, and why. */
export function Page() {
  const { t } = useI18n()
  const { project, projectName } = usePage()
  const { from, to } = usePeriod().period
  const report = useQuery(projectQuery<Quality>(project, ['quality'], { from, to }))
  return (
    <>
      <PageHeader title={t('nav.quality')} project={projectName}>
        <PeriodPicker />
      </PageHeader>
      <div className="report-body" aria-busy={report.isPlaceholderData}>
        {report.data ? (
          <Report quality={report.data} />
        ) : report.error ? (
          <CallFailureCard error={report.error} onRetry={() => void report.refetch()} />
        ) : (
          <Skeleton rows={6} rowSize={5} />
        )}
      </div>
    </>
  )
}

function Report({ quality }: { quality: Quality }) {
  const { t } = useI18n()
  const { format } = usePage()
  const { from, to, ratings } = quality
  const tile = (label: string, count: number, search: Readonly<Record<string, string>>) => (
    <StatTile
      label={label}
      value={format.number(count)}
      to={{ page: 'conversations', search: { from, to, ...search } }}
    />
  )
  return (
    <>
      <div className="report-tiles">
        <StatTiles>
          {tile(t('quality.good'), ratings.good, { rating: 'good' })}
          {tile(t('quality.bad'), ratings.bad, { rating: 'bad' })}
          {tile(t('quality.unanswered'), quality.unansweredCount, { state: 'unanswered' })}
          {tile(t('quality.errors'), quality.errors, { state: 'error' })}
          {tile(t('quality.stopped'), quality.stopped, { state: 'stopped' })}
          {tile(t('quality.repeated'), quality.repeated, { state: 'repeated' })}
        </StatTiles>
      </div>
      {quality.isCut && <p className="report-hint">{t('report.cut')}</p>}
      <div className="report-two">
        <ReportSection title={t('quality.worst')} hint={t('quality.worstHint')}>
          {quality.worst.length > 0 ? (
            <TroubledList answers={quality.worst} />
          ) : (
            <EmptyState title={t('home.noWorst')} hint={t('home.noWorstHint')} />
          )}
        </ReportSection>
        <div className="report-stack">
          <ReportSection title={t('quality.unansweredTitle')} hint={t('quality.unansweredHint')}>
            {quality.unanswered.length > 0 ? (
              <QuestionGroups groups={quality.unanswered} showsUnanswered={false} />
            ) : (
              <EmptyState title={t('quality.noUnanswered')} />
            )}
          </ReportSection>
          <ReportSection title={t('quality.reasons')} hint={t('quality.reasonsHint')}>
            {quality.reasons.length > 0 ? (
              <CountList
                label={t('quality.reasons')}
                rows={quality.reasons.map(({ reason, count }) => ({
                  key: reason,
                  name: <bdi dir="auto">{reason}</bdi>,
                  count: format.number(count),
                }))}
              />
            ) : (
              <EmptyState title={t('quality.noReasons')} />
            )}
          </ReportSection>
          <ReportSection title={t('quality.tools')}>
            {quality.tools.length > 0 ? (
              <ToolList tools={quality.tools} period={{ from, to }} />
            ) : (
              <EmptyState title={t('quality.noTools')} hint={t('quality.noToolsHint')} />
            )}
          </ReportSection>
        </div>
      </div>
    </>
  )
}

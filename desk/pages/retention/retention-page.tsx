import { useQuery } from '@tanstack/react-query'
import { ALL_PROJECTS } from '../../../shared/desk/fields.ts'
import type { RetentionPreview } from '../../../shared/desk/reports.ts'
import { projectQuery } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import './retention-page.css'

/** How long the project keeps conversations, and what goes next. */
export function Page() {
  const { t } = useI18n()
  const { project, projectName } = usePage()
  const hasProject = project !== ALL_PROJECTS
  const preview = useQuery({
    ...projectQuery<RetentionPreview>(project, ['retention']),
    enabled: hasProject,
  })
  return (
    <>
      <PageHeader title={t('nav.retention')} project={projectName} hint={t('retention.hint')} />
      <div className="report-body">
        {!hasProject ? (
          <EmptyState title={t('knowledge.choose')} hint={t('retention.chooseHint')} />
        ) : preview.data ? (
          <Preview preview={preview.data} />
        ) : preview.error ? (
          <CallFailureCard error={preview.error} onRetry={() => void preview.refetch()} />
        ) : (
          <Skeleton rows={3} rowSize={5} />
        )}
      </div>
    </>
  )
}

function Preview({ preview }: { preview: RetentionPreview }) {
  const { t } = useI18n()
  const { format } = usePage()
  const { namedDays, anonymousDays, anonymousIdleDays } = preview
  const { conversations, messages, isCut, oldest } = preview
  const figure = (count: number) =>
    isCut ? t('retention.atLeast', { count: format.number(count) }) : format.number(count)
  const rules = {
    [t('retention.named')]:
      namedDays === null ? t('retention.forEver') : t('retention.days', { n: namedDays }),
    [t('retention.anonymous')]:
      anonymousDays === null
        ? t('retention.session', { n: anonymousIdleDays })
        : t('retention.days', { n: anonymousDays }),
  }
  return (
    <>
      <ReportSection title={t('retention.kept')} hint={t('retention.keptHint')}>
        <Facts facts={rules} />
      </ReportSection>
      <ReportSection title={t('retention.next')} hint={t('retention.nextHint')}>
        {oldest === null ? (
          <EmptyState title={t('retention.nothing')} />
        ) : (
          <Facts
            facts={{
              [t('retention.conversations')]: figure(conversations),
              [t('retention.messages')]: figure(messages),
              [t('retention.oldest')]: format.dateTime(oldest),
            }}
          />
        )}
      </ReportSection>
    </>
  )
}

function Facts({ facts }: { facts: Readonly<Record<string, string>> }) {
  return (
    <dl className="retention-facts">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

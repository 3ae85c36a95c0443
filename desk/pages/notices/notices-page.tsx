import { useQuery } from '@tanstack/react-query'
import type { InferOutput } from 'valibot'
import { ALL_PROJECTS } from '../../../shared/desk/fields.ts'
import type { hookList, WeeklyReport } from '../../../shared/desk/notices.ts'
import { projectQuery } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AddHook } from './hook-form.tsx'
import { HookItem } from './hook-item.tsx'
import { ReportMails } from './report-mails.tsx'
import './notices-page.css'

/** Webhooks that wait for an attempt are looked at again after this time. */
const REFRESH_MS = 5_000

/** Webhooks, and the weekly report: they reach an owner who does not look. */
export function Page() {
  const { t } = useI18n()
  const { project, projectName, may } = usePage()
  const hasProject = project !== ALL_PROJECTS
  return (
    <>
      <PageHeader title={t('nav.notices')} project={projectName}>
        {hasProject && may('owner') && <AddHook />}
      </PageHeader>
      <div className="report-body">
        {!hasProject ? (
          <EmptyState title={t('notices.choose')} hint={t('notices.chooseHint')} />
        ) : (
          <>
            {may('owner') && <Hooks />}
            <Report />
          </>
        )}
      </div>
    </>
  )
}

function Hooks() {
  const { t } = useI18n()
  const { project } = usePage()
  const list = useQuery({
    ...projectQuery<InferOutput<typeof hookList>>(project, ['notices', 'hooks']),
    refetchInterval: ({ state }) =>
      state.data?.hooks.some(({ waiting }) => waiting > 0) ? REFRESH_MS : false,
  })
  return (
    <ReportSection title={t('notices.hooks')} hint={t('notices.hooksHint')}>
      {list.data ? (
        list.data.hooks.length === 0 ? (
          <EmptyState title={t('notices.none')} hint={t('notices.noneHint')} />
        ) : (
          <ul className="report-list">
            {list.data.hooks.map((hook) => (
              <li key={hook.id} className="notice-hook">
                <HookItem hook={hook} />
              </li>
            ))}
          </ul>
        )
      ) : list.error ? (
        <CallFailureCard error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Skeleton rows={2} rowSize={5} />
      )}
    </ReportSection>
  )
}

function Report() {
  const { t } = useI18n()
  const { project } = usePage()
  const report = useQuery(projectQuery<WeeklyReport>(project, ['notices', 'report']))
  return (
    <ReportSection title={t('notices.report')} hint={t('notices.reportHint')}>
      {report.data ? (
        <ReportMails report={report.data} />
      ) : report.error ? (
        <CallFailureCard error={report.error} onRetry={() => void report.refetch()} />
      ) : (
        <Skeleton rows={2} rowSize={3} />
      )}
    </ReportSection>
  )
}

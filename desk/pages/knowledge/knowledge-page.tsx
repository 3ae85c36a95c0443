import { useQuery } from '@tanstack/react-query'
import { ALL_PROJECTS } from '../../../shared/desk/fields.ts'
import type { KnowledgeOverview } from '../../../shared/desk/reports.ts'
import { projectQuery } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AddSource } from './add-source.tsx'
import { CitedPieces } from './cited-pieces.tsx'
import { SourceList } from './source-list.tsx'
import './knowledge-page.css'

/** A crawl that runs or is due is looked at again after this time. */
const REFRESH_MS = 5_000

/** The pages that assistants answer from, and how answers used them. */
export function Page() {
  const { t } = useI18n()
  const { project, projectName, may } = usePage()
  const hasProject = project !== ALL_PROJECTS
  const report = useQuery({
    ...projectQuery<KnowledgeOverview>(project, ['knowledge']),
    enabled: hasProject,
    refetchInterval: ({ state }) => (isBusy(state.data) ? REFRESH_MS : false),
  })
  return (
    <>
      <PageHeader title={t('nav.knowledge')} project={projectName}>
        {hasProject && may('editor') && <AddSource />}
      </PageHeader>
      <div className="report-body">
        {!hasProject ? (
          <EmptyState title={t('knowledge.choose')} hint={t('knowledge.chooseHint')} />
        ) : report.data ? (
          <Report overview={report.data} />
        ) : report.error ? (
          <CallFailureCard error={report.error} onRetry={() => void report.refetch()} />
        ) : (
          <Skeleton rows={6} rowSize={5} />
        )}
      </div>
    </>
  )
}

const isBusy = (overview: KnowledgeOverview | undefined): boolean =>
  overview?.sources.some(({ state }) => state === 'crawling' || state === 'waiting') ?? false

function Report({ overview }: { overview: KnowledgeOverview }) {
  const { t } = useI18n()
  const { format } = usePage()
  const { sources, pieces, answers, mostCited, neverCited } = overview
  const since = answers.since === null ? '' : format.day(answers.since)
  return (
    <>
      <ReportSection
        title={t('knowledge.sources')}
        hint={sources.length > 0 && t('knowledge.pieces', { n: pieces })}
      >
        {sources.length > 0 ? (
          <SourceList sources={sources} />
        ) : (
          <EmptyState title={t('knowledge.noSources')} hint={t('knowledge.noSourcesHint')} />
        )}
      </ReportSection>
      <div className="report-two">
        <ReportSection
          title={t('knowledge.mostCited')}
          hint={answers.count > 0 && t('knowledge.looked', { n: answers.count, since })}
        >
          {mostCited.length > 0 ? (
            <CitedPieces pieces={mostCited} label={t('knowledge.mostCited')} />
          ) : (
            <EmptyState title={t('knowledge.noCited')} hint={t('knowledge.noCitedHint')} />
          )}
        </ReportSection>
        <ReportSection
          title={t('knowledge.neverCited')}
          hint={neverCited.count > 0 && t('knowledge.neverCitedHint', { n: neverCited.count })}
        >
          {neverCited.pieces.length > 0 ? (
            <CitedPieces pieces={neverCited.pieces} label={t('knowledge.neverCited')} />
          ) : (
            <EmptyState title={t('knowledge.noNeverCited')} />
          )}
        </ReportSection>
      </div>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useLayoutEffect } from 'react'
import type { ReactNode } from 'react'
import { ALL_PROJECTS } from '../../../shared/desk/fields.ts'
import { DraftProvider } from '../../draft/draft-context.tsx'
import { PublishButton } from '../../draft/publish-button.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AttemptsView } from './attempts-view.tsx'
import { CaseForm } from './case-form.tsx'
import { CaseList } from './case-list.tsx'
import { casesQuery } from './case-queries.ts'
import { readShown } from './results.ts'
import { RunSection } from './run-section.tsx'
import { RunView } from './run-view.tsx'
import './cases-page.css'

interface CasesSearch {
  /** Id of the open case, or {@link NEW_CASE}. */
  readonly case?: string
  /** Id of the open run; with a case, its answers in that run. */
  readonly run?: string
  readonly show?: string
}

const NEW_CASE = 'new'

/** Questions that are asked before a change goes live, and their runs. */
export function Page() {
  const { t } = useI18n()
  const { project } = usePage()
  const { case: caseId, run, show }: CasesSearch = useSearch({ strict: false })
  if (project === ALL_PROJECTS) {
    return (
      <>
        <PageHeader title={t('nav.cases')} />
        <EmptyState title={t('cases.choose')} hint={t('cases.chooseHint')} />
      </>
    )
  }
  const shown = readShown(show)
  return (
    <DraftProvider key={project}>
      {run !== undefined ? (
        <View key={`run ${run} ${caseId}`}>
          {caseId === undefined ? (
            <RunView run={run} shown={shown} before={<BackToCases />} />
          ) : (
            <AttemptsView run={run} caseId={caseId} />
          )}
        </View>
      ) : caseId !== undefined ? (
        <View key={`case ${caseId}`}>
          <OpenCase id={caseId} />
        </View>
      ) : (
        <Overview>
          <RunSection />
          <CaseList shown={shown} />
        </Overview>
      )}
    </DraftProvider>
  )
}

/** A view in the place of the list begins at its top. */
function View({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    // In some browsers it gives a promise, which is no clean-up.
    document.getElementById('page')?.scrollTo(0, 0)
  }, [])
  return children
}

function Overview({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  const { project, projectName } = usePage()
  return (
    <>
      <PageHeader title={t('nav.cases')} project={projectName}>
        <Link
          className="outline-button"
          to="/$project/settings"
          params={{ project }}
          search={{ group: 'cases' }}
        >
          {t('cases.toSettings')}
        </Link>
        <PublishButton />
      </PageHeader>
      <div className="report-body">{children}</div>
    </>
  )
}

function BackToCases() {
  const { t } = useI18n()
  const { project } = usePage()
  return (
    <Link className="back-link" to="/$project/cases" params={{ project }} search={{}}>
      <ArrowLeft aria-hidden="true" data-flip />
      {t('cases.back')}
    </Link>
  )
}

function OpenCase({ id }: { id: string }) {
  const { t } = useI18n()
  const { project, projectName, may } = usePage()
  const { data, error, refetch } = useQuery(casesQuery(project))
  const known = data?.cases.find((each) => each.id === id)
  const isNew = id === NEW_CASE && may('editor')
  const title = known?.name ?? t(isNew ? 'cases.new' : data ? 'cases.gone' : 'nav.cases')
  return (
    <>
      <PageHeader
        title={title}
        project={projectName}
        isForeign={known !== undefined}
        before={<BackToCases />}
      />
      <div className="report-body">
        {isNew || known ? (
          // Saving a new case gives it an id: its form begins anew.
          <CaseForm key={id} id={id} known={known} />
        ) : data ? (
          <p className="report-hint">{t('cases.goneHint')}</p>
        ) : error ? (
          <CallFailureCard error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={6} rowSize={5} />
        )}
      </div>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { CaseAttempt, CaseRunResults } from '../../../shared/desk/case-runs.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AttemptCard } from './attempt-card.tsx'
import { attemptsQuery, casesQuery, runQuery } from './case-queries.ts'
import { RunProgress } from './run-progress.tsx'
import { useRunWords } from './run-words.tsx'

export interface AttemptsViewProps {
  /** Ids. */
  run: string
  caseId: string
}

/** Answers to one case of a run, draft and live beside each other. */
export function AttemptsView({ run: id, caseId }: AttemptsViewProps) {
  const { t } = useI18n()
  const { project, projectName } = usePage()
  const words = useRunWords()
  const { data, error, refetch } = useQuery(runQuery(project, id))
  const known = useQuery(casesQuery(project)).data?.cases.find((each) => each.id === caseId)
  const name = known?.name ?? data?.cases.find((each) => each.caseId === caseId)?.name
  return (
    <>
      <PageHeader
        title={name || t(data ? 'cases.removed' : 'cases.answers')}
        project={projectName}
        isForeign={Boolean(name)}
        before={
          <Link
            className="back-link"
            to="/$project/cases"
            params={{ project }}
            search={{ run: id }}
          >
            <ArrowLeft aria-hidden="true" data-flip />
            {data ? words.name(data.run) : t('cases.toRun')}
          </Link>
        }
        hint={known && <span dir="auto">{known.turns.at(-1)?.text}</span>}
      >
        {known && (
          <Link
            className="outline-button"
            to="/$project/cases"
            params={{ project }}
            search={{ case: caseId }}
          >
            {t('cases.change')}
          </Link>
        )}
      </PageHeader>
      <div className="report-body">
        {data ? (
          <>
            <RunProgress run={data.run} />
            <Answers run={data.run} caseId={caseId} />
          </>
        ) : error ? (
          <CallFailureCard error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={4} rowSize={6} />
        )}
      </div>
    </>
  )
}

function Answers({ run, caseId }: { run: CaseRunResults['run']; caseId: string }) {
  const { t } = useI18n()
  const { project } = usePage()
  const { data, error, refetch } = useQuery(
    attemptsQuery(project, { run: run.id, caseId, attempted: run.attempted }),
  )
  if (!data) {
    return error ? (
      <CallFailureCard error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton rows={4} rowSize={6} />
    )
  }
  return (
    <div className="report-two">
      {run.sides.map((side) => (
        <ReportSection key={side} title={t(`cases.side.${side}`)}>
          <SideAnswers
            attempts={data.attempts.filter((each) => each.side === side)}
            times={run.times}
          />
        </ReportSection>
      ))}
    </div>
  )
}

function SideAnswers({ attempts, times }: { attempts: readonly CaseAttempt[]; times: number }) {
  const { t } = useI18n()
  if (attempts.length === 0) return <p className="report-hint">{t('cases.answersNone')}</p>
  return (
    <ol className="report-list">
      {attempts.map((attempt, index) => (
        <li key={index} className="attempt">
          {times > 1 && <h3>{t('cases.answerOf', { n: index + 1, all: times })}</h3>}
          <AttemptCard attempt={attempt} />
        </li>
      ))}
    </ol>
  )
}

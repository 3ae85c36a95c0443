import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useId, useState } from 'react'
import type { SubmitEvent } from 'react'
import { CASE_SIDES, CASE_TIMES_MAX } from '../../../shared/desk/case-runs.ts'
import type { CaseRunHead, CaseSide } from '../../../shared/desk/case-runs.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Fold } from '../../reports/fold.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { casesQuery, runsQuery } from './case-queries.ts'
import { RunProgress } from './run-progress.tsx'
import { RunState, useRunWords } from './run-words.tsx'
import { useStartRun } from './use-start-run.ts'

/** Runs that are shown unfolded. */
const NEWEST_RUNS = 3

/** Asks all cases, shows a run in progress, and leads to earlier ones. */
export function RunSection() {
  const { t } = useI18n()
  const { project, may } = usePage()
  const cases = useQuery(casesQuery(project)).data?.cases
  const { data, error, refetch } = useQuery(runsQuery(project))
  const running = data?.runs.find(({ state }) => state === 'running')
  const count = cases?.length ?? 0
  if (cases?.length === 0 && data?.runs.length === 0) return null
  const earlier = data?.runs.slice(NEWEST_RUNS) ?? []
  return (
    <ReportSection title={t('cases.runs')} hint={t('cases.runsHint')}>
      {data === undefined ? (
        error ? (
          <CallFailureCard error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={2} rowSize={4} />
        )
      ) : (
        <>
          {running ? (
            <RunProgress run={running} isLinked />
          ) : (
            may('editor') && count > 0 && <RunForm count={count} />
          )}
          {data.runs.length === 0 ? (
            <p className="report-hint">{t('cases.runsNone')}</p>
          ) : (
            <RunList runs={data.runs.slice(0, NEWEST_RUNS)} label={t('cases.newestRuns')} />
          )}
          {earlier.length > 0 && (
            <Fold summary={t('cases.earlierRuns', { n: earlier.length })}>
              <RunList runs={earlier} label={t('cases.earlierRuns', { n: earlier.length })} />
            </Fold>
          )}
        </>
      )}
    </ReportSection>
  )
}

const SIDES = {
  both: CASE_SIDES,
  draft: ['draft'],
  live: ['live'],
} as const satisfies Readonly<Record<string, readonly CaseSide[]>>
const TIMES = /^\d{1,2}$/

function RunForm({ count }: { count: number }) {
  const { t } = useI18n()
  const hintId = useId()
  const [times, setTimes] = useState('1')
  const [sides, setSides] = useState<keyof typeof SIDES>('both')
  const start = useStartRun()
  const number = TIMES.test(times) ? Number(times) : 0
  const isWrong = number < 1 || number > CASE_TIMES_MAX

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault()
    if (isWrong || start.isPending) return
    start.mutate({ sides: [...SIDES[sides]], times: number })
  }

  return (
    <form className="run-form" noValidate onSubmit={handleSubmit}>
      <label className="field">
        {t('cases.sides')}
        <select
          className="select-field"
          value={sides}
          onChange={({ target }) => setSides(target.value as keyof typeof SIDES)}
        >
          {(Object.keys(SIDES) as (keyof typeof SIDES)[]).map((each) => (
            <option key={each} value={each}>
              {t(`cases.sides.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        {t('cases.times')}
        <input
          className="text-field run-times"
          type="number"
          min={1}
          max={CASE_TIMES_MAX}
          value={times}
          aria-invalid={isWrong || undefined}
          aria-describedby={hintId}
          onChange={({ target }) => setTimes(target.value)}
        />
      </label>
      <button
        type="submit"
        className="solid-button"
        aria-disabled={isWrong || start.isPending || undefined}
      >
        <Play aria-hidden="true" data-flip />
        {t('cases.runAll', { n: count })}
      </button>
      <p id={hintId} className={isWrong ? 'field-error' : 'report-hint'}>
        {isWrong
          ? t('cases.timesHint', { max: CASE_TIMES_MAX })
          : t('cases.answersAsked', { n: count * SIDES[sides].length * number })}
      </p>
      {start.error && <CallFailureCard error={start.error} title={t('cases.runFailed')} />}
    </form>
  )
}

function RunList({ runs, label }: { runs: readonly CaseRunHead[]; label: string }) {
  const words = useRunWords()
  const { project } = usePage()
  return (
    <ol className="report-list" aria-label={label}>
      {runs.map((run) => (
        <li key={run.id} className="named-row">
          <p className="named-row-head">
            <Link
              className="named-row-name"
              to="/$project/cases"
              params={{ project }}
              search={{ run: run.id }}
            >
              {words.name(run)}
            </Link>
            <RunState state={run.state} />
            <bdi className="report-hint">{words.by(run)}</bdi>
          </p>
          <p className="named-row-line">{words.sides(run).join(' · ')}</p>
        </li>
      ))}
    </ol>
  )
}

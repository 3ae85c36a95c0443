import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Square } from 'lucide-react'
import type { CaseRunHead } from '../../../shared/desk/case-runs.ts'
import { useAnnounce } from '../../../widget/ui/announcer.tsx'
import { useChange } from '../../../widget/ui/use-change.tsx'
import { call } from '../../api/call.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { casesKey, runQuery, runsQuery } from './case-queries.ts'
import { useRunWords } from './run-words.tsx'

export interface RunProgressProps {
  /** As it was read with others; how far it is now is read again and again. */
  run: CaseRunHead
  /** Whether a link leads to its results. Default false: they stand below. */
  isLinked?: boolean
}

/** How far a run is, with a button that stops it. Gone when it has ended. */
export function RunProgress({ run, isLinked = false }: RunProgressProps) {
  const { t } = useI18n()
  const { project, format, may } = usePage()
  const client = useQueryClient()
  const announce = useAnnounce()
  const words = useRunWords()
  const { data } = useQuery(runQuery(project, run.id))
  const { state, attempts, attempted } = data?.run ?? run
  const stop = useMutation({
    mutationFn: () =>
      call(['projects', project, 'cases', 'runs', run.id, 'stop'], { method: 'POST' }),
    onSuccess() {
      announce(t('cases.ended'))
      // The button goes with the run in progress.
      document.querySelector<HTMLElement>('#page h1')?.focus({ preventScroll: true })
      return client.invalidateQueries({ queryKey: casesKey(project) })
    },
  })

  useChange(state, () => {
    if (data === undefined || state === 'running' || stop.isSuccess) return
    announce([t('cases.ended'), ...words.sides(data.run)].join(' '))
    void client.invalidateQueries({ queryKey: runsQuery(project).queryKey })
  })

  if (state !== 'running') return null
  return (
    <div className="run-progress">
      <progress
        className="run-bar"
        aria-label={t('cases.progress')}
        max={attempts}
        value={attempted}
      />
      <p className="run-progress-line">
        <span>
          {t('cases.progressOf', {
            n: attempted,
            all: format.number(attempts),
          })}
        </span>
        {isLinked && (
          <Link
            className="report-link"
            to="/$project/cases"
            params={{ project }}
            search={{ run: run.id }}
          >
            {t('cases.seeResults')}
          </Link>
        )}
        {may('editor') && (
          <button
            type="button"
            className="outline-button"
            aria-disabled={stop.isPending || undefined}
            onClick={() => !stop.isPending && stop.mutate()}
          >
            <Square aria-hidden="true" />
            {t('cases.stop')}
          </button>
        )}
      </p>
      {stop.error && <CallFailureCard error={stop.error} title={t('cases.stopFailed')} />}
    </div>
  )
}

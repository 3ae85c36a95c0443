import { Play } from 'lucide-react'
import type { CaseRunResults } from '../../../shared/desk/case-runs.ts'
import { useDraftIfLoaded } from '../../draft/draft-context.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { useStartRun } from './use-start-run.ts'

/** Whether a run still says something of the draft and of what is live, and how it ended. */
export function RunNotes({ run, cases }: CaseRunResults) {
  const { t } = useI18n()
  const { may } = usePage()
  const draft = useDraftIfLoaded()
  const { state, sides, draftRevision, publishedNumber } = run
  const isOld = draft !== null && state !== 'running'
  const live = draft?.data.published ?? null
  const isLiveOld = isOld && live !== null && live.number !== publishedNumber
  const asksDraft = sides.includes('draft') && draftRevision !== null
  const isPublished = isLiveOld && asksDraft && draft.view.revision === null && live.undoOf === null
  const notes = [
    state !== 'running' && state !== 'done' && t(`cases.stateHint.${state}`),
    sides.includes('draft') && draftRevision === null && t('cases.noDraft'),
    isPublished && t('cases.published', { n: live.number }),
    isOld &&
      !isPublished &&
      asksDraft &&
      draft.view.revision !== draftRevision &&
      t('cases.draftChanged'),
    isLiveOld &&
      !isPublished &&
      sides.includes('live') &&
      t('cases.liveChanged', { n: live.number }),
  ]
  // A case that was removed has no name.
  const known = cases.flatMap(({ caseId, name }) => (name ? caseId : []))
  return (
    <>
      {notes.map(
        (note) =>
          note !== false && (
            <p key={note} className="report-hint">
              {note}
            </p>
          ),
      )}
      {isLiveOld && may('editor') && known.length > 0 && (
        <AskLive cases={known} times={run.times} />
      )}
    </>
  )
}

function AskLive({ cases, times }: { cases: readonly string[]; times: number }) {
  const { t } = useI18n()
  const start = useStartRun()
  return (
    <div>
      <button
        type="button"
        className="outline-button"
        aria-disabled={start.isPending || undefined}
        onClick={() =>
          !start.isPending && start.mutate({ sides: ['live'], cases: [...cases], times })
        }
      >
        <Play aria-hidden="true" data-flip />
        {t('cases.askLive', { n: cases.length })}
      </button>
      {start.error && <CallFailureCard error={start.error} title={t('cases.runFailed')} />}
    </div>
  )
}

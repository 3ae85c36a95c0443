import { Link } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useId } from 'react'
import type { DeskCase } from '../../../shared/desk/cases.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { ResultChip } from './result-chip.tsx'
import { useNewestResults } from './use-newest-results.ts'
import { useStartRun } from './use-start-run.ts'

export interface CaseFactsProps {
  known: DeskCase
  /** There is text that a run would not ask. */
  isUnsaved: boolean
}

/** The newest result of a case, a button that asks it, and where the case came from. */
export function CaseFacts({
  known: { id, from, changedAt, changedBy },
  isUnsaved,
}: CaseFactsProps) {
  const { t } = useI18n()
  const { project, format, may } = usePage()
  const hintId = useId()
  const results = useNewestResults().get(id) ?? []
  const start = useStartRun()
  return (
    <ReportSection title={t('cases.lastResult')}>
      <div className="case-actions">
        {results.length === 0 && <ResultChip counts={undefined} />}
        {results.map(({ run, ...counts }) => (
          <Link
            key={counts.side}
            className="result-link"
            to="/$project/cases"
            params={{ project }}
            search={{ run, case: id }}
          >
            <ResultChip side={counts.side} counts={counts} />
          </Link>
        ))}
        {may('editor') && (
          <button
            type="button"
            className="outline-button"
            aria-disabled={isUnsaved || start.isPending || undefined}
            aria-describedby={isUnsaved ? hintId : undefined}
            onClick={() => !isUnsaved && !start.isPending && start.mutate({ cases: [id] })}
          >
            <Play aria-hidden="true" data-flip />
            {t('cases.runOne')}
          </button>
        )}
        {isUnsaved && (
          <span id={hintId} className="report-hint">
            {t('cases.runOneUnsaved')}
          </span>
        )}
      </div>
      {start.error && <CallFailureCard error={start.error} title={t('cases.runFailed')} />}
      <p className="report-hint">
        <bdi>
          {t('cases.changedBy', {
            name: changedBy ?? t('audit.commandLine'),
            time: format.dateTime(changedAt),
          })}
        </bdi>
      </p>
      {from && (
        <p className="report-hint">
          {t('cases.from')}{' '}
          <Link
            className="report-link"
            to="/$project/conversations/$thread"
            params={{ project, thread: from.threadId }}
            search={{ message: from.messageId }}
          >
            {t('cases.fromLink')}
          </Link>
        </p>
      )}
    </ReportSection>
  )
}

import { CircleCheck, CircleX } from 'lucide-react'
import type { CaseAttempt, CaseCheck } from '../../../shared/desk/case-runs.ts'
import {
  AttemptFigures,
  AttemptSources,
  AttemptText,
  AttemptTools,
} from '../../attempts/attempt-parts.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { useSession } from '../../session/session-context.tsx'
import { ResultChip } from './result-chip.tsx'

/** An answer to a case: its text, what it had to have, and how it was made. */
export function AttemptCard({ attempt }: { attempt: CaseAttempt }) {
  const { t } = useI18n()
  const { hasPassed, checks } = attempt
  return (
    <div className="attempt-body">
      <p>
        <ResultChip counts={{ passed: hasPassed ? 1 : 0, failed: hasPassed ? 0 : 1 }} />
      </p>
      <AttemptText attempt={attempt} />
      <h4>{t('cases.checks')}</h4>
      {checks.length === 0 ? (
        <p className="report-hint">{t('cases.checksNone')}</p>
      ) : (
        <ul className="attempt-list attempt-checks" aria-label={t('cases.checks')}>
          {checks.map((check, index) => (
            <Check key={index} check={check} />
          ))}
        </ul>
      )}
      <AttemptSources attempt={attempt} />
      <AttemptTools attempt={attempt} />
      <AttemptFigures attempt={attempt} />
    </div>
  )
}

function Check({ check: { kind, expected, isMet, note, judge } }: { check: CaseCheck }) {
  const { t } = useI18n()
  const state = isMet ? 'met' : judge === 'nobody' ? 'unjudged' : 'unmet'
  const words = useCheckWords()
  return (
    <li data-met={isMet || undefined}>
      {isMet ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />}
      <span>
        <span className="check-state">{t(`cases.check.${state}`)}</span> {words(kind, expected)}
        {note !== null && (
          <bdi className="check-note" dir="auto">
            {note}
          </bdi>
        )}
      </span>
    </li>
  )
}

/** Returns the words for the expectation of a check. */
function useCheckWords() {
  const { t } = useI18n()
  const { format } = useSession()
  return (kind: CaseCheck['kind'], expected: string): string => {
    switch (kind) {
      case 'unanswered':
        return t(expected === 'true' ? 'cases.check.unanswered' : 'cases.check.answered')
      case 'error':
        return t('cases.check.error')
      case 'language':
        return t('cases.check.language', { words: format.language(expected) })
      case 'length':
        return t('cases.check.length', { words: format.number(Number(expected)) })
      case 'fact':
      case 'forbidden':
      case 'source':
      case 'tool':
        return t(`cases.check.${kind}`, { words: expected })
      default:
        return kind satisfies never
    }
  }
}

import { CircleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import type { CaseAttempt } from '../../shared/desk/case-runs.ts'
import {
  AttemptFigures,
  AttemptSources,
  AttemptText,
  AttemptTools,
} from '../attempts/attempt-parts.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { compareWords } from './word-differences.ts'
import type { ComparedPart } from './word-differences.ts'

/** Answers of both sides, with what only one of them has. */
export function AttemptViews({ attempts }: { attempts: readonly CaseAttempt[] }) {
  const { t, locale } = useI18n()
  const [one, two] = attempts
  const [showsMarks, setShowsMarks] = useState(true)
  const compared =
    one && two && one.error === null && two.error === null
      ? compareWords(one.answer, two.answer, locale)
      : null
  const words =
    compared &&
    ({ same: 'try.same', marked: 'try.marked', other: 'try.differs' } as const)[compared.type]
  return (
    <div className="try-results" role="group" aria-label={t('try.results')}>
      {words && (compared.type !== 'marked' || showsMarks) && (
        <p className="try-summary">{t(words)}</p>
      )}
      {compared?.type === 'marked' && (
        <button
          type="button"
          className="text-button try-switch"
          onClick={() => setShowsMarks(!showsMarks)}
        >
          {t(showsMarks ? 'try.asDrawn' : 'try.asMarked')}
        </button>
      )}
      <div className="try-sides">
        {attempts.map((attempt) => (
          <AttemptView
            key={attempt.side}
            attempt={attempt}
            other={attempts.find((each) => each !== attempt)}
            parts={
              compared?.type === 'marked' && showsMarks
                ? compared[attempt === one ? 'one' : 'two']
                : undefined
            }
          />
        ))}
      </div>
    </div>
  )
}

interface AttemptViewProps {
  attempt: CaseAttempt
  /** Undefined: it was asked alone. */
  other: CaseAttempt | undefined
  /** Its words, those that only this answer has marked. Undefined: its markdown is drawn. */
  parts: readonly ComparedPart[] | undefined
}

function AttemptView({ attempt, other, parts }: AttemptViewProps) {
  const { t } = useI18n()
  const id = useId()
  const { side, error, isUnanswered } = attempt
  return (
    <article className="try-side" data-side={side} aria-labelledby={id}>
      <h4 id={id}>{t(`try.side.${side}`)}</h4>
      {(isUnanswered || error !== null) && (
        <p className="try-signs">
          {isUnanswered && (
            <span className="report-chip" data-tone="warning">
              {t('try.unanswered')}
            </span>
          )}
          {error !== null && (
            <>
              <span className="report-chip" data-tone="bad">
                <CircleAlert aria-hidden="true" />
                {t('try.error')}
              </span>
              <bdi>{error}</bdi>
            </>
          )}
        </p>
      )}
      <AttemptText attempt={attempt}>
        {parts?.map(({ text, isOwn }, index) =>
          isOwn ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
        )}
      </AttemptText>
      <AttemptSources attempt={attempt} other={other} />
      <AttemptTools attempt={attempt} other={other} />
      <AttemptFigures attempt={attempt} />
    </article>
  )
}

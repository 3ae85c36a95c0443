import type { Trouble, TroubledAnswer } from '../../shared/desk/reports.ts'
import type { PlainKey } from '../i18n/i18n.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { useSession } from '../session/session-context.tsx'
import { MarkedWords } from '../ui/marked-words.tsx'
import { PageLink } from '../ui/page-link.tsx'
import './troubled-list.css'

const REASONS: Readonly<Record<Trouble, { readonly label: PlainKey; readonly tone?: string }>> = {
  'bad-rating': { label: 'trouble.badRating', tone: 'bad' },
  error: { label: 'trouble.error', tone: 'bad' },
  unanswered: { label: 'trouble.unanswered', tone: 'warning' },
  'tool-failed': { label: 'trouble.toolFailed', tone: 'warning' },
  repeated: { label: 'trouble.repeated' },
  stopped: { label: 'trouble.stopped' },
}

/** Answers that need a look; each leads to its message. */
export function TroubledList({ answers }: { answers: readonly TroubledAnswer[] }) {
  const { t } = useI18n()
  const { format } = useSession()
  return (
    <ol className="report-list troubled-list">
      {answers.map((answer) => (
        <li key={`${answer.threadId} ${answer.messageId}`}>
          <PageLink
            className="troubled-link"
            path={[answer.project, 'conversations', answer.threadId]}
            search={{ message: answer.messageId }}
          >
            <span className="troubled-question">
              {answer.question.length === 0 ? (
                t('trouble.noQuestion')
              ) : (
                <MarkedWords words={answer.question} />
              )}
            </span>
            {answer.answer.length > 0 && (
              <span className="troubled-answer">
                <MarkedWords words={answer.answer} />
              </span>
            )}
            {answer.comment && (
              <span className="troubled-comment">
                <MarkedWords words={answer.comment} />
              </span>
            )}
            <span className="report-chips">
              {answer.reasons.map((reason) => (
                <span key={reason} className="report-chip" data-tone={REASONS[reason].tone}>
                  {t(REASONS[reason].label)}
                </span>
              ))}
              <span className="troubled-time">{format.dateTime(answer.at)}</span>
            </span>
          </PageLink>
        </li>
      ))}
    </ol>
  )
}

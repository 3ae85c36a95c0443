import { Link } from '@tanstack/react-router'
import type { QuestionGroup } from '../../shared/desk/reports.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { useSession } from '../session/session-context.tsx'
import { Fold } from './fold.tsx'
import './question-groups.css'

export interface QuestionGroupsProps {
  groups: readonly QuestionGroup[]
  /** Whether each row tells how many of its questions have no answer. Default true. */
  showsUnanswered?: boolean
}

/** Questions that share words; each opens to the places where they were asked. */
export function QuestionGroups({ groups, showsUnanswered = true }: QuestionGroupsProps) {
  const { t } = useI18n()
  const { format } = useSession()
  return (
    <ol className="report-list question-groups">
      {groups.map((group) => (
        <li key={group.id}>
          <Fold
            className="question-group"
            summary={
              <span className="question-summary">
                <span className="question-text" dir="auto">
                  {group.example}
                </span>
                <span className="report-chips">
                  <span className="question-count">{t('groups.asked', { n: group.count })}</span>
                  {showsUnanswered && group.unanswered > 0 && (
                    <span className="report-chip" data-tone="warning">
                      {t('groups.unanswered', { n: group.unanswered })}
                    </span>
                  )}
                  {group.answeredSince !== null && group.answeredSince > 0 && (
                    <span className="report-chip" data-tone="good">
                      {t('groups.answeredSince', { n: group.answeredSince })}
                    </span>
                  )}
                  {group.bad > 0 && (
                    <span className="report-chip" data-tone="bad">
                      {t('groups.bad', { n: group.bad })}
                    </span>
                  )}
                </span>
              </span>
            }
          >
            <ul className="question-places" aria-label={t('groups.places')}>
              {group.places.map((place) => (
                <li key={`${place.threadId} ${place.messageId}`}>
                  <Link
                    className="question-place"
                    to="/$project/conversations/$thread"
                    params={{ project: place.project, thread: place.threadId }}
                    search={{ message: place.messageId }}
                  >
                    <span dir="auto">{place.text}</span>
                    <span className="troubled-time">{format.dateTime(place.at)}</span>
                  </Link>
                </li>
              ))}
            </ul>
            {group.count > group.places.length && (
              <p className="report-hint">{t('groups.more', { n: group.places.length })}</p>
            )}
          </Fold>
        </li>
      ))}
    </ol>
  )
}

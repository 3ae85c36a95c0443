import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isSameJson } from '../../../shared/json.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import type { KnowledgeOverview } from '../../../shared/desk/reports.ts'
import { projectQuery } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import '../../ui/named-row.css'

export interface AnswerRowsProps {
  /** Of the draft. */
  answers: readonly JsonObject[]
  live: readonly JsonObject[]
  mayChange: boolean
  onBringBack: (answer: JsonObject) => void
}

const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Written answers with their questions, their state, and how often they were used. */
export function AnswerRows({ answers, live, mayChange, onBringBack }: AnswerRowsProps) {
  const { t } = useI18n()
  const { project } = usePage()
  const { data } = useQuery(projectQuery<KnowledgeOverview>(project, ['knowledge']))
  const liveBy = new Map(live.map((answer) => [text(answer['name']), answer]))
  const names = new Set(answers.map((answer) => text(answer['name'])))
  const removed = live.filter((answer) => !names.has(text(answer['name'])))
  return (
    <ul className="report-list" aria-label={t('answers.title')}>
      {answers.map((answer, index) => {
        const name = text(answer['name'])
        const published = liveBy.get(name)
        const state =
          published === undefined
            ? 'answers.new'
            : isSameJson(published, answer)
              ? null
              : 'answers.changed'
        const used = data?.written.find((each) => each.name === name)
        return (
          <li key={index} className="named-row">
            <p className="named-row-head">
              <Link
                className="named-row-name"
                to="."
                search={(before: Record<string, unknown>) => ({ ...before, answer: String(index) })}
              >
                <bdi>{name || t('answers.unnamed')}</bdi>
              </Link>
              <span className="report-chips">
                {state && (
                  <span className="report-chip" data-tone="accent">
                    {t(state)}
                  </span>
                )}
                <Days answer={answer} />
                {used && (
                  <span className="report-chip">
                    {t('answers.used', { n: used.given, cited: used.cited })}
                  </span>
                )}
              </span>
            </p>
            <p className="named-row-line" dir="auto">
              {Array.isArray(answer['questions']) ? text(answer['questions'][0]) : ''}
            </p>
            <p className="named-row-text" dir="auto">
              {text(answer['text'])}
            </p>
          </li>
        )
      })}
      {removed.map((answer) => (
        <li key={`removed ${text(answer['name'])}`} className="named-row">
          <p className="named-row-head">
            <bdi className="named-row-gone">{text(answer['name'])}</bdi>
            <span className="report-chip" data-tone="warning">
              {t('answers.removed')}
            </span>
            {mayChange && (
              <button
                type="button"
                className="quiet-button"
                aria-label={t('answers.bringBackOf', { name: text(answer['name']) })}
                onClick={() => onBringBack(answer)}
              >
                {t('answers.bringBack')}
              </button>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** The days on which an answer is found, if they are bounded. */
function Days({ answer }: { answer: JsonObject }) {
  const { t } = useI18n()
  const { format } = usePage()
  const [from, until] = [text(answer['from']), text(answer['until'])].map((day) =>
    DAY.test(day) ? format.day(day) : '',
  )
  if (!from && !until) return null
  return (
    <span className="report-chip">
      {from && until
        ? t('time.span', { from, to: until })
        : from
          ? t('answers.fromDay', { day: from })
          : t('answers.untilDay', { day: until ?? '' })}
    </span>
  )
}

import { Wrench } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { CaseAttempt } from '../../shared/desk/case-runs.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { Fold } from '../reports/fold.tsx'
import { useSession } from '../session/session-context.tsx'
import { AnswerText } from '../ui/answer-text.tsx'
import { FactList } from '../ui/fact-list.tsx'
import { JsonText } from '../ui/json-text.tsx'
import '../reports/report-section.css'
import './attempt-parts.css'

type Source = CaseAttempt['sources'][number]
type ToolCall = CaseAttempt['tools'][number]

/**
 * The text of an answer.
 *
 * @param children its words as they were written, some of them marked. Default: its markdown.
 */
export function AttemptText({
  attempt: { answer, error },
  children,
}: {
  attempt: CaseAttempt
  children?: ReactNode
}) {
  const { t } = useI18n()
  if (answer === '') {
    return error === null && <p className="report-hint">{t('attempt.noText')}</p>
  }
  return (
    <div className="attempt-text">
      {children === undefined ? (
        <AnswerText text={answer} />
      ) : (
        <p className="attempt-words" dir="auto">
          {children}
        </p>
      )}
    </div>
  )
}

interface PartsProps {
  attempt: CaseAttempt
  /** The same question on the other side: what only this one has is marked. Default: nothing is marked. */
  other?: CaseAttempt | undefined
}

/** Sources that an answer cites. */
export function AttemptSources({ attempt: { sources }, other }: PartsProps) {
  const { t } = useI18n()
  return (
    <Parts label={t('attempt.sources')} none={t('attempt.noSources')} parts={sources}>
      {(source) => (
        <>
          {source.url === null ? (
            <bdi>{source.title}</bdi>
          ) : (
            <a className="report-link" href={source.url} target="_blank" rel="noreferrer">
              <bdi>{source.title || source.url}</bdi>
            </a>
          )}
          {other && !other.sources.some((each) => isSameSource(each, source)) && <OnlyHere />}
        </>
      )}
    </Parts>
  )
}

const isSameSource = (one: Source, two: Source): boolean =>
  one.url === two.url && one.title === two.title

/** Tools that an answer called, with their arguments and results. */
export function AttemptTools({ attempt: { tools }, other }: PartsProps) {
  const { t } = useI18n()
  return (
    <Parts label={t('attempt.tools')} none={t('attempt.noTools')} parts={tools}>
      {(call) => (
        <Fold
          summary={
            <>
              <Wrench aria-hidden="true" />
              <bdi dir="ltr">{call.name}</bdi>
              <span className="report-chip" data-tone={TONES[stateOf(call)]}>
                {t(`attempt.tool.${stateOf(call)}`)}
              </span>
              {other?.tools.every(({ name }) => name !== call.name) && <OnlyHere />}
            </>
          }
        >
          <div className="attempt-call">
            <p className="attempt-label">{t('attempt.args')}</p>
            <JsonText text={call.args} />
            <p className="attempt-label">{t('attempt.result')}</p>
            <JsonText text={call.result} />
          </div>
        </Fold>
      )}
    </Parts>
  )
}

type ToolState = 'failed' | 'run' | 'recorded'
const TONES: Readonly<Record<ToolState, string | undefined>> = {
  failed: 'bad',
  run: undefined,
  recorded: 'warning',
}
const stateOf = ({ isError, hasRun }: ToolCall): ToolState =>
  isError ? 'failed' : hasRun ? 'run' : 'recorded'

interface ListedPartsProps<Part> {
  label: string
  /** In the place of an empty list. */
  none: string
  parts: readonly Part[]
  children: (part: Part) => ReactNode
}

function Parts<Part>({ label, none, parts, children }: ListedPartsProps<Part>) {
  const id = useId()
  return (
    <div className="attempt-part">
      <p id={id} className="attempt-label">
        {label}
      </p>
      {parts.length === 0 ? (
        <p className="report-hint">{none}</p>
      ) : (
        <ul className="attempt-list" aria-labelledby={id}>
          {parts.map((part, index) => (
            <li key={index}>{children(part)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function OnlyHere() {
  const { t } = useI18n()
  return (
    <span className="report-chip" data-tone="accent">
      {t('attempt.only')}
    </span>
  )
}

/** Times, tokens, cost and model, as below an answer of a conversation. */
export function AttemptFigures({ attempt }: { attempt: CaseAttempt }) {
  const { t } = useI18n()
  const { format } = useSession()
  const { firstWordMs, wholeMs, inputTokens, outputTokens, cost, model } = attempt
  const duration = (ms: number | null) => (ms === null ? null : format.duration(ms, wholeMs))
  return (
    <FactList
      facts={[
        [t('facts.firstWord'), duration(firstWordMs)],
        [t('facts.whole'), duration(wholeMs)],
        [t('facts.input'), format.number(inputTokens)],
        [t('facts.output'), format.number(outputTokens)],
        [t('facts.cost'), cost === null ? t('facts.noPrice') : format.money(cost)],
        [t('facts.model'), model],
      ]}
    />
  )
}

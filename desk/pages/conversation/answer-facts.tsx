import type { InferOutput } from 'valibot'
import type { answerFacts } from '../../../shared/desk/conversations.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import type { Fact } from '../../ui/fact-list.tsx'

type Facts = InferOutput<typeof answerFacts>

/** Times, tokens, cost and model of an answer, and how it ended. */
export function AnswerFacts({ facts }: { facts: Facts }) {
  const { t } = useI18n()
  const { format } = usePage()
  const { state, error, isUnanswered } = facts
  const more = (count: number | null, key: 'facts.cached' | 'facts.reasoning') =>
    count === null || count === 0 ? null : t(key, { count })
  const rows: readonly Fact[] = [
    [
      t('facts.firstWord'),
      facts.firstWordMs === null ? null : format.duration(facts.firstWordMs, facts.wholeMs),
    ],
    [t('facts.whole'), facts.wholeMs === null ? null : format.duration(facts.wholeMs)],
    [
      t('facts.input'),
      facts.inputTokens === null ? null : format.number(facts.inputTokens),
      more(facts.cachedTokens, 'facts.cached'),
    ],
    [
      t('facts.output'),
      facts.outputTokens === null ? null : format.number(facts.outputTokens),
      more(facts.reasoningTokens, 'facts.reasoning'),
    ],
    [t('facts.cost'), facts.cost === null ? t('facts.noPrice') : format.money(facts.cost)],
    [t('facts.model'), facts.model],
  ]
  return (
    <div className="answer-facts">
      {(state !== 'complete' || isUnanswered) && (
        <p className="answer-state">
          {state !== 'complete' && (
            <span className="badge" data-kind={state === 'error' ? 'bad' : 'warning'}>
              {t(`facts.state.${state}`)}
            </span>
          )}
          {isUnanswered && (
            <span className="badge" data-kind="warning">
              {t('facts.unanswered')}
            </span>
          )}
          {error !== null && <bdi>{error}</bdi>}
        </p>
      )}
      <FactList facts={rows} />
    </div>
  )
}

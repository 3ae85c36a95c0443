import { useQuery } from '@tanstack/react-query'
import { Check, Minus } from 'lucide-react'
import type { AnswerWhy } from '../../../shared/desk/conversations.ts'
import { Disclosure } from '../../../widget/ui/disclosure.tsx'
import { whyQuery } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { MarkedWords } from '../../ui/marked-words.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import './why-panel.css'

export interface WhyPanelProps {
  id: string
  thread: string
  message: string
  isUnmasked: boolean
}

/** Why an answer is as it is: the passages that were found, and the prompt as it was sent. */
export function WhyPanel({ id, thread, message, isUnmasked }: WhyPanelProps) {
  const { t } = useI18n()
  const { project } = usePage()
  const { data, error, refetch } = useQuery(whyQuery(project, thread, message, isUnmasked))
  return (
    <section id={id} className="why-panel" aria-label={t('why.title')}>
      {data ? (
        <>
          <Searches searches={data.searches} />
          <Steps steps={data.steps} />
          {data.model !== null && (
            <p className="why-model">{t('why.model', { name: data.model })}</p>
          )}
        </>
      ) : error ? (
        <CallFailureCard error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={3} />
      )}
    </section>
  )
}

function Searches({ searches }: Pick<AnswerWhy, 'searches'>) {
  const { t } = useI18n()
  return (
    <>
      <h3>{t('why.passages')}</h3>
      {searches.length === 0 && <p className="why-none">{t('why.noSearch')}</p>}
      {searches.map(({ query, found }, index) => (
        <div key={index} className="why-search">
          <p className="why-query" dir="auto">
            {t('why.search', { words: query })}
          </p>
          {found.length === 0 && <p className="why-none">{t('why.nothing')}</p>}
          <ol>
            {found.map((passage) => (
              <Passage key={passage.pieceId} passage={passage} />
            ))}
          </ol>
        </div>
      ))}
    </>
  )
}

type Found = AnswerWhy['searches'][number]['found'][number]

function Passage({ passage }: { passage: Found }) {
  const { t, locale } = useI18n()
  const { title, url, headings, text, score, isAboveFloor, isCited } = passage
  const shown = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(score)
  const sign = isCited ? 'why.cited' : isAboveFloor ? 'why.notCited' : 'why.below'
  return (
    <li className="passage" data-cited={isCited || undefined}>
      <p className="passage-head">
        {url === null ? (
          <bdi>{title}</bdi>
        ) : (
          <a href={url} target="_blank" rel="noreferrer">
            <bdi>{title || url}</bdi>
          </a>
        )}
        <span className="badge" data-kind={isCited ? 'good' : 'plain'}>
          {isCited ? <Check aria-hidden="true" /> : <Minus aria-hidden="true" />}
          {t(sign)}
        </span>
        <span className="passage-score">{t('why.score', { score: shown })}</span>
      </p>
      {headings.length > 0 && (
        <p className="passage-headings" dir="auto">
          {headings.join(' › ')}
        </p>
      )}
      <p className="passage-text" dir="auto">
        {text ?? t('why.gone')}
      </p>
    </li>
  )
}

function Steps({ steps }: Pick<AnswerWhy, 'steps'>) {
  const { t } = useI18n()
  return (
    <>
      <h3>{t('why.prompt')}</h3>
      {steps.length === 0 && <p className="why-none">{t('why.none')}</p>}
      {steps.map((step, index) => (
        <Step key={index} number={index + 1} step={step} isAlone={steps.length === 1} />
      ))}
    </>
  )
}

interface StepProps {
  number: number
  step: AnswerWhy['steps'][number]
  isAlone: boolean
}

function Step({ number, step: { prompt, tools }, isAlone }: StepProps) {
  const { t } = useI18n()
  const repeated = prompt.filter(({ isRepeated }) => isRepeated)
  const fresh = prompt.filter(({ isRepeated }) => !isRepeated)
  return (
    <div className="why-step">
      {!isAlone && <h4>{t('why.step', { n: number })}</h4>}
      {repeated.length > 0 && (
        <Disclosure summary={t('why.repeated', { n: repeated.length })}>
          <PromptTexts prompt={repeated} />
        </Disclosure>
      )}
      <PromptTexts prompt={fresh} />
      <p className="why-tools">
        {tools.length === 0 ? t('why.noTools') : t('why.tools', { names: tools.join(', ') })}
      </p>
    </div>
  )
}

function PromptTexts({ prompt }: Pick<StepProps['step'], 'prompt'>) {
  const { t } = useI18n()
  return (
    <dl className="prompt-texts">
      {prompt.map(({ role, text }, index) => (
        <div key={index}>
          <dt>{t(`why.role.${role}`)}</dt>
          <dd dir="auto">
            <MarkedWords words={text} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

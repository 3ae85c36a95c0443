import ShieldCheck from '@lucide/icons/icons/shield-check'
import Clock from '@lucide/icons/icons/clock'
import { Suspense } from 'react'
import type { JsonValue } from '../../../shared/json.ts'
import type { ToolCallPart } from '../../../shared/thread/message.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { isInterrupted } from './describe-tool.ts'
import { HumanCard, type HumanRequest } from './human-card.tsx'
import './tool-decision.css'
import { DecisionButton, DecisionCard, useDecision } from './decision-card.tsx'
import { printToolJson } from './tool-values.ts'
import { ToolData } from './tool-data.tsx'
import { ToolSentence } from './tool-sentence.tsx'
import { titleOfTool } from './tool-words.ts'
import { useToolLabels } from './use-tool-labels.tsx'
import { useAnnounceOnce } from '../use-announce-once.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const InterruptCard = lazyPart(async () => (await import('./interrupt-card.tsx')).InterruptCard)

export interface ToolDecisionProps {
  part: ToolCallPart
  /** Whether the question is news, and so is announced. */
  isLive: boolean
  /** A call of the page that a reload cut off. */
  isLeft: boolean
  request: HumanRequest | null
}

/** What a call that waits wants of the person. */
export function ToolDecision({ part, isLive, isLeft, request }: ToolDecisionProps) {
  const { toolCallId, toolName, state, interrupt } = part

  if (interrupt !== undefined && isInterrupted(part)) {
    // The same call may be interrupted again, for something else.
    const key = `${interrupt.code} ${interrupt.userCode}`
    return (
      <Suspense key={key}>
        <InterruptCard part={part} interrupt={interrupt} isLive={isLive} />
      </Suspense>
    )
  }
  if (request?.kind === 'input') {
    // Another question of the same call is a card of its own.
    return <HumanCard key={JSON.stringify(request.payload)} request={request} isLive={isLive} />
  }
  if (request !== null || state === 'approval-requested') {
    const data = request?.payload ?? part.args
    // Before its own tools run, the page asks by a request.
    return (
      <ApprovalCard {...{ toolCallId, toolName, data, isLive, isOfServer: request === null }} />
    )
  }
  return isLeft ? <LeftCallCard part={part} /> : null
}

interface ApprovalCardProps {
  toolCallId: string
  toolName: string
  /** What it would run with, really. */
  data: JsonValue
  isLive: boolean
  isOfServer: boolean
}

/** Asks before something happens that cannot be taken back. */
function ApprovalCard({ toolCallId, toolName, data, isLive, isOfServer }: ApprovalCardProps) {
  const { t } = useI18n()
  const { isMade, decide } = useDecision(toolCallId)
  const labels = useToolLabels(toolName, isOfServer)
  useAnnounceOnce(t('approval.announce', { tool: titleOfTool(toolName, labels) }), isLive)

  return (
    <DecisionCard
      icon={<Icon of={ShieldCheck} />}
      title={
        <ToolSentence
          toolName={toolName}
          isOfServer={isOfServer}
          say={(translate, tool) =>
            translate(labels.title === undefined ? 'approval.title' : 'approval.titled', { tool })
          }
        />
      }
      actions={
        <>
          <DecisionButton
            isDisabled={isMade}
            onClick={() => decide({ type: 'approval', isApproved: false })}
          >
            {t('approval.deny')}
          </DecisionButton>
          <DecisionButton
            isMain
            isDisabled={isMade}
            onClick={() => decide({ type: 'approval', isApproved: true })}
          >
            {t('approval.allow')}
          </DecisionButton>
        </>
      }
    >
      {printToolJson(data) === '{}' ? (
        <p>{t('approval.noData')}</p>
      ) : (
        // Every argument that is sent: nothing is hidden here.
        <ToolData title={t('approval.data')} value={data} labels={labels.fields} />
      )}
    </DecisionCard>
  )
}

/** A call of the page that a reload cut off. It never starts again by itself. */
function LeftCallCard({ part }: { part: ToolCallPart }) {
  const { t } = useI18n()
  const { isMade, decide } = useDecision(part.toolCallId)
  const { fields } = useToolLabels(part.toolName)

  return (
    <DecisionCard
      icon={<Icon of={Clock} />}
      title={
        <ToolSentence
          toolName={part.toolName}
          say={(translate, tool) => translate('tool.left', { tool })}
        />
      }
      actions={
        <>
          <DecisionButton isDisabled={isMade} onClick={() => decide({ type: 'skip' })}>
            {t('tool.skip')}
          </DecisionButton>
          <DecisionButton isMain isDisabled={isMade} onClick={() => decide({ type: 'run' })}>
            {t('tool.runAgain')}
          </DecisionButton>
        </>
      }
    >
      <p>{t('tool.leftHint')}</p>
      <ToolData title={t('approval.data')} value={part.args} labels={fields} />
    </DecisionCard>
  )
}

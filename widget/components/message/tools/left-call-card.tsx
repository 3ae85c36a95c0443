import Clock from 'lucide-react/icons/clock'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import type { ToolCallPart } from '../../../../shared/thread/message.ts'
import { DecisionButton, DecisionCard } from './decision-card.tsx'
import { ToolData } from './tool-data.tsx'
import { ToolSentence } from './tool-sentence.tsx'
import { useDecision } from './use-decision.ts'

/** A call of the page that a reload cut off. It never starts again by itself. */
export function LeftCallCard({ part }: { part: ToolCallPart }) {
  const { t } = useI18n()
  const { isMade, decide } = useDecision(part.toolCallId)

  return (
    <DecisionCard
      icon={<Clock />}
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
      <ToolData title={t('approval.data')} value={part.args} />
    </DecisionCard>
  )
}

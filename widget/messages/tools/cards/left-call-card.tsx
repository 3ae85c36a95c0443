import { Clock } from 'lucide-react'
import type { ToolCallPart } from '../../../../shared/thread/message.ts'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { DecisionButton, DecisionCard, useDecision } from './decision-card.tsx'
import { ToolData } from './tool-data.tsx'
import { ToolSentence } from '../tool-sentence.tsx'
import { useToolLabels } from '../use-tool-labels.tsx'

/** A page tool's call that a reload interrupted. It never restarts by itself. */
export function LeftCallCard({ part }: { part: ToolCallPart }) {
  const { t } = useI18n()
  const { isMade, decide } = useDecision(part.toolCallId)
  const { fields } = useToolLabels(part.toolName)

  return (
    <DecisionCard
      icon={<Clock />}
      title={<ToolSentence toolName={part.toolName} say={(_, tool) => t('tool.left', { tool })} />}
      actions={
        <>
          <DecisionButton isDisabled={isMade} onClick={() => decide({ type: 'skip' })}>
            {t('tool.skip')}
          </DecisionButton>
          <DecisionButton
            isMain
            isDisabled={isMade}
            onClick={() => decide({ type: 'run', args: part.args })}
          >
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

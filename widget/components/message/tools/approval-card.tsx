import ShieldCheck from 'lucide-react/icons/shield-check'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import type { JsonValue } from '../../../../shared/json.ts'
import { DecisionButton, DecisionCard } from './decision-card.tsx'
import { printToolJson } from './print-tool-json.ts'
import { ToolData } from './tool-data.tsx'
import { ToolSentence } from './tool-sentence.tsx'
import { useAnnounceOnce } from '../use-announce-once.ts'
import { useDecision } from './use-decision.ts'
import { wordsOfToolName } from './words-of-tool-name.ts'

export interface ApprovalCardProps {
  toolCallId: string
  toolName: string
  /** What it would run with, really. */
  data: JsonValue
  isLive: boolean
}

/** Asks before something happens that cannot be taken back. */
export function ApprovalCard({ toolCallId, toolName, data, isLive }: ApprovalCardProps) {
  const { t } = useI18n()
  const { isMade, decide } = useDecision(toolCallId)
  useAnnounceOnce(t('approval.announce', { tool: wordsOfToolName(toolName) }), isLive)

  return (
    <DecisionCard
      icon={<ShieldCheck />}
      title={
        <ToolSentence
          toolName={toolName}
          say={(translate, tool) => translate('approval.title', { tool })}
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
        <ToolData title={t('approval.data')} value={data} />
      )}
    </DecisionCard>
  )
}

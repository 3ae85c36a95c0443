import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { JsonValue } from '../../../../shared/json.ts'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { useAnnounceOnce } from '../../../ui/use-announce-once.tsx'
import { DecisionButton, DecisionCard, useDecision, type Decision } from './decision-card.tsx'
import { ToolData } from './tool-data.tsx'
import { ToolSentence } from '../tool-sentence.tsx'
import { printToolJson } from '../tool-values.ts'
import { titleOfTool } from '../tool-words.ts'
import { useToolLabels } from '../use-tool-labels.tsx'

export interface ApprovalCardProps {
  toolCallId: string
  toolName: string
  /** The arguments of the call, complete and unchanged. */
  data: JsonValue
  isLive: boolean
  isOfServer: boolean
  /** Part of the question has not arrived yet; until then decisions are disabled. */
  isComing?: boolean
  /** Another way to approve. */
  renderMore?: (decision: Decision) => ReactNode
  /** Shown beside the data, which is always shown. */
  children?: ReactNode
}

/** Asks before an action that cannot be undone. */
export function ApprovalCard(props: ApprovalCardProps) {
  const {
    toolCallId,
    toolName,
    data,
    isLive,
    isOfServer,
    isComing = false,
    renderMore,
    children,
  } = props
  const { t } = useI18n()
  const decision = useDecision(toolCallId)
  const { isMade, decide } = decision
  const labels = useToolLabels(toolName, isOfServer)
  useAnnounceOnce(t('approval.announce', { tool: titleOfTool(toolName, labels) }), isLive)

  return (
    <DecisionCard
      // A new key for new arguments: the new buttons ignore a press that was meant for the old ones.
      key={isComing ? 'coming' : JSON.stringify(data)}
      icon={<ShieldCheck />}
      title={
        <ToolSentence
          toolName={toolName}
          isOfServer={isOfServer}
          say={(_, tool) =>
            t(labels.title === undefined ? 'approval.title' : 'approval.titled', { tool })
          }
        />
      }
      actions={
        !isComing && (
          <>
            <DecisionButton
              isDisabled={isMade}
              onClick={() => decide({ type: 'approval', isApproved: false })}
            >
              {t('approval.deny')}
            </DecisionButton>
            {renderMore?.(decision)}
            <DecisionButton
              isMain
              isDisabled={isMade}
              onClick={() => decide({ type: 'approval', isApproved: true, args: data })}
            >
              {t('approval.allow')}
            </DecisionButton>
          </>
        )
      }
    >
      {printToolJson(data) === '{}' ? (
        <p>{t('approval.noData')}</p>
      ) : (
        // Every argument that is sent; none is hidden here.
        <ToolData title={t('approval.data')} value={data} labels={labels.fields} />
      )}
      {children}
    </DecisionCard>
  )
}

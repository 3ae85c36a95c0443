import Layers from 'lucide-react/icons/layers'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import type { ToolCallPart } from '../../../../shared/thread/message.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import type { AnswerState } from '../parts/answer-state.ts'
import { ToolCall } from './tool-call.tsx'

export interface ToolGroupProps {
  parts: readonly ToolCallPart[]
  answer: AnswerState
}

/** Many calls as one line; each of them inside. */
export function ToolGroup({ parts, answer }: ToolGroupProps) {
  const { t } = useI18n()
  return (
    <Disclosure
      className="tool"
      summary={
        <>
          <Layers className="tool-icon" />
          <span className="tool-name">{t('tool.used', { n: parts.length })}</span>
        </>
      }
    >
      {parts.map((part) => (
        <ToolCall key={part.toolCallId} part={part} answer={answer} />
      ))}
    </Disclosure>
  )
}

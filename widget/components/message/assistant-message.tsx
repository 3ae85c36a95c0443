import { useI18n } from '../../i18n/i18n-context.tsx'
import { messageText } from '../../../shared/thread/message.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { AnswerEnd } from './answer-end.tsx'
import { AnswerText } from './answer-text.tsx'
import { CopyAction } from './copy-action.tsx'
import { FileChips } from './file-chips.tsx'
import { groupParts } from './group-parts.ts'
import type { PartGroup } from './group-parts.ts'
import { messageHeadingId } from './message-element-id.ts'
import { Reasoning } from './reasoning.tsx'
import { SourceChips } from './source-chips.tsx'
import { ToolCall } from './tool-call.tsx'

export interface AssistantMessageProps {
  message: Message
  isLast: boolean
}

/** An answer: the dot in the margin, then what the assistant thought, did and wrote. */
export function AssistantMessage({ message, isLast }: AssistantMessageProps) {
  const { t } = useI18n()
  const isRunning = message.status?.type === 'running'
  const groups = groupParts(message.content)
  const lastGroup = groups.at(-1)
  const isWriting = isRunning && lastGroup?.type === 'text'
  const text = messageText(message)
  const reasoningCount = groups.filter((group) => group.type === 'reasoning').length

  function draw(group: PartGroup) {
    const isOpen = isRunning && group === lastGroup
    switch (group.type) {
      case 'text':
        return <AnswerText key={group.key} text={group.part.text} isStreaming={isOpen} />
      case 'reasoning':
        return (
          <Reasoning
            key={group.key}
            parts={group.parts}
            isOpen={isOpen}
            // The stored duration is that of the whole message.
            durationMs={reasoningCount === 1 ? message.metadata.custom['reasoningMs'] : undefined}
          />
        )
      case 'tool-call':
        return <ToolCall key={group.key} part={group.part} isRunning={isRunning} />
      default:
        return group satisfies never
    }
  }

  return (
    <div className="assistant-turn" data-state={isRunning ? 'running' : 'done'}>
      <span
        className="margin-dot"
        data-state={isRunning && !isWriting ? 'waiting' : 'still'}
        aria-hidden
      />
      <div className="answer">
        {groups.map(draw)}
        {groups.length === 0 && isRunning && (
          <p className="pending-line">{t('message.thinking')}</p>
        )}
        <FileChips parts={message.content} />
        <SourceChips parts={message.content} />
        <AnswerEnd message={message} isLast={isLast} />
        {(isRunning || text !== '') && (
          <div className="actions">
            {!isRunning && <CopyAction text={text} describedBy={messageHeadingId(message.id)} />}
          </div>
        )}
      </div>
    </div>
  )
}

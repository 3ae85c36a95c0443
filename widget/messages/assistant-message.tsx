import { useState } from 'react'
import type { Message, MessagePart } from '../../shared/thread/message.ts'
import { MessageActions } from './actions/message-actions.tsx'
import { AnswerBody } from './parts/answer-body.tsx'
import type { AnswerState } from './parts/group-parts.ts'
import { PendingLine } from './pending-line.tsx'

export interface AssistantMessageProps {
  message: Message
  isLast: boolean
}

/** An answer: the dot in the margin, then what the assistant thought, did and wrote. */
export function AssistantMessage({ message, isLast }: AssistantMessageProps) {
  const { content, status } = message
  const isRunning = status?.type === 'running'
  const isWaiting = isLast && status?.type === 'requires-action'
  const isWriting = content.at(-1)?.type === 'text'
  const [wasLive, setWasLive] = useState(isRunning)
  if (isRunning && !wasLive) setWasLive(true)
  const answer: AnswerState = { isRunning, isWaiting, isLive: wasLive }

  return (
    <div className="assistant-turn" data-state={isRunning ? 'running' : 'done'}>
      <span
        className="margin-dot"
        data-state={isRunning && !isWriting ? 'waiting' : 'still'}
        aria-hidden
      />
      <div className="answer">
        {isRunning && !content.some(isVisible) ? (
          <PendingLine waitSeconds={status.waitSeconds} />
        ) : (
          <AnswerBody message={message} isLast={isLast} answer={answer} />
        )}
        <MessageActions message={message} isLast={isLast} />
      </div>
    </div>
  )
}

const isVisible = (part: MessagePart): boolean => part.type !== 'text' || part.text.trim() !== ''

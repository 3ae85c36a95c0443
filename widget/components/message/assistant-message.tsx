import { Suspense, useState } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { Message, MessagePart } from '../../../shared/thread/message.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { AnswerState } from './parts/group-parts.ts'
import { ActionsRoom } from './actions/actions-room.tsx'
import { PlainBody } from './parts/plain-body.tsx'

const AnswerBody = lazyPart(async () => (await import('./parts/answer-body.tsx')).AnswerBody)
const PendingLine = lazyPart(async () => (await import('./pending-line.tsx')).PendingLine)

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
          <Suspense fallback={<Thinking />}>
            <PendingLine waitSeconds={status.waitSeconds} />
          </Suspense>
        ) : (
          <Suspense fallback={<PlainBody message={message} />}>
            <AnswerBody message={message} isLast={isLast} answer={answer} />
          </Suspense>
        )}
        <ActionsRoom message={message} isLast={isLast} />
      </div>
    </div>
  )
}

function Thinking() {
  const { t } = useI18n()
  return <p className="pending-line">{t('message.thinking')}</p>
}

const isVisible = (part: MessagePart): boolean => part.type !== 'text' || part.text.trim() !== ''

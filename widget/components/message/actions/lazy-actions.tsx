import { lazy, Suspense } from 'react'
import type { Message } from '../../../../shared/thread/message.ts'
import { loadMessageActions } from './load-message-actions.ts'

const MessageActions = lazy(loadMessageActions)

export interface LazyActionsProps {
  message: Message
  isLast: boolean
}

/** The room of a message's actions. It is there before they are, so nothing shifts. */
export function LazyActions({ message, isLast }: LazyActionsProps) {
  return (
    <div className="actions" data-ui>
      {message.status?.type !== 'running' && (
        <Suspense>
          <MessageActions message={message} isLast={isLast} />
        </Suspense>
      )}
    </div>
  )
}

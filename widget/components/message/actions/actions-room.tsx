import { Suspense } from 'react'
import type { Message } from '../../../../shared/thread/message.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const MessageActions = lazyPart(async () => (await import('./message-actions.tsx')).MessageActions)

export interface ActionsRoomProps {
  message: Message
  isLast: boolean
}

/** The room of a message's actions. It is there before they are, so nothing shifts. */
export function ActionsRoom({ message, isLast }: ActionsRoomProps) {
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

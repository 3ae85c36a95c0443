import { messageText } from '../../../shared/thread/message.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { markInvisible } from '../../../shared/mark-invisible.ts'

/** A note to both sides, said by neither. */
export function SystemMessage({ message }: { message: Message }) {
  return (
    <p className="system-note plain-text" dir="auto">
      {markInvisible(messageText(message))}
    </p>
  )
}

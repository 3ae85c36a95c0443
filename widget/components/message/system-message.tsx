import { messageText } from '../../../shared/thread/message.ts'
import type { Message } from '../../../shared/thread/message.ts'

/** A note to both sides, said by neither. */
export function SystemMessage({ message }: { message: Message }) {
  return (
    <p className="system-note plain-text" dir="auto">
      {messageText(message)}
    </p>
  )
}

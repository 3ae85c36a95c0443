import { messageText } from '../../../shared/thread/message.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { markInvisible } from '../../../shared/mark-invisible.ts'
import { readPlainDirection } from '../../markdown/text-direction.ts'

/** A note to both sides, said by neither. */
export function SystemMessage({ message }: { message: Message }) {
  const text = messageText(message)
  return (
    <p className="system-note plain-text" dir={readPlainDirection(text)}>
      {markInvisible(text)}
    </p>
  )
}

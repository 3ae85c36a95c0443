import { messageText } from '../../../../shared/thread/message.ts'
import type { Message } from '../../../../shared/thread/message.ts'
import { PlainText } from './plain-text.tsx'

/** An answer's words, until the code for the rest is here, or when it cannot be had. */
export function PlainBody({ message }: { message: Message }) {
  const text = messageText(message)
  if (text === '') return null
  return (
    <div className="answer-text" data-speech>
      <PlainText text={text} isStreaming={message.status?.type === 'running'} />
    </div>
  )
}

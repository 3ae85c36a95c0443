import type { Message, MessagePart, MessageStatus } from './message.ts'

/** Ends what still grows: texts lose their stream id, half-streamed tool arguments stay as they are. */
export function closeParts(content: readonly MessagePart[]): readonly MessagePart[] {
  if (!content.some((part) => 'streamId' in part)) return content
  return content.map((part) =>
    part.type === 'text' || part.type === 'reasoning' ? { type: part.type, text: part.text } : part,
  )
}

/**
 * Gives an answer its final status and closes its parts. The first final status stays: a `finish`
 * after an `error` does not make a broken answer whole.
 */
export function settleMessage(message: Message, status: MessageStatus): Message {
  if (message.status && message.status.type !== 'running') return message
  return { ...message, content: closeParts(message.content), status }
}

/** The status that a finish reason of the stream means (specification, section 4). */
export function finishStatus(content: readonly MessagePart[], reason: string): MessageStatus {
  const awaitsResult = content.some(
    (part) => part.type === 'tool-call' && part.result === undefined,
  )
  if (awaitsResult && reason !== 'error') return { type: 'requires-action', reason: 'tool-calls' }
  switch (reason) {
    case 'stop':
      return { type: 'complete', reason: 'stop' }
    case 'length':
    case 'content-filter':
    case 'other':
    case 'error':
      return { type: 'incomplete', reason }
    default:
      return { type: 'complete', reason: 'unknown' }
  }
}

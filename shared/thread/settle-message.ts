import type { Message, MessagePart, MessageStatus, MessageStep, ToolCallPart } from './message.ts'

/**
 * Ends what still grows: texts lose their stream id, half-streamed tool arguments stay as they are.
 * Where the step is continued, its text goes on in the next one.
 */
export function closeParts(
  content: readonly MessagePart[],
  isContinued = false,
): readonly MessagePart[] {
  if (!content.some((part) => 'streamId' in part)) return content
  return content.map((part) =>
    part.type === 'reasoning' || (part.type === 'text' && !isContinued)
      ? { type: part.type, text: part.text }
      : part,
  )
}

/**
 * Gives an answer its final status and closes its parts. The first final status stays: a `finish`
 * after an `error` does not make a broken answer whole.
 */
export function settleMessage(message: Message, status: MessageStatus): Message {
  if (message.status && message.status.type !== 'running') return message
  const { metadata } = message
  return {
    ...message,
    content: closeParts(message.content),
    status,
    metadata: metadata.steps ? { ...metadata, steps: metadata.steps.map(closeStep) } : metadata,
  }
}

const closeStep = (step: MessageStep): MessageStep =>
  step.state === 'started' ? { state: step.state, messageId: step.messageId } : step

/**
 * A turn that waits goes on: its answer runs again, and further parts and steps are added to it. Any
 * other answer is returned as it is.
 */
export function reopenMessage(message: Message): Message {
  if (message.status?.type !== 'requires-action') return message
  return { ...message, status: { type: 'running' } }
}

/**
 * The status that a finish reason of the stream means (specification, section 4; `wire.md` 2.1, 5.2).
 * An answer with a call that asks a person first waits for them (`interrupt`), one with a call that
 * only lacks its result waits for that (`tool-calls`); a call that was denied waits for nothing. A call
 * whose arguments never came whole is open too, unless the reason says what cut it.
 */
export function finishStatus(content: readonly MessagePart[], reason: string): MessageStatus {
  if (reason === 'error') return { type: 'incomplete', reason }
  const isCut = reason === 'length' || reason === 'content-filter' || reason === 'other'
  const calls = content
    .filter((part) => part.type === 'tool-call')
    .filter((call) => lacksResult(call) && !(isCut && call.state === 'input-streaming'))
  if (calls.some(asksPerson)) return { type: 'requires-action', reason: 'interrupt' }
  if (calls.length > 0) return { type: 'requires-action', reason: 'tool-calls' }
  if (isCut) return { type: 'incomplete', reason }
  return { type: 'complete', reason: reason === 'stop' ? reason : 'unknown' }
}

const asksPerson = (call: ToolCallPart): boolean =>
  call.state === 'approval-requested' || call.interrupt !== undefined

const lacksResult = ({ state, result, approval }: ToolCallPart): boolean =>
  result === undefined && approval?.isApproved !== false && state !== 'output-denied'

import type { Message, MessagePart, MessageStatus, MessageStep, ToolCallPart } from './message.ts'

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
 * The status that a finish reason of the stream means (specification, section 4; `wire.md` 5.2). An
 * answer with a call that asks a person first waits for them (`interrupt`), one with a call that only
 * lacks its result waits for that (`tool-calls`). A call that was denied, or whose arguments were cut,
 * waits for nothing. With none of these the reason `tool-calls` says that the model wanted further
 * steps than it was given.
 */
export function finishStatus(content: readonly MessagePart[], reason: string): MessageStatus {
  if (reason === 'error') return { type: 'incomplete', reason }
  const calls = content.filter((part) => part.type === 'tool-call').filter(isPending)
  if (calls.some(asksPerson)) return { type: 'requires-action', reason: 'interrupt' }
  if (calls.length > 0) return { type: 'requires-action', reason: 'tool-calls' }
  switch (reason) {
    case 'stop':
      return { type: 'complete', reason }
    case 'length':
    case 'content-filter':
    case 'tool-calls':
    case 'other':
      return { type: 'incomplete', reason }
    default:
      return { type: 'complete', reason: 'unknown' }
  }
}

const asksPerson = (call: ToolCallPart): boolean =>
  call.state === 'approval-requested' || call.interrupt !== undefined

function isPending({ state, result, approval }: ToolCallPart): boolean {
  if (result !== undefined || approval?.isApproved === false) return false
  return state !== 'input-streaming' && state !== 'output-denied'
}

import { isPlainObject } from '../json.ts'
import { parseInterrupt } from './interrupt.ts'
import type { Message, ToolCallPart } from './message.ts'
import { replacePart } from './put-part.ts'
import { settleMessage } from './settle-message.ts'

/**
 * Ends an answer with an error; or, when the text is an interrupt of one of its calls, lets that call
 * wait for an authorisation. The AI SDK's servers say first that the call failed: such a failure makes
 * room for the interrupt, and so does the word to go on after an earlier one; a result never does. Any
 * other text is shown as it stands.
 */
export function applyError(message: Message, errorText: string): Message {
  if (message.status?.type !== 'running') return message
  const interrupt = parseInterrupt(errorText)
  const index = interrupt
    ? message.content.findLastIndex(
        (part) =>
          part.type === 'tool-call' &&
          part.toolCallId === interrupt.toolCall.id &&
          part.toolName === interrupt.toolCall.name &&
          hasNoResult(part) &&
          part.approval?.isApproved !== false,
      )
    : -1
  const call = message.content[index]
  if (!interrupt || call?.type !== 'tool-call') {
    return settleMessage(message, { type: 'incomplete', reason: 'error', error: errorText })
  }
  const { result: _, isError: __, ...waiting } = call
  const waits = replacePart(message, index, { ...waiting, state: 'input-available', interrupt })
  return settleMessage(waits, { type: 'requires-action', reason: 'interrupt' })
}

const hasNoResult = ({ result, isError }: ToolCallPart): boolean =>
  result === undefined ||
  isError === true ||
  (isPlainObject(result) && result['continueInterruption'] === true)

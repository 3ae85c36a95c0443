import type { JsonObject, JsonValue } from '../../shared/json.ts'
import {
  isBlankPart,
  type Message,
  type MessagePart,
  type ToolCallPart,
} from '../../shared/thread/message.ts'
import { toSourceChunk } from '../../shared/thread/source-chunks.ts'
import type { UiMessage } from '../../shared/api/chat.ts'
import type { UiPart } from './transport.ts'
import { sentParts } from './chat-transport.ts'

/** Error text of a call without an answer when the thread went on. */
const UNANSWERED_TEXT = 'User cancelled tool call by sending a new message.'

/** Converts messages to the AI SDK's form. */
export const toUiMessages = (path: readonly Message[]): readonly UiMessage[] =>
  path.map((message, index) => toUiMessage(message, index === path.length - 1))

function toUiMessage(message: Message, isLast: boolean): UiMessage {
  const { id, role, content } = message
  if (role !== 'assistant') return { id, role, parts: sentParts(message) }
  return { id, role, parts: content.flatMap((part) => toUiPart(part, isLast)) }
}

function toUiPart(part: MessagePart, isLast: boolean): UiPart[] {
  if (isBlankPart(part)) return []
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return [{ type: part.type, text: part.text }]
    case 'tool-call':
      return toToolPart(part, isLast)
    case 'source':
      return [toSourceChunk(part)]
    case 'file': {
      const named = part.filename === undefined ? {} : { filename: part.filename }
      return [{ type: 'file', url: part.data, mediaType: part.mimeType, ...named }]
    }
    case 'image':
      return [{ type: 'file', url: part.image, mediaType: 'image/png' }]
    case 'data': {
      const named = part.id === undefined ? {} : { id: part.id }
      return [{ type: `data-${part.name}`, ...named, data: part.data }]
    }
    case 'audio':
      return []
    default:
      return part satisfies never
  }
}

function toToolPart(part: ToolCallPart, isLast: boolean): UiPart[] {
  const { toolCallId, toolName, state, args, result, approval } = part
  // Its arguments are incomplete, so the tool was never called.
  if (state === 'input-streaming') return []
  const call = { type: `tool-${toolName}`, toolCallId, input: args }
  switch (state) {
    case 'output-available':
      return [{ ...call, state, output: result ?? null }]
    case 'output-error':
      return [{ ...call, state, errorText: errorTextOf(result) }]
    case 'input-available':
    case 'approval-requested':
      return isLast ? [{ ...call, state, ...approvalFields(approval) }] : [unanswered(call)]
    case 'approval-responded':
    case 'output-denied':
      return [{ ...call, state, ...approvalFields(approval) }]
    default:
      return state satisfies never
  }
}

const unanswered = (call: UiPart): UiPart => ({
  ...call,
  state: 'output-error',
  errorText: UNANSWERED_TEXT,
})

function approvalFields(approval: ToolCallPart['approval']): JsonObject {
  if (!approval) return {}
  const { id, isApproved: approved, reason } = approval
  return {
    approval: {
      id,
      ...(approved === undefined ? {} : { approved }),
      ...(reason === undefined ? {} : { reason }),
    },
  }
}

/** Returns the error text of a failed call for the model. */
export function errorTextOf(result: JsonValue | undefined): string {
  const error =
    typeof result === 'object' && result !== null && 'error' in result ? result.error : result
  return typeof error === 'string' ? error : JSON.stringify(error ?? null)
}

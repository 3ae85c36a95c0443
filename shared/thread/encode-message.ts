import { ERROR_TEXTS } from '../error-texts.ts'
import { AlcoveError } from '../errors.ts'
import type { JsonObject } from '../json.ts'
import type { Warn } from '../warn.ts'
import { encodeAttachments } from './attachment.ts'
import { encodeToolCall } from './encode-tool-call.ts'
import { isBlankPart, type Message, type MessagePart, type MessageStatus } from './message.ts'

/**
 * A message as the stored `content` of format `aui/v0`. A tool result that is no JSON is stored as
 * JSON makes it, with a warning.
 *
 * @throws AlcoveError `invalid_request` for a part type that the format does not know, for attachments
 * on anything but a user's message, for a status or steps on anything but an answer, and for a system
 * message that is not one text.
 */
export function encodeMessage(message: Message, warn: Warn = console.warn): JsonObject {
  requireValid(message)
  const content = message.content
    .filter((part) => message.role !== 'assistant' || !isBlankPart(part))
    .map((part) => {
      return isStorablePart(part)
        ? encodePart(part, warn)
        : refuse(ERROR_TEXTS.unsupportedPart(part.type))
    })
  return {
    role: message.role,
    content,
    metadata: encodeMetadata(message),
    ...(message.status ? { status: encodeStatus(message.status) } : {}),
  }
}

function requireValid({ role, content, attachments = [], status, metadata }: Message): void {
  if (role !== 'user' && attachments.length > 0) refuse(ERROR_TEXTS.attachmentsOnUser)
  if (role !== 'assistant' && status) refuse(ERROR_TEXTS.statusOnAssistant)
  if (role !== 'assistant' && metadata.steps) refuse(ERROR_TEXTS.stepsOnAssistant)
  const isOneText = content.length === 1 && content[0]?.type === 'text'
  if (role === 'system' && !isOneText) refuse(ERROR_TEXTS.systemText)
}

function refuse(text: string): never {
  throw new AlcoveError('invalid_request', text)
}

type StorablePart = Extract<MessagePart, { type: 'text' | 'reasoning' | 'source' | 'tool-call' }>

/** Whether `aui/v0` has a form for a part. */
export const isStorablePart = (part: MessagePart): part is StorablePart => STORABLE.has(part.type)

const STORABLE: ReadonlySet<string> = new Set<StorablePart['type']>([
  'text',
  'reasoning',
  'source',
  'tool-call',
])

function encodePart(part: StorablePart, warn: Warn): JsonObject {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: part.text }
    case 'source':
      return {
        type: 'source',
        sourceType: part.sourceType,
        id: part.id,
        url: part.url,
        ...(part.title ? { title: part.title } : {}),
      }
    case 'tool-call':
      return encodeToolCall(part, warn)
    default:
      return part satisfies never
  }
}

function encodeMetadata({ attachments, metadata }: Message): JsonObject {
  const { other, ...known } = metadata
  if (!attachments) return { ...other, ...known } as unknown as JsonObject
  const { attachments: _, ...custom } = metadata.custom
  const all = { ...other, ...known, custom: { ...custom, ...encodeAttachments(attachments) } }
  return all as unknown as JsonObject
}

/** A saved answer is never running: whoever reads it later would wait for ever. */
function encodeStatus(status: MessageStatus): JsonObject {
  if (status.type === 'running') return { type: 'incomplete', reason: 'cancelled' }
  return { ...status }
}

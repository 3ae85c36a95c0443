import { AlcoveError, type Warn } from '../errors.ts'
import { THREAD_TEXTS } from '../thread-texts.ts'
import type { JsonObject } from '../json.ts'
import { isBlankPart, type Message } from './message.ts'
import { encodeMetadata, encodeStatus } from './stored-metadata.ts'
import { encodePart, isStorablePart } from './stored-part.ts'

/**
 * A message as the stored `content` of format `aui/v0`. A tool result that is not JSON is converted as JSON
 * does it, with a warning.
 *
 * @throws AlcoveError `invalid_request` for a part type that the format does not know, for attachments
 * outside of user messages, for a status or steps outside of answers, and for a system message that is not
 * one text.
 */
export function encodeMessage(message: Message, warn: Warn = console.warn): JsonObject {
  requireValid(message)
  const content = message.content
    .filter((part) => message.role !== 'assistant' || !isBlankPart(part))
    .map((part) => {
      return isStorablePart(part)
        ? encodePart(part, warn)
        : refuse(THREAD_TEXTS.unsupportedPart(part.type))
    })
  return {
    role: message.role,
    content,
    metadata: encodeMetadata(message),
    ...(message.status ? { status: encodeStatus(message.status) } : {}),
  }
}

function requireValid({ role, content, attachments = [], status, metadata }: Message): void {
  if (role !== 'user' && attachments.length > 0) refuse(THREAD_TEXTS.attachmentsOnUser)
  if (role !== 'assistant' && status) refuse(THREAD_TEXTS.statusOnAssistant)
  if (role !== 'assistant' && metadata.steps) refuse(THREAD_TEXTS.stepsOnAssistant)
  const isOneText = content.length === 1 && content[0]?.type === 'text'
  if (role === 'system' && !isOneText) refuse(THREAD_TEXTS.systemText)
}

function refuse(text: string): never {
  throw new AlcoveError('invalid_request', text)
}

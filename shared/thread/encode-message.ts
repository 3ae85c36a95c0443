import { AlcoveError, type Warn } from '../errors.ts'
import { THREAD_TEXTS } from '../thread-texts.ts'
import type { JsonObject } from '../json.ts'
import { isBlankPart, type Message } from './message.ts'
import { encodeMetadata, encodeStatus } from './stored-metadata.ts'
import { encodePart, isStorablePart } from './stored-part.ts'

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

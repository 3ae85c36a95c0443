import { ERROR_TEXTS } from '../error-texts.ts'
import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import type { Warn } from '../warn.ts'
import { decodeToolCall } from './decode-tool-call.ts'
import type { MessagePart, MessageRole } from './message.ts'
import { nameOf } from './stored-row.ts'

const IMAGE_URL = /^data:image\/(?:png|jpeg|jpg|gif|webp);base64,/
/** What a message of each role may hold. */
const PART_TYPES: Record<MessageRole, readonly string[]> = {
  assistant: ['text', 'reasoning', 'source', 'tool-call', 'file', 'image', 'data'],
  user: ['text', 'image', 'audio', 'file'],
  system: ['text'],
}

export interface PartPlace {
  readonly role: MessageRole
  /** Stands in for an id that the part should have. */
  readonly id: string
  readonly warn: Warn
}

/** A part of an `aui/v0` row; `undefined`, with a warning, for one that cannot be read. */
export function decodePart(value: JsonValue, { role, id, warn }: PartPlace) {
  const object = isPlainObject(value) ? value : undefined
  const type = object?.['type']
  const isAllowed = typeof type === 'string' && PART_TYPES[role].includes(type)
  const part = object && isAllowed ? readPart(type, object, id) : undefined
  if (!part) warn(ERROR_TEXTS.unsupportedPartType(object ? nameOf(type) : typeof value))
  if (part?.type === 'image' && role === 'assistant' && !IMAGE_URL.test(part.image)) {
    warn(ERROR_TEXTS.invalidImage)
    return undefined
  }
  return part
}

function readPart(type: string, part: JsonObject, id: string): MessagePart | undefined {
  const { text, url, image, data, mimeType, name, audio } = part
  const filename = textOf(part, 'filename')
  switch (type) {
    case 'text':
    case 'reasoning':
      return typeof text === 'string' ? { type, text } : undefined
    case 'source': {
      const source = { type, sourceType: 'url', id: part['id'] ?? id, ...textOf(part, 'title') }
      return typeof url === 'string' && typeof source.id === 'string'
        ? ({ ...source, url } as MessagePart)
        : undefined
    }
    case 'tool-call':
      return decodeToolCall(part, id)
    case 'image':
      return typeof image === 'string' ? { type, image, ...filename } : undefined
    case 'file':
      return typeof data === 'string' && typeof mimeType === 'string'
        ? { type, mimeType, data, ...filename }
        : undefined
    case 'data':
      return typeof name === 'string' && data !== undefined ? { type, name, data } : undefined
    case 'audio': {
      const { data: sound, format } = isPlainObject(audio) ? audio : {}
      return typeof sound === 'string' && typeof format === 'string'
        ? { type, audio: { data: sound, format } }
        : undefined
    }
    default:
      return undefined
  }
}

function textOf<Key extends string>(part: JsonObject, key: Key): Partial<Record<Key, string>> {
  const value = part[key]
  return typeof value === 'string' && value !== ''
    ? ({ [key]: value } as Partial<Record<Key, string>>)
    : {}
}

import { THREAD_TEXTS } from '../thread-texts.ts'
import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import type { Warn } from '../errors.ts'
import type { MessagePart, MessageRole, SourcePart } from './message.ts'
import { readPassage } from './cited-passage.ts'
import { documentSource, encodeSource, isPage, pageSource, readPage } from './source-chunks.ts'
import { decodeCall, decodeUiCall, encodeCall } from './stored-call.ts'

const IMAGE_URL = /^data:image\/(?:png|jpeg|jpg|gif|webp);base64,/
/** Roles whose messages may contain each type of part. */
const ROLES: Readonly<Record<MessagePart['type'], readonly MessageRole[]>> = {
  text: ['assistant', 'user', 'system'],
  reasoning: ['assistant'],
  source: ['assistant'],
  'tool-call': ['assistant'],
  file: ['assistant', 'user'],
  image: ['assistant', 'user'],
  audio: ['user'],
  data: ['assistant'],
}

const isPartType = (type: unknown): type is MessagePart['type'] =>
  typeof type === 'string' && Object.hasOwn(ROLES, type)

export interface PartPlace {
  readonly role: MessageRole
  /** Fallback for a missing id of the part. */
  readonly id: string
  readonly warn: Warn
}

/** A part of an `aui/v0` row; `undefined`, with a warning, for a malformed one. */
export function decodePart(value: JsonValue, { role, id, warn }: PartPlace) {
  const object = isPlainObject(value) ? value : undefined
  const type = object?.['type']
  const isAllowed = isPartType(type) && ROLES[type].includes(role)
  const part = object && isAllowed ? readPart(type, object, id) : undefined
  if (!part) warn(THREAD_TEXTS.unsupportedPartType(object ? nameOf(type) : typeof value))
  if (part?.type === 'image' && role === 'assistant' && !IMAGE_URL.test(part.image)) {
    warn(THREAD_TEXTS.invalidImage)
    return undefined
  }
  return part
}

/** A part of a `UIMessage` (`wire.md` 3.3): the same facts under other names. */
export function decodeUiPart(type: string, part: JsonObject): MessagePart | undefined {
  const { url, mediaType, filename, sourceId, providerMetadata } = part
  if (type.startsWith('tool-')) return decodeUiCall(part, type.slice('tool-'.length))
  if (type.startsWith('data-')) {
    return readPart('data', { ...part, name: type.slice('data-'.length) }, '')
  }
  switch (type) {
    case 'text':
    case 'reasoning':
      return readPart(type, part, '')
    case 'dynamic-tool':
      return decodeUiCall(part, part['toolName'])
    case 'file':
      return readPart(type, { data: url, mimeType: mediaType, filename } as JsonObject, '')
    case 'source-url':
      return typeof sourceId === 'string'
        ? readSource({ ...part, sourceType: 'url' }, sourceId)
        : undefined
    case 'source-document': {
      const page = isPlainObject(providerMetadata) ? readPage(providerMetadata) : undefined
      return typeof sourceId === 'string'
        ? readSource({ ...part, sourceType: 'document', ...(page ? { page } : {}) }, sourceId)
        : undefined
    }
    default:
      return undefined
  }
}

function readPart(
  type: MessagePart['type'],
  part: JsonObject,
  placeId: string,
): MessagePart | undefined {
  const { text, id = placeId, image, data, mimeType, name, audio } = part
  switch (type) {
    case 'text':
    case 'reasoning':
      return typeof text === 'string' ? { type, text } : undefined
    case 'source':
      return typeof id === 'string' ? readSource(part, id) : undefined
    case 'tool-call':
      return decodeCall(part, placeId)
    case 'image':
      return typeof image === 'string' ? { type, image, ...textOf(part, 'filename') } : undefined
    case 'file':
      return typeof data === 'string' && typeof mimeType === 'string'
        ? { type, mimeType, data, ...textOf(part, 'filename') }
        : undefined
    case 'data':
      return typeof name === 'string' && data !== undefined
        ? { type, name, data, ...textOf(part, 'id') }
        : undefined
    case 'audio': {
      const { data: sound, format } = isPlainObject(audio) ? audio : {}
      return typeof sound === 'string' && typeof format === 'string'
        ? { type, audio: { data: sound, format } }
        : undefined
    }
    default:
      return type satisfies never
  }
}

function readSource(part: JsonObject, id: string): SourcePart | undefined {
  const { sourceType = 'url', url, title, mediaType = '', page, providerMetadata } = part
  const passage = readPassage(providerMetadata)
  if (sourceType !== 'document') {
    return typeof url === 'string'
      ? pageSource({ id, url, ...textOf(part, 'title'), passage })
      : undefined
  }
  if (typeof title !== 'string' || typeof mediaType !== 'string') return undefined
  const { filename } = textOf(part, 'filename')
  const fields = { id, title, mediaType, filename, passage }
  return documentSource(fields, isPage(page) ? page : undefined)
}

function textOf<Key extends string>(part: JsonObject, key: Key): Partial<Record<Key, string>> {
  const value = part[key]
  return typeof value === 'string' && value !== ''
    ? ({ [key]: value } as Partial<Record<Key, string>>)
    : {}
}

/** A value in place of a name, for a warning. */
export const nameOf = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null)

type PartType = MessagePart['type']
type StorableType = {
  [Type in PartType]: (typeof STORABLE)[Type] extends true ? Type : never
}[PartType]
type StorablePart = Extract<MessagePart, { type: StorableType }>

/** True if `aui/v0` has a form for a part. Others are left out of an answer's row, silently. */
export const isStorablePart = (part: MessagePart): part is StorablePart => STORABLE[part.type]

/** Complete, since a missing kind would be shown, and gone after a reload. `encodePart` has a case for each `true`. */
const STORABLE = {
  text: true,
  reasoning: true,
  source: true,
  'tool-call': true,
  image: false,
  audio: false,
  file: false,
  data: false,
} as const satisfies Readonly<Record<PartType, boolean>>

/** A part as `aui/v0` stores it. */
export function encodePart(part: StorablePart, warn: Warn): JsonObject {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: part.text }
    case 'source':
      return encodeSource(part)
    case 'tool-call':
      return encodeCall(part, warn)
    default:
      return part satisfies never
  }
}

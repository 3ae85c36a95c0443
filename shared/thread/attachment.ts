import { THREAD_TEXTS } from '../thread-texts.ts'
import type { Warn } from '../errors.ts'
import { isPlainObject } from '../json.ts'
import type { JsonObject } from '../json.ts'

/**
 * A file of a stored message, a user's or an answer's, in its row's `metadata.custom.attachments` (`wire.md`
 * 13.15).
 */
export interface Attachment {
  /** The file's key. */
  readonly id: string
  readonly type: 'image' | 'document' | 'file'
  readonly name: string
  readonly contentType: string
  /** The stored URL. */
  readonly url: string
  /** Bytes; 0 if another client stored the row and the size is unknown. */
  readonly size: number
}

const TYPES: readonly string[] = ['image', 'document', 'file'] satisfies Attachment['type'][]
/** Image types that neither browsers nor models can read: they are shown and sent as files. */
const UNREADABLE_IMAGES: readonly string[] = ['image/heic', 'image/heif']

/** Kind in which a file is shown and sent: by its media type, in lower case and without parameters. */
export function attachmentType(mediaType: string): Attachment['type'] {
  if (UNREADABLE_IMAGES.includes(mediaType)) return 'file'
  if (mediaType.startsWith('image/')) return 'image'
  return mediaType.startsWith('text/') ? 'document' : 'file'
}

export const encodeAttachments = (attachments: readonly Attachment[]): JsonObject =>
  attachments.length === 0 ? {} : { attachments: attachments.map((each) => ({ ...each })) }

/**
 * The attachments in a message's custom metadata, each once; malformed ones are left out. One of an unknown
 * type is read as a file, with a warning.
 */
export const readAttachments = (custom: JsonObject, warn: Warn): readonly Attachment[] =>
  readEach(custom['attachments'], (value) => {
    if (isAttachment(value)) return value
    const type = isPlainObject(value) ? value['type'] : undefined
    if (typeof type !== 'string' || TYPES.includes(type)) return undefined
    const file: unknown = { ...(value as object), type: 'file' }
    if (!isAttachment(file)) return undefined
    warn(THREAD_TEXTS.unknownAttachmentType(type))
    return file
  })

/** Attachments of a newer client's row, which has an attachment's content as parts beside its name. */
export const readClientAttachments = (stored: unknown): readonly Attachment[] =>
  readEach(stored, (value) => {
    if (!isPlainObject(value) || !Array.isArray(value['content'])) return undefined
    const parts: readonly unknown[] = value['content']
    const part = parts.find(isPlainObject)
    const url = part?.['image'] ?? part?.['data'] ?? textUrl(part?.['text'])
    const given = value['contentType'] ?? part?.['mimeType']
    const contentType = typeof given === 'string' ? given : mediaTypeOf(url)
    const type = attachmentType(contentType)
    const { id, name } = value
    const attachment = { id, name, type, contentType, url, size: 0 }
    return isAttachment(attachment) ? attachment : undefined
  })

/** A text inside the message itself, between marks with its name (`wire.md` 6). */
function textUrl(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  const inner = TEXT_MARKS.exec(text)?.[1] ?? text
  return `data:text/plain;charset=utf-8,${encodeURIComponent(inner.toWellFormed())}`
}

const TEXT_MARKS = /^<attachment name=[^\n]*>\n([^]*)\n<\/attachment>$/

function readEach(
  stored: unknown,
  read: (value: unknown) => Attachment | undefined,
): readonly Attachment[] {
  const found = new Map<string, Attachment>()
  for (const value of Array.isArray(stored) ? (stored as readonly unknown[]) : []) {
    const attachment = read(value)
    if (attachment && !found.has(attachment.id)) found.set(attachment.id, attachment)
  }
  return [...found.values()]
}

/** Addresses that a page can fetch or show; never a script. */
const FILE_URL = /^(?:https?:|data:|blob:|\/)/i

/** True for a complete attachment with an address that a page can fetch or show. */
export const isAttachment = (value: unknown): value is Attachment =>
  isPlainObject(value) &&
  ['id', 'name', 'contentType', 'url'].every((field) => typeof value[field] === 'string') &&
  TYPES.includes(String(value['type'])) &&
  FILE_URL.test(String(value['url'])) &&
  Number.isFinite(value['size'])

const mediaTypeOf = (url: unknown): string =>
  /^data:([^;,]+)/.exec(String(url))?.[1] ?? 'application/octet-stream'

/**
 * Generates a name, since models give their files none.
 *
 * @param index of the file in its answer, from 0: `image-1.png` is the first.
 */
export function answerFileName(mediaType: string, index: number): string {
  const [kind = '', subtype = ''] = mediaType.split('/')
  return [`${kind || 'file'}-${index + 1}`, ...(/^[a-z\d]+/.exec(subtype) ?? [])].join('.')
}

import { isPlainObject, type JsonObject } from '../json.ts'

/** A file of a stored message, in its row's `metadata.custom.attachments` (`wire.md` 13.15). */
export interface Attachment {
  /** The file's key. */
  readonly id: string
  readonly type: 'image' | 'document' | 'file'
  readonly name: string
  readonly contentType: string
  /** The stored URL. */
  readonly url: string
  /** Bytes. */
  readonly size: number
}

export function attachmentType(mediaType: string): Attachment['type'] {
  if (mediaType.startsWith('image/')) return 'image'
  return mediaType.startsWith('text/') ? 'document' : 'file'
}

export const encodeAttachments = (attachments: readonly Attachment[]): JsonObject =>
  attachments.length === 0 ? {} : { attachments: attachments.map((each) => ({ ...each })) }

/** The attachments in a message's custom metadata; what is none is left out. */
export function readAttachments(custom: JsonObject): readonly Attachment[] {
  const stored: unknown = custom['attachments']
  if (!Array.isArray(stored)) return []
  return stored.flatMap((value: unknown) => (isAttachment(value) ? [value] : []))
}

function isAttachment(value: unknown): value is Attachment {
  if (!isPlainObject(value)) return false
  return (
    [value['id'], value['name'], value['contentType'], value['url']].every(
      (field) => typeof field === 'string',
    ) && typeof value['size'] === 'number'
  )
}

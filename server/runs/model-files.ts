import { AlcoveError } from '../../shared/errors.ts'
import type { FilePart, ImagePart, Message, MessagePart } from '../../shared/thread/message.ts'
import { isFileKey } from '../files/object-store.ts'
import type { Files } from '../files/files.ts'
import { inspectFile } from '../files/inspect-file.ts'
import { countInlineBytes, isDataUrl, readDataUrl } from '../files/read-data-url.ts'
import { checkInlineType, sniff } from '../files/file-types.ts'
import { keyOfUrl } from '../files/stored-urls.ts'
import type { FileQueries, FileRow, Scope } from '../store/store.ts'
import type { AmountOf } from '../limits/limit-table.ts'

/** Maximum bytes of files of one model call, all messages together; the newest take precedence. */
export const MODEL_FILES_MAX_BYTES = 20_971_520

/** Maximum number of files that are looked up for one model call; the newest take precedence. */
export const MODEL_FILES_MAX = 100

export interface ResolveSetup {
  readonly files: Pick<Files, 'read'>
  readonly rows: Pick<FileQueries, 'findMany'>
  readonly scope: Scope
  readonly maxBytes?: number
  readonly maxFiles?: number
}

/** The resolved part of a stored file, and the bytes that each use of it takes. */
interface Outcome {
  readonly part: MessagePart
  readonly bytes: number
}

/**
 * Replaces files in messages by their bytes, under the type that the bytes show: a page may give any type,
 * and a provider refuses an image under a wrong one. Files that belong to others, or are too many, are
 * replaced by their names.
 */
export async function resolveFiles(
  messages: readonly Message[],
  {
    files,
    rows,
    scope,
    maxBytes = MODEL_FILES_MAX_BYTES,
    maxFiles = MODEL_FILES_MAX,
  }: ResolveSetup,
): Promise<readonly Message[]> {
  const wanted = new Set(newestFiles(messages).slice(0, maxFiles))
  const stored = await findStored(rows, scope, [...wanted])
  const outcomes = new Map<string, Outcome>()
  let left = maxBytes

  const take = (bytes: number): boolean => {
    if (bytes > left) return false
    left -= bytes
    return true
  }

  async function resolve(part: MessagePart): Promise<MessagePart> {
    if (!isFile(part)) return part
    const url = urlOf(part)
    const name = part.filename ?? 'unnamed'
    if (!wanted.has(part)) return leftOut(name)
    if (isDataUrl(url)) {
      return take(countInlineBytes(url)) ? sniffInline(part, url, name) : leftOut(name)
    }
    const row = stored.get(keyOf(url) ?? '')
    return row ? resolveStored(row) : unavailable(name)
  }

  /** A file that is used several times is read once. */
  async function resolveStored(row: FileRow): Promise<MessagePart> {
    const known = outcomes.get(row.key)
    if (known) return take(known.bytes) ? known.part : leftOut(row.filename)
    // The length of a file that was never inspected is known only after it is read.
    if (row.bytes !== null && row.bytes > left) return leftOut(row.filename)
    const outcome = await readStored(row)
    outcomes.set(row.key, outcome)
    return outcome.part
  }

  async function readStored(row: FileRow): Promise<Outcome> {
    try {
      const { bytes, mediaType, filename } = await files.read(row)
      const isTaken = take(bytes.byteLength)
      if (!isTaken) return { part: leftOut(filename), bytes: 0 }
      return { part: createFilePart(bytes, mediaType, filename), bytes: bytes.byteLength }
    } catch (error) {
      if (error instanceof AlcoveError) return { part: unavailable(row.filename), bytes: 0 }
      throw error
    }
  }

  const resolved: Message[] = []
  for (const message of messages.toReversed()) {
    const content: MessagePart[] = []
    const isUser = message.role === 'user'
    for (const part of message.content) content.push(isUser ? await resolve(part) : part)
    resolved.push({ ...message, content })
  }
  return resolved.reverse()
}

/** True for parts that are files. */
export const isFile = (part: MessagePart): part is FilePart | ImagePart =>
  part.type === 'file' || part.type === 'image'

/** The address of a file part, or its data URL. */
export const urlOf = (part: FilePart | ImagePart): string =>
  part.type === 'file' ? part.data : part.image

/** The key of a stored file that an address names. */
export const keyOf = (url: string): string | undefined => (isFileKey(url) ? url : keyOfUrl(url))

/** Files of the newest message first. */
const newestFiles = (messages: readonly Message[]): (FilePart | ImagePart)[] =>
  messages
    .toReversed()
    .flatMap(({ role, content }) => (role === 'user' ? content.filter(isFile) : []))

async function findStored(
  rows: ResolveSetup['rows'],
  scope: Scope,
  parts: readonly (FilePart | ImagePart)[],
): Promise<ReadonlyMap<string, FileRow>> {
  const urls = parts.map(urlOf).filter((url) => !isDataUrl(url))
  const keys = new Set(urls.map(keyOf).filter((key) => key !== undefined))
  const found = keys.size === 0 ? [] : await rows.findMany(scope, [...keys])
  return new Map(found.map((row) => [row.key, row]))
}

function sniffInline(part: FilePart | ImagePart, url: string, name: string): MessagePart {
  try {
    const { bytes } = readDataUrl(url, Infinity)
    return createFilePart(bytes, sniff(bytes), name)
  } catch {
    // Without base64 it can only be text, and has a media type of text.
    return part.type === 'file' && /^data:text\//i.test(url) ? part : unavailable(name)
  }
}

function createFilePart(bytes: Uint8Array, mediaType: string, filename: string): FilePart {
  const { buffer, byteOffset, byteLength } = bytes
  const base64 = Buffer.from(buffer, byteOffset, byteLength).toString('base64')
  const data = `data:${mediaType};base64,${base64}`
  return { type: 'file', data, mimeType: mediaType, filename }
}

/** Placeholder for a file without an address: tells the model that the file is missing. */
const unavailable = (filename: string): FilePart => ({
  type: 'file',
  data: '',
  mimeType: '',
  filename,
})

const leftOut = (name: string): MessagePart => ({
  type: 'text',
  text: `[The file “${name}” was sent earlier and is left out here.]`,
})

const BASE64_HEAD = /^data:[^,]*;base64,/i

/**
 * Applies the checks of stored files to files that reach the model without being stored: a small image may
 * stand for a gigabyte of pixels.
 *
 * @throws AlcoveError `file_rejected`, `too_large`, `invalid_request`.
 */
export function inspectInline(messages: readonly Message[], amountOf: AmountOf): void {
  for (const { role, content } of messages) {
    if (role !== 'user') continue
    for (const part of content) {
      if (part.type !== 'file' && part.type !== 'image') continue
      const url = part.type === 'file' ? part.data : part.image
      // Without base64 there is only text.
      if (!isDataUrl(url) || !BASE64_HEAD.test(url)) continue
      const { mediaType, bytes } = readDataUrl(url, amountOf('inlineDataBytes'))
      checkInlineType(mediaType, inspectFile(bytes, amountOf).mediaType)
    }
  }
}

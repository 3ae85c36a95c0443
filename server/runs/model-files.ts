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

/** Files of one model call, all messages together; the newest have the first claim. */
export const MODEL_FILES_MAX_BYTES = 20_971_520

/** As many are looked up for one model call; the newest again. */
export const MODEL_FILES_MAX = 100

export interface ResolveSetup {
  readonly files: Pick<Files, 'read'>
  readonly rows: Pick<FileQueries, 'findMany'>
  readonly scope: Scope
  readonly maxBytes?: number
  readonly maxFiles?: number
}

/** What came of a stored file, and how much of the call's bytes it takes each time. */
interface Outcome {
  readonly part: MessagePart
  readonly bytes: number
}

/**
 * Messages whose files hold their bytes, under the type that the bytes say: what a page calls them
 * counts for nothing, and a provider refuses a picture under a wrong name. Files that are not the
 * caller's, or too many, stay as their names.
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

  /** A file that is sent often is read once. */
  async function resolveStored(row: FileRow): Promise<MessagePart> {
    const known = outcomes.get(row.key)
    if (known) return take(known.bytes) ? known.part : leftOut(row.filename)
    // Of a file that nobody looked at yet the length is known when it is read.
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

/** Tells parts that are files. */
export const isFile = (part: MessagePart): part is FilePart | ImagePart =>
  part.type === 'file' || part.type === 'image'

/** The address of a file part, or its data URL. */
export const urlOf = (part: FilePart | ImagePart): string =>
  part.type === 'file' ? part.data : part.image

/** The key of a stored file that an address names. */
export const keyOf = (url: string): string | undefined => (isFileKey(url) ? url : keyOfUrl(url))

/** Of the newest message first. */
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
    // Not in base64: only text comes like that, and says so itself.
    return part.type === 'file' && /^data:text\//i.test(url) ? part : unavailable(name)
  }
}

function createFilePart(bytes: Uint8Array, mediaType: string, filename: string): FilePart {
  const { buffer, byteOffset, byteLength } = bytes
  const base64 = Buffer.from(buffer, byteOffset, byteLength).toString('base64')
  const data = `data:${mediaType};base64,${base64}`
  return { type: 'file', data, mimeType: mediaType, filename }
}

/** Without an address the model is told that it is not there. */
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
 * Files that a call brings to the model without being kept are held to what kept ones are: a small
 * picture may stand for a gigabyte of pixels.
 *
 * @throws AlcoveError `file_rejected`, `too_large`, `invalid_request`.
 */
export function inspectInline(messages: readonly Message[], amountOf: AmountOf): void {
  for (const { role, content } of messages) {
    if (role !== 'user') continue
    for (const part of content) {
      if (part.type !== 'file' && part.type !== 'image') continue
      const url = part.type === 'file' ? part.data : part.image
      // In another form there is only text.
      if (!isDataUrl(url) || !BASE64_HEAD.test(url)) continue
      const { mediaType, bytes } = readDataUrl(url, amountOf('inlineDataBytes'))
      checkInlineType(mediaType, inspectFile(bytes, amountOf).mediaType)
    }
  }
}

import { AlcoveError } from '../../shared/errors.ts'
import type { FilePart, ImagePart, Message, MessagePart } from '../../shared/thread/message.ts'
import type { Files } from '../files/files.ts'
import { readDataUrl } from '../files/read-data-url.ts'
import { sniff } from '../files/sniff.ts'
import type { FileRow, Scope } from '../store/store.ts'
import { countInlineBytes, isDataUrl } from './inline-bytes.ts'

/** Files of one model call, all messages together; the newest have the first claim. */
export const MODEL_FILES_MAX_BYTES = 20_971_520

export interface ResolveSetup {
  readonly files: Pick<Files, 'find' | 'read'>
  readonly scope: Scope
  readonly maxBytes?: number
}

/**
 * Messages whose files hold their bytes, under the type that the bytes say: what a page calls them
 * counts for nothing, and a provider refuses a picture under a wrong name. Files that are not the
 * caller's, or too many, stay as their names.
 */
export async function resolveFiles(
  messages: readonly Message[],
  { files, scope, maxBytes = MODEL_FILES_MAX_BYTES }: ResolveSetup,
): Promise<readonly Message[]> {
  let left = maxBytes
  const resolved: Message[] = []

  const take = (bytes: number): boolean => {
    if (bytes > left) return false
    left -= bytes
    return true
  }

  async function resolve(part: MessagePart): Promise<MessagePart> {
    if (part.type !== 'file' && part.type !== 'image') return part
    const url = part.type === 'file' ? part.data : part.image
    const name = part.filename ?? 'unnamed'
    if (isDataUrl(url)) {
      return take(countInlineBytes(url)) ? sniffInline(part, url, name) : leftOut(name)
    }
    const row = await files.find(scope, url)
    if (!row) return unavailable(name)
    // Of a file that nobody looked at yet the length is known when it is read.
    if (row.bytes !== null && row.bytes > left) return leftOut(row.filename)
    return readStored(row)
  }

  async function readStored(row: FileRow): Promise<MessagePart> {
    try {
      const { bytes, mediaType, filename } = await files.read(row)
      return take(bytes.byteLength) ? createFilePart(bytes, mediaType, filename) : leftOut(filename)
    } catch (error) {
      if (error instanceof AlcoveError) return unavailable(row.filename)
      throw error
    }
  }

  for (const message of messages.toReversed()) {
    const content: MessagePart[] = []
    const isUser = message.role === 'user'
    for (const part of message.content) content.push(isUser ? await resolve(part) : part)
    resolved.unshift({ ...message, content })
  }
  return resolved
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

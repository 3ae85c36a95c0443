import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { FileRow } from '../store/store.ts'
import { keyOfStoredUrl, keyOfUrl, mapStrings, publicUrl } from './stored-urls.ts'

/** Files of one content that are looked up; a message has at most that many parts. */
export const FILES_PER_CONTENT_MAX = 200

/** Content with each signed URL of ours in the stored form, on this base. */
export const withStoredUrls = (base: string, content: JsonObject): JsonObject =>
  mapStrings(content, (text) => {
    const key = keyOfUrl(text)
    return key === undefined || keyOfStoredUrl(text) !== undefined ? text : publicUrl(base, key)
  })

/** Content with each stored URL of the scope's files replaced; others stay, and open nothing. */
export async function withReadUrls(
  content: JsonObject,
  find: (key: string) => Promise<FileRow | undefined>,
  presign: (row: FileRow) => Promise<string>,
): Promise<JsonObject> {
  const keys = new Set<string>()
  mapStrings(content, (text) => {
    const key = keyOfStoredUrl(text)
    if (key !== undefined && keys.size < FILES_PER_CONTENT_MAX) keys.add(key)
    return text
  })
  if (keys.size === 0) return content
  const addresses = new Map<string, string>()
  for (const key of keys) {
    const address = await openAddress(key, find, presign)
    if (address !== undefined) addresses.set(key, address)
  }
  return mapStrings(content, (text) => addresses.get(keyOfStoredUrl(text) ?? '') ?? text)
}

/** A file that never came, or was refused, takes nothing of the history away. */
async function openAddress(
  key: string,
  find: (key: string) => Promise<FileRow | undefined>,
  presign: (row: FileRow) => Promise<string>,
): Promise<string | undefined> {
  const row = await find(key)
  if (!row) return undefined
  try {
    return await presign(row)
  } catch (error) {
    if (error instanceof AlcoveError) return undefined
    throw error
  }
}

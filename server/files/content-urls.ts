import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import { eachInStep, inTurns, type Steps } from '../steps/in-turns.ts'
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

/**
 * Contents with each stored URL of the scope's files replaced; others stay, and open nothing. All files
 * are looked up at once, and none when there is no such URL.
 */
export async function withReadUrls(
  contents: readonly JsonObject[],
  findMany: (keys: readonly string[]) => Promise<readonly FileRow[]>,
  presign: (row: FileRow) => Promise<string>,
): Promise<readonly JsonObject[]> {
  const keysOf = await inTurns(storedKeys(contents))
  const keys = [...new Set(keysOf.flat())]
  if (keys.length === 0) return contents
  const rows = await findMany(keys)
  const addresses = new Map(
    await Promise.all(rows.map(async (row) => [row.key, await openAddress(row, presign)] as const)),
  )
  const withAddresses = (content: JsonObject, index: number) => {
    const known = new Set(keysOf[index])
    if (known.size === 0) return content
    return mapStrings(content, (text) => {
      const key = keyOfStoredUrl(text)
      return key !== undefined && known.has(key) ? (addresses.get(key) ?? text) : text
    })
  }
  // A content may have a hundred thousand texts.
  return inTurns(eachInStep(contents, withAddresses))
}

/** Values of a content that one step looks at. */
export const VALUES_PER_STEP = 5_000

/** Keys of the stored URLs of each content, each once and in order, no more than are looked up. */
function* storedKeys(contents: readonly JsonObject[]): Steps<readonly (readonly string[])[]> {
  const all: (readonly string[])[] = []
  for (const content of contents) all.push(yield* keysOfOne(content))
  return all
}

function* keysOfOne(content: JsonObject): Steps<readonly string[]> {
  const keys = new Set<string>()
  const waiting: JsonValue[] = [content]
  for (let looks = 1; waiting.length > 0 && keys.size < FILES_PER_CONTENT_MAX; looks += 1) {
    if (looks % VALUES_PER_STEP === 0) yield
    const value = waiting.pop()!
    if (typeof value === 'string') {
      const key = keyOfStoredUrl(value)
      if (key !== undefined) keys.add(key)
    } else if (typeof value === 'object' && value !== null) {
      const inside = Object.values(value) as readonly JsonValue[]
      // The last one that comes is the next one that is looked at.
      for (let index = inside.length - 1; index >= 0; index -= 1) waiting.push(inside[index]!)
    }
  }
  yield
  return [...keys]
}

/** A file that never came, or was refused, takes nothing of the history away. */
async function openAddress(
  row: FileRow,
  presign: (row: FileRow) => Promise<string>,
): Promise<string | undefined> {
  try {
    return await presign(row)
  } catch (error) {
    if (error instanceof AlcoveError) return undefined
    throw error
  }
}

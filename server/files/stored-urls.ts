import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import { eachInStep, inTurns, type Steps } from '../steps/in-turns.ts'
import type { FileRow } from '../store/store.ts'
import { isFileKey } from './object-store.ts'

/** Our addresses are shorter; longer texts are skipped. */
export const FILE_URL_MAX_CHARACTERS = 4_096

const STORED_PATH = '/v1/files/attachments/'
const SIGNED_PATH = '/files/'
/** A signed address has one of these: ours, and that of S3. */
const SIGNATURE = /(?:^|&)(?:signature|X-Amz-Signature)(?:[=&]|$)/

/** The stable URL of a file: it never changes, and opens nothing by itself. */
export const publicUrl = (base: string, key: string): string => `${base}${STORED_PATH}${key}`

/** The key in a stored URL, or in a signed one; undefined for any other text. */
export const keyOfUrl = (text: string): string | undefined =>
  keyOfStoredUrl(text) ?? keyOfSignedUrl(text)

/** Slashes may be escaped in JSON, though our own JSON never does. */
const NAMES_FILE = /\/v1\/files\/attachments\/|\\\/|\\u002f/i

/** True if a content, as JSON text, may contain a stored URL. */
export const mayNameFile = (json: string): boolean => NAMES_FILE.test(json)

/** The key in `<any base>/v1/files/attachments/<key>`, and nothing after it. */
export function keyOfStoredUrl(text: string): string | undefined {
  const [place, query] = splitUrl(text)
  return query === undefined ? keyAfter(place, STORED_PATH) : undefined
}

function keyOfSignedUrl(text: string): string | undefined {
  const [place, query] = splitUrl(text)
  return query !== undefined && SIGNATURE.test(query) ? keyAfter(place, SIGNED_PATH) : undefined
}

function splitUrl(text: string): readonly [place: string, query: string | undefined] {
  const isWeb = text.startsWith('https://') || text.startsWith('http://')
  if (!isWeb || text.length > FILE_URL_MAX_CHARACTERS || text.includes('#')) return ['', undefined]
  const mark = text.indexOf('?')
  return mark === -1 ? [text, undefined] : [text.slice(0, mark), text.slice(mark + 1)]
}

function keyAfter(place: string, path: string): string | undefined {
  const start = place.lastIndexOf('/') + 1
  const key = place.slice(start)
  return isFileKey(key) && place.slice(0, start).endsWith(path) ? key : undefined
}

/** Replaces every string of the content by the result of `change`. The rest is kept. */
export const mapStrings = (content: JsonObject, change: (text: string) => string): JsonObject =>
  mapValue(content, change) as JsonObject

/** Unchanged values are not copied: a content may have a hundred thousand of them. */
function mapValue(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null) return value
  return isList(value) ? mapList(value, change) : mapObject(value, change)
}

function mapList(list: readonly JsonValue[], change: (text: string) => string): JsonValue {
  let copy: JsonValue[] | undefined
  for (let index = 0; index < list.length; index += 1) {
    const item = list[index]!
    const changed = mapValue(item, change)
    if (changed === item) continue
    copy ??= [...list]
    copy[index] = changed
  }
  return copy ?? list
}

function mapObject(object: JsonObject, change: (text: string) => string): JsonValue {
  let changes: Map<string, JsonValue> | undefined
  for (const key of Object.keys(object)) {
    const item = object[key]!
    const changed = mapValue(item, change)
    if (changed !== item) (changes ??= new Map<string, JsonValue>()).set(key, changed)
  }
  if (!changes) return object
  return Object.fromEntries(
    Object.entries(object).map(([key, item]) => [key, changes.get(key) ?? item]),
  )
}

const isList = (value: object): value is readonly JsonValue[] => Array.isArray(value)

/** Keys in a content's stored or signed URLs, each once, in order. */
export function keysIn(content: JsonObject): readonly string[] {
  const keys = new Set<string>()
  mapStrings(content, (text) => {
    const key = keyOfUrl(text)
    if (key !== undefined) keys.add(key)
    return text
  })
  return [...keys]
}

/** Maximum of files of one content that are looked up; a message has at most that many parts. */
export const FILES_PER_CONTENT_MAX = 200

/** Content with each of our signed URLs in the stored form, on this base. */
export const withStoredUrls = (base: string, content: JsonObject): JsonObject =>
  mapStrings(content, (text) => {
    const key = keyOfUrl(text)
    return key === undefined || keyOfStoredUrl(text) !== undefined ? text : publicUrl(base, key)
  })

/**
 * Contents with each stored URL of the scope's files replaced; others stay, and open nothing. All files are
 * looked up at once, and none if there is no such URL.
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

/** Values of a content in one step. */
export const VALUES_PER_STEP = 5_000

/** Keys of the stored URLs of each content, each once and in order, at most the maximum of look-ups. */
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
      // Reversed, because the last one is taken next.
      for (let index = inside.length - 1; index >= 0; index -= 1) waiting.push(inside[index]!)
    }
  }
  yield
  return [...keys]
}

/** A file that never came, or was refused, removes nothing of the history. */
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

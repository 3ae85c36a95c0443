import type { JsonObject, JsonValue } from '../../shared/json.ts'
import { isFileKey } from './file-key.ts'

/** No address of ours is longer; nothing above is looked at. */
export const FILE_URL_MAX_CHARACTERS = 4_096

const STORED_PATH = '/v1/files/attachments/'
const SIGNED_PATH = '/files/'
/** A signed address carries one of these: ours, and that of S3. */
const SIGNATURE = /(?:^|&)(?:signature|X-Amz-Signature)(?:[=&]|$)/

/** The stable URL of a file: it stays, and opens nothing by itself. */
export const publicUrl = (base: string, key: string): string => `${base}${STORED_PATH}${key}`

/** The key in a stored URL, or in a signed one; undefined for any other text. */
export const keyOfUrl = (text: string): string | undefined =>
  keyOfStoredUrl(text) ?? keyOfSignedUrl(text)

/** Slashes may be escaped in JSON, though ours never does. */
const NAMES_FILE = /\/v1\/files\/attachments\/|\\\/|\\u002f/i

/** Whether a content, as JSON text, can have a stored URL in it. */
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

/** Every string of the content, replaced by what `change` makes of it. The rest is kept as it is. */
export const mapStrings = (content: JsonObject, change: (text: string) => string): JsonObject =>
  mapValue(content, change) as JsonObject

/** What holds nothing that changes is not copied: a content may have a hundred thousand values. */
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

/** Keys that a content names by stored or signed URL, each once, in order. */
export function keysIn(content: JsonObject): readonly string[] {
  const keys = new Set<string>()
  mapStrings(content, (text) => {
    const key = keyOfUrl(text)
    if (key !== undefined) keys.add(key)
    return text
  })
  return [...keys]
}

import type { JsonValue } from '../../shared/json.ts'

/** What ends one container and begins the next thing in it. */
const BRACKETS_BYTES = 2
const COMMA_BYTES = 1
const COLON_BYTES = 1

/**
 * Whether a value has more than `maxBytes` as JSON text in UTF-8. It looks no further than that many
 * bytes reach: one of a whole body costs no more than one that is a little too large.
 */
export const isJsonLonger = (value: JsonValue, maxBytes: number): boolean =>
  bytesLeft(value, maxBytes) < 0

/** What is left of so many bytes after the value; anything below zero for one that has more. */
function bytesLeft(value: JsonValue, bytes: number): number {
  if (typeof value === 'string') return bytes - textBytes(value, bytes)
  if (typeof value !== 'object' || value === null) return bytes - JSON.stringify(value).length
  let left = bytes - BRACKETS_BYTES
  let isFirst = true
  // The keys of an object one by one: a list of all of them would be as long as it is.
  for (const key in value) {
    if (left < 0) break
    if (!Object.hasOwn(value, key)) continue
    if (!isFirst) left -= COMMA_BYTES
    isFirst = false
    if (!Array.isArray(value)) left -= textBytes(key, left) + COLON_BYTES
    left = bytesLeft((value as Readonly<Record<string, JsonValue>>)[key] ?? null, left)
  }
  return left
}

/** At least as much as there is room for, where a text is longer. */
const textBytes = (text: string, room: number): number =>
  text.length > room ? room + 1 : Buffer.byteLength(JSON.stringify(text))

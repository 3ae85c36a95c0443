import type { JsonObject, JsonValue } from '../../shared/json.ts'

/** Around a list or an object, and in it. */
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
  const isList = Array.isArray(value)
  const names = isList ? undefined : Object.keys(value)
  const items = (names ?? value) as readonly JsonValue[]
  let left = bytes - BRACKETS_BYTES - Math.max(0, items.length - 1) * COMMA_BYTES
  for (const item of items) {
    if (left < 0) break
    if (isList) left = bytesLeft(item, left)
    else {
      const name = item as string
      left -= textBytes(name, left) + COLON_BYTES
      left = bytesLeft((value as JsonObject)[name] ?? null, left)
    }
  }
  return left
}

/** At least as much as there is room for, where a text is longer. */
const textBytes = (text: string, room: number): number =>
  text.length > room ? room + 1 : Buffer.byteLength(JSON.stringify(text))

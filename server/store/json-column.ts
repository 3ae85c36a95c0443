import { isPlainObject, type JsonObject, type JsonValue } from '../../shared/json.ts'

/** JSON is kept as text in both engines: Postgres' `jsonb` would reorder keys and refuse U+0000. */
export const toColumn = (value: JsonObject): string => JSON.stringify(value)

/** The column was written by {@link toColumn}: its shape needs no second look. */
export const fromColumn = (text: string): JsonObject => JSON.parse(text) as JsonObject

/** Whether a stored column says the same as `value`, whatever the order of the keys. */
export function isSameJson(text: string, value: JsonObject): boolean {
  const other = toColumn(value)
  if (text === other) return true
  // The same keys and values in another order are as long.
  return text.length === other.length && isSameValue(fromColumn(text), fromColumn(other))
}

/**
 * Whether two values are the same, whatever the order of keys. Both were read from JSON: nothing else is
 * looked at, so it is many times as fast as a comparison of any values.
 */
export function isSameValue(one: JsonValue, other: JsonValue): boolean {
  if (Array.isArray(one)) {
    const [items, others] = [one as readonly JsonValue[], other]
    if (!Array.isArray(others) || others.length !== items.length) return false
    return items.every((item, index) => isSameValue(item, (others as JsonValue[])[index] ?? null))
  }
  if (!isPlainObject(one)) return one === other
  if (!isPlainObject(other)) return false
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length) return false
  return keys.every(
    (key) =>
      Object.hasOwn(other, key) && isSameValue(one[key] as JsonValue, other[key] as JsonValue),
  )
}

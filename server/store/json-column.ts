import { isPlainObject, type JsonObject, type JsonValue } from '../../shared/json.ts'
import type { Steps } from '../steps/in-turns.ts'
import { parseText } from '../steps/parse-text.ts'
import { writeJson } from '../steps/write-json.ts'

/** JSON is stored as text in both engines: Postgres' `jsonb` would reorder keys and refuse U+0000. */
export const toColumn = (value: JsonObject): string => JSON.stringify(value)

/** The column was written by {@link toColumn}, so its shape is not validated. */
export const fromColumn = (text: string): JsonObject => JSON.parse(text) as JsonObject

/** The same in short steps, for a text of half a megabyte. */
export function* readColumn(text: string): Steps<JsonObject> {
  return (yield* parseText(text)) as JsonObject
}

export interface ColumnComparison {
  /** The value as column text. */
  readonly column: string
  /** True if the stored value is equal, regardless of the order of keys. */
  readonly isSame: boolean
}

/** Compares a value with a stored column, in short steps. */
export function* compareColumn(text: string, value: JsonObject): Steps<ColumnComparison> {
  const column = yield* writeJson(value)
  // Equal values in another order of keys have texts of equal length.
  const isLike = text !== column && text.length === column.length
  const isSame = isLike
    ? yield* isSameValue(yield* readColumn(text), yield* readColumn(column))
    : text === column
  return { column, isSame }
}

/** Pairs of values in one step of a comparison. */
const PAIRS_PER_STEP = 5_000

/**
 * True if two parsed JSON values are equal, regardless of the order of keys. Many times faster than a general
 * comparison, since only JSON types are handled.
 */
function* isSameValue(one: JsonValue, other: JsonValue): Steps<boolean> {
  // Pairs on a stack: a value, followed by its counterpart.
  const waiting: JsonValue[] = [other, one]
  for (let looks = 1; waiting.length > 0; looks += 1) {
    if (looks % PAIRS_PER_STEP === 0) yield
    if (!pushInside(waiting, waiting.pop()!, waiting.pop()!)) return false
  }
  return true
}

/** Adds the pairs inside of two values; false for two that differ in themselves. */
function pushInside(waiting: JsonValue[], one: JsonValue, other: JsonValue): boolean {
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || other.length !== one.length) return false
    for (let index = 0; index < one.length; index += 1) {
      waiting.push((other as JsonValue[])[index]!, (one as JsonValue[])[index]!)
    }
    return true
  }
  if (!isPlainObject(one)) return one === other
  if (!isPlainObject(other)) return false
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length) return false
  for (const key of keys) {
    if (!Object.hasOwn(other, key)) return false
    waiting.push(other[key] as JsonValue, one[key] as JsonValue)
  }
  return true
}

import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../../shared/json.ts'

/** JSON is kept as text in both engines: Postgres' `jsonb` would reorder keys and refuse U+0000. */
export const toColumn = (value: JsonObject): string => JSON.stringify(value)

/** The column was written by {@link toColumn}: its shape needs no second look. */
export const fromColumn = (text: string): JsonObject => JSON.parse(text) as JsonObject

/** Whether a stored column says the same as `value`, whatever the order of the keys. */
export const isSameJson = (text: string, value: JsonObject): boolean =>
  isDeepStrictEqual(fromColumn(text), fromColumn(toColumn(value)))

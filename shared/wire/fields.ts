import * as v from 'valibot'
import { isPlainObject } from '../json.ts'
import type { JsonObject, JsonValue } from '../json.ts'

/** Maximum length of an id or name that a caller gives to a row. */
export const EXTERNAL_ID_MAX = 255
/** Maximum keys of one object with arbitrary keys, in a body of a chat or a run. */
export const OBJECT_KEYS_MAX = 200

export const jsonObject = v.custom<JsonObject>(isPlainObject, 'Expected an object.')

/** A time since 1970 in any spelling of ISO 8601; answers always use milliseconds and `Z`. */
export const isoTime = v.pipe(
  v.string(),
  v.isoTimestamp('Expected an ISO 8601 time.'),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'Expected an ISO 8601 time.'),
  v.check((text) => Date.parse(text) >= 0, 'Expected a time since 1970.'),
)

export const id = v.pipe(v.string(), v.minLength(1), v.maxLength(EXTERNAL_ID_MAX))
export const externalId = v.nullish(id)

/** Counted first, because validating an endless list takes endless time. */
export const arrayUpTo = <Item extends v.GenericSchema>(max: number, item: Item) =>
  v.pipe(
    v.custom<unknown>(
      (value) => !Array.isArray(value) || value.length <= max,
      `Expected at most ${max} items.`,
    ),
    v.array(item),
    // The same check again, in the form that the description of the API reads.
    v.maxLength(max),
  )

/** An object that accepts any other keys too. Counted first, as in {@link arrayUpTo}. */
export const looseObjectUpTo = <const Entries extends v.ObjectEntries>(
  max: number,
  entries: Entries,
) =>
  v.pipe(
    v.custom<unknown>(
      (value) => !isPlainObject(value) || Object.keys(value).length <= max,
      `Expected at most ${max} keys.`,
    ),
    v.looseObject(entries),
  )

export const errorBodySchema = v.looseObject({
  error: v.optional(v.string()),
  message: v.optional(v.string()),
  hint: v.optional(v.string()),
  details: v.optional(v.unknown()),
})

/** The body of every failed call. `error` is a code, `message` a sentence. */
export interface ErrorBody {
  readonly error: string
  readonly message: string
  readonly hint?: string
  readonly details?: JsonValue
}

import { isJsonValue, isPlainObject, type JsonObject } from './json.ts'

/** Maximum of a page's data: its fields, and one field's name, which people read. */
export const CONTEXT_FIELDS_MAX = 32
export const CONTEXT_NAME_MAX_CHARACTERS = 64
/** Maximum of all fields together, as JSON in UTF-8. */
export const CONTEXT_DATA_MAX_BYTES = 16_384

/** The expected form, for errors. */
export const CONTEXT_DATA_EXPECTED = `at most ${CONTEXT_FIELDS_MAX} fields with names of 1 to ${CONTEXT_NAME_MAX_CHARACTERS} characters, ${CONTEXT_DATA_MAX_BYTES} bytes together as JSON`

/** True for data of the page that the model may read, by names that people read. */
export function isContextData(value: unknown): value is JsonObject {
  if (!isPlainObject(value) || !isJsonValue(value)) return false
  const names = Object.keys(value)
  return (
    names.length <= CONTEXT_FIELDS_MAX &&
    names.every((name) => name.trim() !== '' && name.length <= CONTEXT_NAME_MAX_CHARACTERS) &&
    new TextEncoder().encode(JSON.stringify(value)).length <= CONTEXT_DATA_MAX_BYTES
  )
}

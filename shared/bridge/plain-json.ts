import { AlcoveError } from '../errors.ts'
import { isJsonValue } from '../json.ts'
import type { JsonValue } from '../json.ts'

/**
 * Returns the text that `JSON.stringify` returns on a page without changed prototypes. Old libraries add a
 * `toJSON` to lists, objects and dates, which makes texts within texts; the `toJSON` of other classes of the
 * page still applies.
 *
 * @throws the errors of `JSON.stringify`.
 */
export const plainJsonText = (value: unknown): string | undefined =>
  JSON.stringify(value, function readRaw(this: object, key: string, written: unknown) {
    const raw: unknown = Reflect.get(this, key)
    if (raw instanceof Date) return Number.isNaN(raw.getTime()) ? null : raw.toISOString()
    return isTaught(raw) ? raw : written
  })

function isTaught(raw: unknown): boolean {
  const toJson: unknown = Reflect.get(Object(raw), 'toJSON')
  return [Object, Array].some(({ prototype }) => Reflect.get(prototype, 'toJSON') === toJson)
}

interface NearestJson {
  readonly json: JsonValue
  /** False: a part of the value was lost. */
  readonly isExact: boolean
}

/** The value itself, or its conversion by JSON, or else a text. Never throws. */
export function nearestJson(value: unknown): NearestJson {
  if (isJsonValue(value)) return { json: value, isExact: true }
  const text = jsonText(value)
  if (text === undefined) return { json: plainText(value), isExact: false }
  const json: unknown = JSON.parse(text)
  // Too deep to be read as a value: as a text it is still complete.
  return { json: isJsonValue(json) ? json : text, isExact: false }
}

function jsonText(value: unknown): string | undefined {
  try {
    return plainJsonText(value)
  } catch {
    return undefined
  }
}

function plainText(value: unknown): string {
  try {
    return String(value)
  } catch {
    return typeof value
  }
}

/** Maximum of a thrown value's text, in characters. */
export const THROWN_LIMIT_CHARACTERS = 8_192

/** The model's text about a value that a tool threw. Never throws itself. */
export function describeThrown(error: unknown): string {
  try {
    const text = error instanceof AlcoveError ? error.message : String(error)
    return text.slice(0, THROWN_LIMIT_CHARACTERS)
  } catch {
    return 'Error'
  }
}

import { isPlainObject, isText, type JsonObject, type JsonValue } from '../../shared/json.ts'

/** Protocols of model servers. */
export type Protocol = 'chat' | 'responses' | 'messages'

/**
 * Makes of one body's events those that the provider's package reads. Servers of the same protocol differ, and the
 * package refuses an event for one field of another type.
 */
export interface Mender {
  /** Returns the same event if nothing is odd; else the events in its place, or none. */
  mend(event: JsonObject): JsonObject | readonly JsonObject[]
  /**
   * Returns the events that the package needs to see that the answer is whole; none if neither an end nor a reason
   * came.
   *
   * @param isMarked true for an end mark; false for an orderly end of the body.
   */
  end(isMarked: boolean): readonly JsonObject[]
  /** Returns the events of an answer that came as one object; `undefined` for any other object. */
  unfold(answer: JsonObject): readonly JsonObject[] | undefined
}

/** @param onOdd called for each event or field that is passed over, with words for the operator. */
export type CreateMender = (onOdd: (words: string) => void) => Mender

/** A provider's error in place of an event or an answer. */
export interface SaidError {
  readonly message: string
  readonly type?: string
  readonly code?: string | number
}

/** Fields with a status or a code, most telling first. */
const CODE_FIELDS = ['code', 'status_code', 'statusCode', 'status'] as const

/** Reads an error in any of the forms that servers send; `undefined` for another event. */
export function readSaidError(event: JsonObject): SaidError | undefined {
  const { error = null, type, object } = event
  if (typeof error === 'string' && error !== '') return createError({ message: error }, event)
  if (isPlainObject(error) && Object.keys(error).length > 0) return createError(error, event)
  if (type !== 'error' && object !== 'error') return undefined
  const { message } = event
  return isPlainObject(message) ? createError(message, {}) : createError(event, {})
}

function createError(inner: JsonObject, outer: JsonObject): SaidError {
  const { message } = inner
  const type = [inner['type'], outer['type']].find((each) => isText(each) && each !== 'error')
  const code = CODE_FIELDS.flatMap((name) => [inner[name], outer[name]]).find(
    (each) => isText(each) || typeof each === 'number',
  )
  return {
    message: typeof message === 'string' ? message : '',
    ...(isText(type) ? { type } : {}),
    ...(isText(code) || typeof code === 'number' ? { code } : {}),
  }
}

/**
 * Returns the object with one value replaced; the same object if the value is missing, null or stays.
 *
 * @param mend returns the value in the package's type; null: there is none.
 */
export function change(
  object: JsonObject,
  key: string,
  mend: (value: JsonValue) => JsonValue,
): JsonObject {
  const value = object[key]
  if (value === undefined || value === null) return object
  const next = mend(value)
  return next === value ? object : { ...object, [key]: next }
}

/** Numbers are written as text. */
export function toText(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : null
}

/** Texts of a number become one; other values become null. */
export function toNumber(value: JsonValue): JsonValue {
  if (typeof value === 'number') return value
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : null
}

const COUNT = /_tokens$/

/** Counts of tokens as numbers, also those of details. */
export function mendUsage(value: JsonValue): JsonValue {
  if (!isPlainObject(value)) return null
  let usage: JsonObject = value
  for (const [name, count] of Object.entries(usage)) {
    if (COUNT.test(name)) usage = change(usage, name, toNumber)
    else if (isPlainObject(count)) usage = change(usage, name, mendUsage)
  }
  return usage
}

export const NAME_MAX_CHARACTERS = 64

/** A name is one word: a sentence in its place may be a person's. */
const NAME = /^[\w.:/-]*$/

/** A server's own word for a log, cut to {@link NAME_MAX_CHARACTERS}; `"…"` in place of anything but a word. */
export function quoteName(name: JsonValue | undefined): string {
  if (typeof name !== 'string') return 'none'
  const cut = name.slice(0, NAME_MAX_CHARACTERS)
  return NAME.test(cut) ? JSON.stringify(cut) : '"…"'
}

/** Some servers send arguments as the object itself. */
export const toArguments = (value: JsonValue): JsonValue =>
  typeof value === 'string' ? value : JSON.stringify(value)

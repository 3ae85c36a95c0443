import type { JsonValue } from './json.ts'

/** `JSON.stringify` escapes halves of characters, and nothing else that begins so. */
const HALF_START = '\\ud'
/** Each escape as a whole: the `u` behind an escaped backslash begins none. */
const ESCAPE_PATTERN = /\\(?:u(d[89a-f][\da-f]{2})|.)/g
/** In a text of somebody else's, in which whole characters may be escaped as well. */
const MAYBE_HALF_PATTERN = /\\u[dD][89a-fA-F]/

/**
 * The value with each half of a character, in strings and in names, as U+FFFD. Providers refuse a
 * request that holds one, and a row that holds one would have every later request refused.
 */
export function wellFormedJson<Value extends JsonValue>(value: Value): Value {
  const text = JSON.stringify(value)
  return text.includes(HALF_START) ? (JSON.parse(replaceHalves(text)) as Value) : value
}

/** The same for a JSON text; one that is no JSON only loses the halves that are not escaped. */
export function wellFormedJsonText(text: string): string {
  if (!MAYBE_HALF_PATTERN.test(text)) return text.toWellFormed()
  try {
    return replaceHalves(JSON.stringify(JSON.parse(text)))
  } catch {
    return text.toWellFormed()
  }
}

/** @param written what `JSON.stringify` wrote. */
const replaceHalves = (written: string): string =>
  written.replace(ESCAPE_PATTERN, (escape: string, half: string | undefined) =>
    half === undefined ? escape : '\ufffd',
  )

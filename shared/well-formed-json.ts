import type { JsonValue } from './json.ts'

/** `JSON.stringify` escapes lone surrogates, and nothing else that begins so. */
const HALF_START = '\\ud'
/** Matches each escape as a whole: the `u` after an escaped backslash begins none. */
const ESCAPE_PATTERN = /\\(?:u(d[89a-f][\da-f]{2})|.)/g
/** For a text of another writer, which may escape whole characters as well. */
const MAYBE_HALF_PATTERN = /\\u[dD][89a-fA-F]/

/**
 * Replaces lone surrogates, in strings and in names, by U+FFFD. Providers refuse a request that contains one,
 * and a row with one would make them refuse every later request.
 */
export function wellFormedJson<Value extends JsonValue>(value: Value): Value {
  const text = JSON.stringify(value)
  return text.includes(HALF_START) ? (JSON.parse(replaceHalves(text)) as Value) : value
}

/** The same for a JSON text; in malformed JSON only unescaped lone surrogates are replaced. */
export function wellFormedJsonText(text: string): string {
  if (!MAYBE_HALF_PATTERN.test(text)) return text.toWellFormed()
  try {
    return replaceHalves(JSON.stringify(JSON.parse(text)))
  } catch {
    return text.toWellFormed()
  }
}

/** @param written output of `JSON.stringify`. */
const replaceHalves = (written: string): string =>
  written.replace(ESCAPE_PATTERN, (escape: string, half: string | undefined) =>
    half === undefined ? escape : '\ufffd',
  )

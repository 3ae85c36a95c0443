import type { JsonValue } from '../../shared/json.ts'

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
  if (!text.includes(HALF_START)) return value
  const whole = text.replace(ESCAPE_PATTERN, (escape: string, half: string | undefined) =>
    half === undefined ? escape : '\ufffd',
  )
  return JSON.parse(whole) as Value
}

/** The same for a JSON text; one that is no JSON only loses the halves that are not escaped. */
export function wellFormedJsonText(text: string): string {
  if (!MAYBE_HALF_PATTERN.test(text)) return text.toWellFormed()
  try {
    return JSON.stringify(wellFormedJson(JSON.parse(text) as JsonValue))
  } catch {
    return text.toWellFormed()
  }
}

/** Passes text on in pieces that never end in half a character. */
export interface WholeCharacters {
  push(piece: string): string
  /** What is left at the end; half a character becomes U+FFFD. */
  end(): string
}

/**
 * Providers cut between the two halves of an emoji. Each piece is stored and sent for itself, as UTF-8,
 * where a half does not survive: it waits for the other one. U+0000 goes, since Postgres refuses it.
 */
export function createWholeCharacters(): WholeCharacters {
  let half = ''
  return {
    push(piece) {
      const text = half + piece
      const last = text.charCodeAt(text.length - 1)
      const endsInHalf = last >= 0xd800 && last <= 0xdbff
      half = endsInHalf ? text.slice(-1) : ''
      return clean(endsInHalf ? text.slice(0, -1) : text)
    },
    end() {
      const text = clean(half)
      half = ''
      return text
    },
  }
}

function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

import type { JsonValue } from '../../../../shared/json.ts'
import { markInvisible } from '../../../../shared/mark-invisible.ts'

/** Characters of arguments or result that are shown before "Show all". */
export const PREVIEW_CHARACTERS = 2000

const SECRET_KEY =
  /pass(word|phrase|code)?$|passwd|secret|token|api[-_ ]?key|private[-_ ]?key|authorization|credential|cookie|^pin$|^cvv|^cvc/i
const COUNT_KEY = /tokens?$/i
const MASK = '••••••'

// `"key": "val` with or without its end: arguments are printed while they stream in.
const TEXT_ENTRY = /"((?:[^"\\]|\\.)*)"(\s*:\s*)"((?:[^"\\]|\\.)*)("|\\?$)/g

/** Readable JSON in which values of keys that name a secret are masked. */
export function printToolJson(value: JsonValue | undefined): string {
  const text =
    typeof value === 'string' ? printText(value) : (JSON.stringify(value, maskSecret, 2) ?? '')
  return markInvisible(text)
}

/** Tools often answer with JSON as text; what is no JSON, or not yet, keeps its form. */
function printText(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text), maskSecret, 2)
  } catch {
    return text.replace(TEXT_ENTRY, (whole, key: string, colon: string, value: string) =>
      SECRET_KEY.test(key) && value !== '' ? `"${key}"${colon}"${MASK}"` : whole,
    )
  }
}

/** The value of a key, or dots if the key says that it is a secret. */
export function maskSecret(key: string, value: JsonValue): JsonValue {
  if (!SECRET_KEY.test(key) || value === null || value === '' || typeof value === 'boolean') {
    return value
  }
  // How many tokens something took is no secret.
  return typeof value === 'number' && COUNT_KEY.test(key) ? value : MASK
}

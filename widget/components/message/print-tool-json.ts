import type { JsonValue } from '../../../shared/json.ts'

/** Characters of arguments or result that are shown before "Show all". */
export const PREVIEW_CHARACTERS = 2000

const SECRET_KEY = /pass(word|phrase)?$|secret|token|api[-_]?key|authorization|credential|cookie/i
const MASK = '••••••'

/** Readable JSON in which values of keys that name a secret are masked. */
export function printToolJson(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value
  return (
    JSON.stringify(
      value,
      (key, inner: JsonValue) =>
        SECRET_KEY.test(key) && typeof inner === 'string' && inner !== '' ? MASK : inner,
      2,
    ) ?? ''
  )
}

import { NIGHTLY_HOUR } from '../../../shared/desk/settings.ts'
import type { JsonValue } from '../../../shared/json.ts'

/**
 * Reads `cases.nightly`, which the file and the calls may also say as true or false.
 *
 * @returns an hour in UTC; undefined: no run each night; another value is wrong, and shown as it is.
 */
export function readHour(nightly: JsonValue | undefined): JsonValue | undefined {
  if (nightly === true) return NIGHTLY_HOUR
  return nightly === false ? undefined : nightly
}

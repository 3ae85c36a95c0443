import {
  PROVIDER_RETRY_AFTER_LIMIT_MS,
  PROVIDER_RETRY_DELAY_MS,
  PROVIDER_RETRY_FACTOR,
} from './provider-limits.ts'

export type ResponseHeaders = Readonly<Record<string, string>>

/**
 * How long to wait before retry number `attempt` (from 0): what the provider wishes, when that is 0 to
 * 60 s, else 2 s, 4 s, 8 s, …
 *
 * @param date the wall clock, since `Retry-After` may be a date
 */
export function retryDelayMs(attempt: number, headers: ResponseHeaders, date: Date): number {
  const wished = retryAfterMs(headers, date)
  const isHonoured = wished >= 0 && wished <= PROVIDER_RETRY_AFTER_LIMIT_MS
  return isHonoured ? wished : PROVIDER_RETRY_DELAY_MS * PROVIDER_RETRY_FACTOR ** attempt
}

/** `NaN` without a wish that can be read. */
function retryAfterMs(headers: ResponseHeaders, date: Date): number {
  // OpenAI's own, finer than the standard's.
  const ms = headers['retry-after-ms']
  if (ms !== undefined && /^\d+(\.\d+)?$/.test(ms)) return Number(ms)
  const value = headers['retry-after']
  if (value === undefined) return Number.NaN
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000
  return Date.parse(value) - date.getTime()
}

import {
  PROVIDER_RETRY_AFTER_LIMIT_MS,
  PROVIDER_RETRY_DELAY_MS,
  PROVIDER_RETRY_FACTOR,
} from './provider-limits.ts'

const NUMBER = /^\d+(\.\d+)?$/

export type ResponseHeaders = Readonly<Record<string, string>>

/**
 * How long to wait before retry number `attempt` (from 0): what the provider wishes, else 2 s, 4 s, 8 s, …
 * `undefined`: it wishes for more than 60 s, so that nobody should wait for it.
 */
export function retryDelayMs(attempt: number, wishedMs: number | undefined): number | undefined {
  if (wishedMs === undefined) return PROVIDER_RETRY_DELAY_MS * PROVIDER_RETRY_FACTOR ** attempt
  return wishedMs <= PROVIDER_RETRY_AFTER_LIMIT_MS ? wishedMs : undefined
}

/**
 * How long a provider wishes to be left alone; `undefined` without a wish that can be read.
 *
 * @param date the wall clock, since `Retry-After` may be a date
 */
export function readRetryAfterMs(headers: ResponseHeaders, date: Date): number | undefined {
  // OpenAI's own, finer than the standard's.
  const ms = headers['retry-after-ms']
  if (ms !== undefined && NUMBER.test(ms)) return Number(ms)
  const value = headers['retry-after']
  if (value === undefined) return undefined
  if (NUMBER.test(value)) return Number(value) * 1000
  const wished = Date.parse(value) - date.getTime()
  return wished >= 0 ? wished : undefined
}

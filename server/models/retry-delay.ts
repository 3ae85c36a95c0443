import {
  PROVIDER_RETRY_AFTER_LIMIT_MS,
  PROVIDER_RETRY_DELAY_MS,
  PROVIDER_RETRY_FACTOR,
} from './provider-limits.ts'

const NUMBER = /^\d+(\.\d+)?$/

export type ResponseHeaders = Readonly<Record<string, string>>

/**
 * Delay before retry number `attempt` (from 0): the provider's requested one, else 2 s, 4 s, 8 s, …
 * `undefined`: that is more than `longestMs`, which is too long to wait.
 */
export function retryDelayMs(
  attempt: number,
  wishedMs: number | undefined,
  longestMs = PROVIDER_RETRY_AFTER_LIMIT_MS,
): number | undefined {
  const waitMs = wishedMs ?? PROVIDER_RETRY_DELAY_MS * PROVIDER_RETRY_FACTOR ** attempt
  return waitMs <= longestMs ? waitMs : undefined
}

/**
 * The pause that a provider requests; `undefined` without a readable request.
 *
 * @param date the wall clock, since `Retry-After` may be a date
 */
export function readRetryAfterMs(headers: ResponseHeaders, date: Date): number | undefined {
  // OpenAI's own header, finer than the standard one.
  const ms = headers['retry-after-ms']
  if (ms !== undefined && NUMBER.test(ms)) return Number(ms)
  const value = headers['retry-after']
  if (value === undefined) return undefined
  if (NUMBER.test(value)) return Number(value) * 1000
  const wished = Date.parse(value) - date.getTime()
  return wished >= 0 ? wished : undefined
}

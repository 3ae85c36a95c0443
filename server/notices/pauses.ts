const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Pauses of webhooks after each failed attempt; more than a day in all. */
export const HOOK_PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
]

/** Pauses of mails: servers that refuse strangers at first take them after some minutes. */
export const MAIL_PAUSES_MS: readonly number[] = [
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  12 * HOUR_MS,
]

/**
 * Time of the next attempt.
 *
 * @param tries attempts that have failed.
 * @returns undefined after the last one.
 */
export function nextAttempt(
  pauses: readonly number[],
  tries: number,
  now: number,
): string | undefined {
  const pause = pauses[tries - 1]
  return pause === undefined ? undefined : new Date(now + pause).toISOString()
}

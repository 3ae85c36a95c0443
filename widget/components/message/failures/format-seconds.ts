const SECOND_MS = 1000
/** From here on tenths tell nothing. */
const WHOLE_FROM_SECONDS = 10

/** A short span as a figure, for example "0.8s". */
export function formatSeconds(locale: string, durationMs: number): string {
  const seconds = durationMs / SECOND_MS
  const digits = seconds < WHOLE_FROM_SECONDS ? 1 : 0
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(seconds)
}

const SECOND_MS = 1000
const MINUTE_SECONDS = 60

/**
 * A span in words, for example "6 seconds" or "2 minutes, 5 seconds". Whole seconds, at least one:
 * "0 seconds" tells nobody anything. `Intl.DurationFormat` is too young to lean on.
 */
export function formatDuration(locale: string, durationMs: number): string {
  const total = Math.max(1, Math.round(durationMs / SECOND_MS))
  const minutes = Math.floor(total / MINUTE_SECONDS)
  const seconds = total % MINUTE_SECONDS
  const write = (unit: 'minute' | 'second', count: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  const parts = [
    ...(minutes > 0 ? [write('minute', minutes)] : []),
    ...(seconds > 0 ? [write('second', seconds)] : []),
  ]
  return new Intl.ListFormat(locale, { type: 'unit' }).format(parts)
}

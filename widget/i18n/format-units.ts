const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
const STEP = 1024

/** Formats a size, for example "20 MB" or "1.5 kB". */
export function formatBytes(locale: string, bytes: number): string {
  let unit = 0
  let value = bytes
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP
    unit += 1
  }
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[unit]!,
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value)
}

const SECOND_MS = 1000
const MINUTE_SECONDS = 60

/**
 * Formats a duration, for example "6 seconds" or "2 minutes, 5 seconds". Whole seconds, at least one, since "0
 * seconds" is not informative. `Intl.DurationFormat` is too new to use.
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

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 60 * MINUTE_SECONDS

/** What is left, as "2:00:00", "1:05" or, within the last minute, "42s". */
export function formatCountdown(locale: string, seconds: number): string {
  const hours = Math.floor(seconds / HOUR_SECONDS)
  const minutes = Math.floor((seconds % HOUR_SECONDS) / MINUTE_SECONDS)
  const rest = seconds % MINUTE_SECONDS
  const write = (value: number, options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(locale, options).format(value)
  const writeTwo = (value: number) => write(value, { minimumIntegerDigits: 2 })
  if (hours > 0) return `${write(hours)}:${writeTwo(minutes)}:${writeTwo(rest)}`
  if (minutes > 0) return `${write(minutes)}:${writeTwo(rest)}`
  return write(rest, { style: 'unit', unit: 'second', unitDisplay: 'narrow' })
}

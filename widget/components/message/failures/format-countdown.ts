const MINUTE_SECONDS = 60

/** What is left, as "1:05" or, within the last minute, "42s". */
export function formatCountdown(locale: string, seconds: number): string {
  const minutes = Math.floor(seconds / MINUTE_SECONDS)
  const rest = seconds % MINUTE_SECONDS
  const write = (value: number, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, options).format(value)
  if (minutes === 0) {
    return write(rest, { style: 'unit', unit: 'second', unitDisplay: 'narrow' })
  }
  return `${write(minutes, {})}:${write(rest, { minimumIntegerDigits: 2 })}`
}

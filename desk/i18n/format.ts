/** Formats dates, numbers and money for a reader, in the desk's time zone and currency. */
export interface Format {
  number(value: number): string
  /** "1.2M". */
  compact(value: number): string
  /** "12 %" of 0.12. */
  percent(share: number): string
  /** Small amounts keep their first digits. */
  money(value: number): string
  /** "Nov 29, 2026". A day such as 2026-11-29 is the same day everywhere. */
  day(day: string): string
  /** "Nov 29". */
  shortDay(day: string): string
  /** "Nov 29, 2026, 14:05". */
  dateTime(time: string): string
  /** "14:05". */
  time(time: string): string
  /** "5 minutes ago", and a date after a week. */
  ago(time: string, nowMs: number): string
  /**
   * "820 ms", "3.4 s", "2 min".
   *
   * @param beside another time that stands beside it: both have the unit of the larger one.
   */
  duration(milliseconds: number, beside?: number | null): string
  /** English for "en". */
  language(tag: string): string
}

export interface FormatOptions {
  readonly locale: string
  readonly timeZone: string
  readonly currency: string
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const DAYS_AGO_MAX = 7
/** Below it, cents alone would hide the amount. */
const SMALL_AMOUNT = 1
const SMALL_AMOUNT_DIGITS = 2

/** @throws RangeError if the time zone or the currency is unknown; the server checks both at its start. */
export function createFormat({ locale, timeZone, currency }: FormatOptions): Format {
  const number = new Intl.NumberFormat(locale)
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const small = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumSignificantDigits: SMALL_AMOUNT_DIGITS,
    maximumSignificantDigits: SMALL_AMOUNT_DIGITS,
  })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const shortDay = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const dateTime = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const languages = new Intl.DisplayNames(locale, { type: 'language' })
  const unit = (name: string, digits: number) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    })
  const milliseconds = unit('millisecond', 0)
  const [seconds, smallSeconds] = [unit('second', 1), unit('second', 2)]
  const [minutes, smallMinutes] = [unit('minute', 1), unit('minute', 2)]

  return {
    number: (value) => number.format(value),
    compact: (value) => compact.format(value),
    percent: (share) => percent.format(share),
    money: (value) =>
      value !== 0 && Math.abs(value) < SMALL_AMOUNT ? small.format(value) : money.format(value),
    day: (text) => day.format(new Date(text)),
    shortDay: (text) => shortDay.format(new Date(text)),
    dateTime: (text) => dateTime.format(new Date(text)),
    time: (text) => time.format(new Date(text)),
    ago(text, nowMs) {
      const elapsed = nowMs - Date.parse(text)
      if (elapsed < MINUTE_MS) return relative.format(0, 'minute')
      if (elapsed < HOUR_MS) return relative.format(-Math.floor(elapsed / MINUTE_MS), 'minute')
      if (elapsed < DAY_MS) return relative.format(-Math.floor(elapsed / HOUR_MS), 'hour')
      const days = Math.floor(elapsed / DAY_MS)
      return days <= DAYS_AGO_MAX ? relative.format(-days, 'day') : date.format(new Date(text))
    },
    duration(value, beside) {
      const largest = Math.max(value, beside ?? 0)
      if (largest < SECOND_MS) return milliseconds.format(value)
      const [size, inUnit, finer] =
        largest < MINUTE_MS
          ? ([SECOND_MS, seconds, smallSeconds] as const)
          : ([MINUTE_MS, minutes, smallMinutes] as const)
      // With one digit the smaller of two would be zero.
      return (value / size < 0.1 ? finer : inUnit).format(value / size)
    },
    language(tag) {
      try {
        return languages.of(tag) ?? tag
      } catch {
        return tag
      }
    },
  }
}

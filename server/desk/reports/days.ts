const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** More than any zone is away from UTC. */
const OFFSET_MAX_MINUTES = 16 * 60

/** Calendar days of a time zone. Days are texts, such as `2026-11-29`. */
export interface Days {
  /** The day of an instant, in milliseconds since 1970. */
  dayAt(ms: number): string
  /** The first instant of a day; days may have 23 or 25 hours. */
  startOf(day: string): Date
}

/** @param timeZone IANA name. */
export function createDays(timeZone: string): Days {
  // Swedish dates are those of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  const dayAt = (ms: number) => format.format(ms)
  return {
    dayAt,
    startOf(day) {
      const midnight = Date.parse(day) / MINUTE_MS
      let before = midnight - OFFSET_MAX_MINUTES
      let inside = midnight + OFFSET_MAX_MINUTES
      // The first minute of the day is the first one whose day is not an earlier one.
      while (inside - before > 1) {
        const middle = Math.floor((before + inside) / 2)
        if (dayAt(middle * MINUTE_MS) < day) before = middle
        else inside = middle
      }
      return new Date(inside * MINUTE_MS)
    },
  }
}

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, '2026-11-29'.length)

/** Days from one to another, both included. */
export const listDays = (from: string, to: string): string[] =>
  Array.from({ length: countDays(from, to) }, (_, index) => addDays(from, index))

/** Number of days from one to another, both included. */
export const countDays = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** False for days that no calendar has, such as `2026-02-30`. */
export const isCalendarDay = (day: string): boolean =>
  !Number.isNaN(Date.parse(day)) && addDays(day, 0) === day

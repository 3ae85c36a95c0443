/** Days of a report, both included. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** Lengths of the periods that end today. */
export const PERIOD_DAYS = [7, 28, 90, 365] as const
export type PeriodDays = (typeof PERIOD_DAYS)[number]

const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000

/** The last one, because it takes longer to make than to use. */
let known: { readonly timeZone: string; readonly format: Intl.DateTimeFormat } | undefined

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  if (known?.timeZone === timeZone) return known.format
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  known = { timeZone, format }
  return format
}

/** The present day in a time zone, such as 2026-11-29. */
export function todayIn(timeZone: string, nowMs: number): string {
  const parts = dayFormat(timeZone).formatToParts(nowMs)
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${read('year')}-${read('month')}-${read('day')}`
}

/** The day that is `days` after another one. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** The last `days` days, today included. */
export const lastDays = (today: string, days: number): Period => ({
  from: addDays(today, 1 - days),
  to: today,
})

/** Reads the period in an address; the last seven days if it names none, or none that is a period. */
export function readPeriod(search: { from?: unknown; to?: unknown }, today: string): Period {
  const { from, to } = search
  const isPeriod =
    typeof from === 'string' && typeof to === 'string' && isDay(from) && isDay(to) && from <= to
  return isPeriod ? { from, to } : lastDays(today, 7)
}

const isDay = (text: string): boolean => {
  if (!DAY.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Which of the usual lengths the period has; null: other dates. */
export const lengthOf = ({ from, to }: Period, today: string): PeriodDays | null =>
  to === today ? (PERIOD_DAYS.find((days) => addDays(today, 1 - days) === from) ?? null) : null

/** The moment at which a day begins in a time zone, as ISO 8601. */
export function dayStart(day: string, timeZone: string): string {
  const asUtc = Date.parse(`${day}T00:00:00Z`)
  // Twice, since the first step may cross a change of the clock.
  const first = asUtc - offsetAt(asUtc, timeZone)
  return new Date(asUtc - offsetAt(first, timeZone)).toISOString()
}

/** Milliseconds by which a time zone's clock is ahead of UTC at a moment. */
function offsetAt(timeMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(timeMs)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const clock = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  )
  return clock - Math.floor(timeMs / 1_000) * 1_000
}

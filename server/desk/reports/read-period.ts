import { AlcoveError } from '../../../shared/errors.ts'
import type { ReportPeriod } from '../../store/store.ts'
import { addDays, countDays, isCalendarDay, type Days } from './days.ts'

/** Days of a report at most: a year that has a 29 February. */
export const PERIOD_DAYS_MAX = 366
const DEFAULT_DAYS = 7
/** Days that a period, and the one before it, can be counted from and to. */
const FIRST_DAY = '1970-01-01'
const LAST_DAY = '9999-01-01'

export interface AskedPeriod {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A period, and the one of the same length before it. */
export interface ComparedPeriods {
  readonly period: ReportPeriod
  readonly before: ReportPeriod
}

/**
 * Completes the days that a call asks for: without them the last seven, with one of them seven days from or to
 * it.
 *
 * @param now milliseconds since 1970.
 * @throws AlcoveError `invalid_request`.
 */
export function readPeriod(asked: AskedPeriod, days: Days, now: number): ComparedPeriods {
  for (const name of ['from', 'to'] as const) requireDay(name, asked[name])
  const today = days.dayAt(now)
  const to = asked.to ?? (asked.from === undefined ? today : addDays(asked.from, DEFAULT_DAYS - 1))
  const from = asked.from ?? addDays(to, 1 - DEFAULT_DAYS)
  const count = countDays(from, to)
  if (count < 1) throw createPeriodError(`from is ${from}, which is after to, ${to}.`)
  if (count > PERIOD_DAYS_MAX) {
    throw createPeriodError(
      `From ${from} to ${to} are ${count} days; a report has at most ${PERIOD_DAYS_MAX}.`,
    )
  }
  return {
    period: toPeriod(days, from, to),
    before: toPeriod(days, addDays(from, -count), addDays(from, -1)),
  }
}

const toPeriod = (days: Days, from: string, to: string): ReportPeriod => ({
  from,
  to,
  start: days.startOf(from).toISOString(),
  end: days.startOf(addDays(to, 1)).toISOString(),
})

function requireDay(name: string, day: string | undefined): void {
  if (day === undefined) return
  if (!isCalendarDay(day)) throw createPeriodError(`${name} is ${day}, a day that no calendar has.`)
  if (day >= FIRST_DAY && day <= LAST_DAY) return
  throw createPeriodError(`${name} is ${day}; expected a day from ${FIRST_DAY} to ${LAST_DAY}.`)
}

const createPeriodError = (message: string): AlcoveError =>
  new AlcoveError('invalid_request', message)

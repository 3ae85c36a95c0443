import type { ReportWeek } from '../../store/store.ts'
import { addDays, type Days } from '../reports/days.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const WEEK_DAYS = 7
/** 1 January 1970 was a Thursday. */
const FIRST_THURSDAY = 3
/** Time of a report after midnight, so that it lies on top in the morning. */
export const REPORT_AFTER_MS = 6 * HOUR_MS

/** The last whole week, and the times of its report and of the next one. */
export interface ReportedWeek extends ReportWeek {
  readonly due: string
  readonly nextDue: string
}

/**
 * @param firstWeekday 1: Monday, 7: Sunday.
 * @param now milliseconds since 1970.
 */
export function weekBefore(days: Days, firstWeekday: number, now: number): ReportedWeek {
  const today = days.dayAt(now - REPORT_AFTER_MS)
  const weekday = ((Date.parse(today) / DAY_MS + FIRST_THURSDAY) % WEEK_DAYS) + 1
  const start = addDays(today, -((weekday - firstWeekday + WEEK_DAYS) % WEEK_DAYS))
  const dueOn = (day: string) =>
    new Date(days.startOf(day).getTime() + REPORT_AFTER_MS).toISOString()
  return {
    from: addDays(start, -WEEK_DAYS),
    to: addDays(start, -1),
    due: dueOn(start),
    nextDue: dueOn(addDays(start, WEEK_DAYS)),
  }
}

/** Days of a report, and the instants at which they begin and end in the desk's time zone. */
export interface ReportPeriod {
  /** `2026-11-29`; both days are included. */
  readonly from: string
  readonly to: string
  /** ISO 8601, UTC; the end is not included. */
  readonly start: string
  readonly end: string
}

/** Projects of a report; `undefined`: all of them. */
export type ReportedProject = string | undefined

const DAY_MS = 86_400_000
/** Days that one statement reads: a longer one would hold other calls of an embedded database. */
const DAYS_PER_STATEMENT = 8
/** Days of all projects together. */
const DAYS_OF_ALL_PER_STATEMENT = 2

const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, '2026-11-29'.length)

/**
 * Splits days into parts for one statement each, oldest first.
 *
 * @param isShared the database is a server of its own, which holds no other call with the days of a project.
 */
export function* daySlices(
  project: ReportedProject,
  { from, to }: Pick<ReportPeriod, 'from' | 'to'>,
  isShared: boolean,
): Generator<Pick<ReportPeriod, 'from' | 'to'>, void, void> {
  if (isShared && project !== undefined) {
    yield { from, to }
    return
  }
  const end = Date.parse(to)
  const days = project === undefined ? DAYS_OF_ALL_PER_STATEMENT : DAYS_PER_STATEMENT
  for (let start = Date.parse(from); start <= end; start += days * DAY_MS) {
    const last = Math.min(end, start + (days - 1) * DAY_MS)
    yield { from: toDay(start), to: toDay(last) }
  }
}

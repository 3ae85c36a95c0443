import { expect, test } from 'vitest'
import { createDays } from '../reports/days.ts'
import { weekBefore } from './weeks.ts'

test.each([
  // Monday, a minute before and at the time of the report.
  ['2026-11-30T04:59:00Z', 1, '2026-11-16', '2026-11-22', '2026-11-30T05:00:00.000Z'],
  ['2026-11-30T05:00:00Z', 1, '2026-11-23', '2026-11-29', '2026-12-07T05:00:00.000Z'],
  ['2026-12-03T12:00:00Z', 1, '2026-11-23', '2026-11-29', '2026-12-07T05:00:00.000Z'],
  // The week begins on Sunday.
  ['2026-11-30T05:00:00Z', 7, '2026-11-22', '2026-11-28', '2026-12-06T05:00:00.000Z'],
  // The clock changes in the next week.
  ['2027-03-24T12:00:00Z', 1, '2027-03-15', '2027-03-21', '2027-03-29T04:00:00.000Z'],
] as const)(
  'at %s, with weeks from day %s, the last one is %s to %s',
  (at, first, from, to, next) => {
    const week = weekBefore(createDays('Europe/Berlin'), first, Date.parse(at))
    expect([week.from, week.to, week.nextDue]).toEqual([from, to, next])
  },
)

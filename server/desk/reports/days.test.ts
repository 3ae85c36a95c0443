import { describe, expect, test } from 'vitest'
import { addDays, createDays, isCalendarDay } from './days.ts'
import { PERIOD_DAYS_MAX, readPeriod } from './read-period.ts'

const HOUR_MS = 3_600_000
const hoursOf = (zone: string, day: string) => {
  const days = createDays(zone)
  return (days.startOf(addDays(day, 1)).getTime() - days.startOf(day).getTime()) / HOUR_MS
}

test.each([
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['Europe/Berlin', '2026-11-29', 24],
  // Midnight itself is skipped.
  ['Africa/Cairo', '2026-04-24', 23],
  ['America/Santiago', '2026-09-06', 23],
  ['Australia/Lord_Howe', '2026-10-04', 23.5],
  ['Pacific/Kiritimati', '2026-11-29', 24],
])('a day of %s, %s, has %d hours', (zone, day, hours) => {
  expect(hoursOf(zone, day)).toBe(hours)
})

test.each(['Europe/Berlin', 'Africa/Cairo', 'America/Santiago', 'Asia/Kathmandu', 'UTC'])(
  'each instant in %s belongs to the day that begins last before it',
  (zone) => {
    const days = createDays(zone)
    for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
      const start = days.startOf(day).getTime()
      expect(days.dayAt(start)).toBe(day)
      expect(days.dayAt(start - 1)).toBe(addDays(day, -1))
    }
  },
)

test('only days of a calendar are days', () => {
  expect(['2024-02-29', '2026-02-29', '2026-13-01', '2026-11-31'].map(isCalendarDay)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

describe('the period of a report', () => {
  const days = createDays('Europe/Berlin')
  const now = Date.parse('2026-11-28T23:30:00Z')
  const read = (from?: string, to?: string) => readPeriod({ from, to }, days, now)

  test('is the last seven days of the desk’s time zone, and the seven before', () => {
    expect(read()).toEqual({
      period: {
        from: '2026-11-23',
        to: '2026-11-29',
        start: '2026-11-22T23:00:00.000Z',
        end: '2026-11-29T23:00:00.000Z',
      },
      before: {
        from: '2026-11-16',
        to: '2026-11-22',
        start: '2026-11-15T23:00:00.000Z',
        end: '2026-11-22T23:00:00.000Z',
      },
    })
  })
  test('has seven days if one end of it is given', () => {
    expect(read('2026-03-01').period).toMatchObject({ from: '2026-03-01', to: '2026-03-07' })
    expect(read(undefined, '2026-03-07').period).toMatchObject({ from: '2026-03-01' })
  })
  test('has at most a year', () => {
    const last = addDays('2025-01-01', PERIOD_DAYS_MAX - 1)
    expect(read('2025-01-01', last).period.to).toBe(last)
    expect(() => read('2025-01-01', addDays(last, 1))).toThrow('are 367 days')
  })
  test('is refused if it ends before it begins, or no calendar has its days', () => {
    expect(read('2026-03-02', '2026-03-02').before.from).toBe('2026-03-01')
    expect(() => read('2026-03-02', '2026-03-01')).toThrow('which is after to')
    expect(read('1970-01-01').before.from).toBe('1969-12-25')
    expect(() => read('0000-01-01')).toThrow('expected a day from 1970-01-01 to 9999-01-01')
    expect(read(undefined, '9999-01-01').period.end).toBe('9999-01-01T23:00:00.000Z')
    expect(() => read(undefined, '9999-01-02')).toThrow('expected a day from')
    expect(() => read('2026-02-30')).toThrow('from is 2026-02-30, a day that no calendar has.')
  })
})

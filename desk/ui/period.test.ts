import { expect, test } from 'vitest'
import { lastDays, lengthOf, readPeriod, todayIn } from './period.ts'

const TODAY = '2026-03-02'

test('a day begins in the desk’s time zone', () => {
  const midnightInBerlin = Date.parse('2026-03-01T23:30:00Z')
  expect(todayIn('Europe/Berlin', midnightInBerlin)).toBe('2026-03-02')
  expect(todayIn('America/New_York', midnightInBerlin)).toBe('2026-03-01')
})

test('a period includes both of its days, across the end of a month', () => {
  expect(lastDays(TODAY, 7)).toEqual({ from: '2026-02-24', to: TODAY })
  expect(lengthOf({ from: '2026-02-24', to: TODAY }, TODAY)).toBe(7)
  expect(lengthOf({ from: '2026-02-23', to: TODAY }, TODAY)).toBeNull()
  expect(lengthOf({ from: '2026-02-23', to: '2026-03-01' }, TODAY)).toBeNull()
})

test.each([
  {},
  { from: '2026-02-30', to: TODAY },
  { from: '2026-03-02', to: '2026-03-01' },
  { from: 'yesterday', to: TODAY },
  { from: '2026-03-01' },
])('an address with %o shows the last seven days', (search) => {
  expect(readPeriod(search, TODAY)).toEqual({ from: '2026-02-24', to: TODAY })
})

test('an address names a period', () => {
  const period = { from: '2026-01-01', to: '2026-01-31' }
  expect(readPeriod(period, TODAY)).toEqual(period)
})

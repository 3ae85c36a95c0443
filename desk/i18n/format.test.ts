import { expect, test } from 'vitest'
import { createFormat } from './format.ts'

const berlin = createFormat({ locale: 'en-GB', timeZone: 'Europe/Berlin', currency: 'EUR' })
const NOW = Date.parse('2026-11-29T12:00:00Z')

test('times are those of the desk, days those of the report', () => {
  expect(berlin.dateTime('2026-11-28T23:30:00Z')).toBe('29 Nov 2026, 00:30')
  expect(berlin.day('2026-11-28')).toBe('28 Nov 2026')
  const honolulu = createFormat({ locale: 'en', timeZone: 'Pacific/Honolulu', currency: 'USD' })
  expect(honolulu.day('2026-11-28')).toBe('Nov 28, 2026')
})

test('small amounts keep their first digits', () => {
  expect(berlin.money(0.00123)).toBe('€0.0012')
  expect(berlin.money(0.006)).toBe('€0.0060')
  expect(berlin.money(0)).toBe('€0.00')
  expect(berlin.money(1234.5)).toBe('€1,234.50')
})

test.each([
  ['2026-11-29T11:59:30Z', 'this minute'],
  ['2026-11-29T11:00:30Z', '59 minutes ago'],
  ['2026-11-29T11:00:00Z', '1 hour ago'],
  ['2026-11-22T12:00:00Z', '7 days ago'],
  ['2026-11-21T12:00:00Z', '21 Nov 2026'],
])('%s is %s', (time, words) => {
  expect(berlin.ago(time, NOW)).toBe(words)
})

test('durations have the unit of their size, and unknown languages stay as they are', () => {
  const { duration } = createFormat({ locale: 'en', timeZone: 'UTC', currency: 'USD' })
  expect(duration(820)).toBe('820 ms')
  expect(duration(3_400)).toBe('3.4 sec')
  expect(duration(90_000)).toBe('1.5 min')
  expect([duration(515, 2_400), duration(2_400, 515)]).toEqual(['0.5 sec', '2.4 sec'])
  expect([duration(40, 2_400), duration(820, null)]).toEqual(['0.04 sec', '820 ms'])
  expect(berlin.language('de')).toBe('German')
  expect(berlin.language('not a tag')).toBe('not a tag')
})

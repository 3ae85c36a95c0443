import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  CRAWL_BYTES_MAX,
  CRAWL_MINUTES_MAX,
  DEPTH_MAX,
  everyMs,
  PAGES_MAX,
  PATTERN_MAX_CHARACTERS,
  PATTERNS_MAX,
  sourceOptionEntries,
  webAddress,
} from './source-options.ts'

const schema = v.strictObject(sourceOptionEntries)
const isValid = (options: unknown) => v.safeParse(schema, options).success

test('a source that says nothing is read once a day, for all users, within bounds', () => {
  expect(v.parse(schema, {})).toEqual({
    include: [],
    exclude: [],
    every: '1d',
    depth: 5,
    limits: { pages: 2_000, bytes: 1_000_000_000, minutes: 120 },
  })
})

test.each([
  ['pages', (pages: number) => ({ limits: { pages } }), PAGES_MAX],
  ['bytes', (bytes: number) => ({ limits: { bytes } }), CRAWL_BYTES_MAX],
  ['minutes', (minutes: number) => ({ limits: { minutes } }), CRAWL_MINUTES_MAX],
  ['links', (depth: number) => ({ depth }), DEPTH_MAX],
  ['patterns', (length: number) => ({ include: Array.from({ length }, () => '*') }), PATTERNS_MAX],
  [
    'characters of a pattern',
    (length: number) => ({ exclude: ['x'.repeat(length)] }),
    PATTERN_MAX_CHARACTERS,
  ],
])('takes the greatest number of %s and no greater one', (_, options, max) => {
  expect(isValid(options(max))).toBe(true)
  expect(isValid(options(max + 1))).toBe(false)
})

test.each([
  ['1h', 3_600_000],
  ['7d', 604_800_000],
  ['2160h', 7_776_000_000],
  ['90d', 7_776_000_000],
  ['2161h', undefined],
  ['91d', undefined],
  ['0d', undefined],
  ['1.5d', undefined],
  ['1w', undefined],
  ['', undefined],
])('reads %j as a time', (text, ms) => {
  expect(everyMs(text)).toBe(ms)
  expect(isValid({ every: text })).toBe(ms !== undefined)
})

test.each([
  'ftp://a.example/',
  'https://ada:pw@a.example/',
  'a.example',
  'https://',
  'https://a b/',
  '',
])('refuses %j as an address', (text) => {
  expect(v.safeParse(webAddress, text).success).toBe(false)
})

test('an address has no fragment', () => {
  expect(v.parse(webAddress, 'https://A.example/b?c=d#e')).toBe('https://a.example/b?c=d')
})

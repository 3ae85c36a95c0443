import { expect, test } from 'vitest'
import { LIMIT_DEFAULTS } from '../limits/limit-table.ts'
import { parseConfig } from './parse-config.ts'

const parse = (cases: object) =>
  parseConfig({ projects: { shop: { cases } } }, { name: 'a.ts', limits: LIMIT_DEFAULTS }).get(
    'shop',
  )!.cases

test.each([
  [undefined, null],
  [false, null],
  [true, 3],
  [0, 0],
  [23, 23],
])('nightly: %j is hour %j in UTC', (nightly, hour) => {
  expect(parse({ nightly, judge: 'openai/gpt-5' })).toEqual({
    required: false,
    judge: 'openai/gpt-5',
    nightly: hour,
  })
})

test.each([
  [{ nightly: -1 }, 'a.ts: projects.shop.cases.nightly: expected a whole number from 0 to 23'],
  [{ nightly: 24 }, 'cases.nightly: expected a whole number from 0 to 23, but it is 24'],
  [{ nightly: 'night' }, 'cases.nightly: expected true, false or an hour from 0 to 23'],
  [{ judge: 'gpt-5' }, 'a.ts: projects.shop.cases.judge: expected openai/<model>, anthropic/'],
  [{ judges: 'demo' }, 'cases: unknown key "judges"; did you mean "judge"?'],
])('%j is refused with its place', (cases, message) => {
  expect(() => parse(cases)).toThrow(message)
})

import { expect, test } from 'vitest'
import {
  AMOUNT_DEFAULTS,
  BUDGET_DEFAULTS,
  LIMIT_DEFAULTS,
  LIMIT_NAMES,
  overrideLimits,
  parseLimits,
  RATE_DEFAULTS,
  type RateName,
} from './limit-table.ts'

const rateNames = Object.keys(RATE_DEFAULTS) as RateName[]
const amountNames = Object.keys(AMOUNT_DEFAULTS)

/** The values of a table, as one flat object. */
function countsOf({
  rates,
  amounts,
  budgets,
}: ReturnType<typeof parseLimits>): Record<string, number> {
  const counts = rates === 'off' ? [] : rateNames.map((name) => [name, rates[name].count])
  return { ...Object.fromEntries(counts), ...amounts, ...budgets }
}

test('without ALCOVE_LIMITS the defaults hold', () => {
  expect(parseLimits(undefined)).toBe(LIMIT_DEFAULTS)
  expect(parseLimits('{}')).toEqual(LIMIT_DEFAULTS)
})

test.each(LIMIT_NAMES)('ALCOVE_LIMITS replaces %s and keeps the rest', (name) => {
  const table = parseLimits(JSON.stringify({ [name]: 7 }))

  expect(countsOf(table)).toEqual({ ...countsOf(LIMIT_DEFAULTS), [name]: 7 })
})

test.each(rateNames)('the window of %s stays, and the count may come at once', (name) => {
  const { rates } = parseLimits(JSON.stringify({ [name]: 7 }))
  const { windowSeconds } = RATE_DEFAULTS[name]

  expect(rates).toMatchObject({ [name]: { count: 7, windowSeconds } })
  expect(rates !== 'off' && rates[name].burst).toBeUndefined()
})

test('several names are replaced together, and the last table wins', () => {
  const first = parseLimits('{"fileBytes":1,"runsPerUserPerDay":2}')
  const second = overrideLimits(first, { fileBytes: 3 }, 'projects.shop.limits')

  expect(countsOf(second)).toMatchObject({ fileBytes: 3, runsPerUserPerDay: 2 })
  expect(countsOf(first)).toMatchObject({ fileBytes: 1 })
})

test('off counts nobody, and amounts stand', () => {
  const table = parseLimits('off')

  expect(table.rates).toBe('off')
  expect(table.amounts).toEqual(AMOUNT_DEFAULTS)
})

test('a project under off still sets amounts, and its rates stay off', () => {
  const table = overrideLimits(parseLimits('off'), { fileBytes: 3, runsPerUserPerDay: 2 }, 'here')

  expect(table.rates).toBe('off')
  expect(table.amounts).toEqual({ ...AMOUNT_DEFAULTS, fileBytes: 3 })
})

test.each(['on', '7', '[]', 'null', '"off"', '{', ''])(
  'ALCOVE_LIMITS=%s is refused, and the error says where the names are',
  (text) => {
    expect(() => parseLimits(text)).toThrow(`ALCOVE_LIMITS: it is ${JSON.stringify(text)}`)
    expect(() => parseLimits(text)).toThrow('.env.example lists all names.')
  },
)

test.each(['runs', '__proto__', 'constructor', 'RunsPerUserPerDay', ''])(
  'the unknown name "%s" is refused by its name',
  (name) => {
    expect(() => parseLimits(`{${JSON.stringify(name)}:1}`)).toThrow(
      `ALCOVE_LIMITS: unknown name "${name}"`,
    )
  },
)

test.each([
  ['fileByte', 'did you mean "fileBytes"?'],
  ['RunsPerUserPerDay', 'did you mean "runsPerUserPerDay"?'],
  ['colour', '.env.example lists all names.'],
])('the unknown name "%s" is answered with %s', (name, rest) => {
  expect(() => parseLimits(`{"${name}":1}`)).toThrow(`unknown name "${name}"; ${rest}`)
})

test.each([
  ['pdfSeconds', 'a positive whole number of seconds, such as 30.'],
  ['orphanUploadHours', 'a positive whole number of hours, such as 24.'],
  ['filesPerMessage', 'a positive whole number, such as 10.'],
  ['runsPerUserPerDay', 'a positive whole number, such as 1000.'],
])('a wrong %s is told its kind', (name, expected) => {
  expect(() => parseLimits(`{"${name}":"5mb"}`)).toThrow(`${name} is "5mb"; expected ${expected}`)
})

test.each(['0', '-1', '1.5', '"3"', 'null', 'true', '[3]', '1e400', '9007199254740992'])(
  'a count of %s is refused by the name of its key',
  (count) => {
    for (const name of ['runsPerUserPerDay', 'fileBytes']) {
      expect(() => parseLimits(`{"${name}":${count}}`)).toThrow(`ALCOVE_LIMITS: ${name} is `)
    }
  },
)

test.each([1, Number.MAX_SAFE_INTEGER])('a count of %i is taken', (count) => {
  expect(countsOf(parseLimits(`{"fileBytes":${count}}`))).toMatchObject({ fileBytes: count })
})

test.each([
  [0, '0'],
  [Number.NaN, 'NaN'],
  [3n, '3n'],
  ['3', '"3"'],
  [undefined, 'undefined'],
  [{ count: 3 }, '{ count: 3 }'],
])('what is no JSON (%s) is refused as it stands in the configuration', (count, shown) => {
  expect(() =>
    overrideLimits(LIMIT_DEFAULTS, { fileBytes: count }, 'projects.shop.limits'),
  ).toThrow(
    `projects.shop.limits: fileBytes is ${shown}; expected a positive whole number of bytes, such as 20971520.`,
  )
})

test('every default is a positive whole number, and no name stands twice', () => {
  for (const count of Object.values(countsOf(LIMIT_DEFAULTS))) {
    expect(Number.isSafeInteger(count) && count > 0).toBe(true)
  }
  expect(new Set(LIMIT_NAMES).size).toBe(
    rateNames.length + amountNames.length + Object.keys(BUDGET_DEFAULTS).length,
  )
})

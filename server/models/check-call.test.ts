import { describe, expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import { createArgumentsCheck } from './check-call.ts'

const checkOf = (parameters: JsonObject) =>
  createArgumentsCheck({ name: 'order', parameters: { type: 'object', ...parameters } })

/** The issues of arguments, as the model reads them. */
function issuesOf(parameters: JsonObject, args: JsonObject): unknown {
  const text = checkOf(parameters)(args)
  return text === undefined ? [] : JSON.parse(text.slice(text.indexOf('[')))
}

function refusalOf(parameters: JsonObject): AlcoveError {
  try {
    checkOf(parameters)
  } catch (error) {
    if (error instanceof AlcoveError) return error
  }
  throw new Error('the schema was taken')
}

describe('a refused call', () => {
  const text = { type: 'string' }
  test.each<[string, JsonObject, JsonObject, readonly (readonly [string[], string])[]]>([
    [
      'every fault at once',
      { properties: { a: { minLength: 3 }, 'b/c#d': text }, required: ['e'] },
      { a: 'x', 'b/c#d': 1 },
      [
        [[], 'Instance does not have required property "e".'],
        [['a'], 'String is too short (1 < 3).'],
        [['b/c#d'], 'Instance type "number" is invalid. Expected "string".'],
      ],
    ],
    [
      'alternatives with what each lacks',
      { oneOf: [{ required: ['sku'] }, { required: ['isbn'] }] },
      {},
      [
        [[], 'Instance does not match exactly one subschema (0 matches).'],
        [[], 'Instance does not have required property "sku".'],
        [[], 'Instance does not have required property "isbn".'],
      ],
    ],
    [
      'the cause alone of a condition',
      { if: { required: ['a'] }, then: { required: ['b'] } },
      { a: 1 },
      [[[], 'Instance does not have required property "b".']],
    ],
    [
      'a name that is not allowed',
      { properties: { a: text }, additionalProperties: false },
      { b: 1 },
      [[['b'], 'No value is allowed here.']],
    ],
  ])('names %s', (_, parameters, args, issues) => {
    expect(issuesOf(parameters, args)).toEqual(issues.map(([path, message]) => ({ path, message })))
  })
})

const at = (place: JsonObject): JsonObject => ({ properties: { lines: { items: place } } })

test.each<[string, JsonObject, string, string]>([
  [
    'a type that does not exist',
    at({ type: 'strng' }),
    '#/properties/lines/items/type: Instance does not match any of ["array","boolean","integer"',
    '2020-12',
  ],
  ['a list where names stand', at({ properties: [] }), '/items/properties: Instance type', ''],
  ['required as in draft-03', at({ required: true }), '/items/required: Instance type "boole', ''],
  ['a pattern that is none', at({ pattern: '(' }), '/pattern: String does not match format', ''],
  ['a tuple of draft-07', at({ items: [{}] }), '/lines/items/items: Instance type', 'prefixItems'],
  ['a bound of draft-04', at({ minimum: 1, exclusiveMinimum: true }), '/exclusiveMinimum: ', ''],
  [
    'a reference to nowhere',
    at({ $ref: '#/properties/from' }),
    '#/properties/lines/items: the reference "#/properties/from" leads nowhere.',
    'inside of the schema',
  ],
  [
    'a reference to the network',
    at({ $ref: 'https://shop.example/line.json' }),
    'the reference "https://shop.example/line.json" leads nowhere.',
    'inside of the schema',
  ],
  ['a dynamic reference', at({ $dynamicRef: '#a' }), '$dynamicRef is not supported', '$anchor'],
  ['a reference to itself', { $ref: '#' }, 'leads back to itself without end.', ''],
  [
    'an unknown dialect',
    { $schema: 'https://json-schema.org/draft/next/schema' },
    '$schema is "https://json-schema.org/draft/next/schema", an unknown dialect.',
    '2019-09',
  ],
])('ends the start with the tool and the place: %s', (_, parameters, problem, remedy) => {
  const { code, message, hint = '' } = refusalOf(parameters)

  expect(code).toBe('config_invalid')
  expect(message).toMatch(/^The parameters of the tool order cannot be checked: /)
  expect(message).toContain(problem)
  expect(hint).toContain(remedy)
})

test.each([
  ['draft-07', 'http://json-schema.org/draft-07/schema#', { items: [{ type: 'number' }] }],
  ['draft-04', 'http://json-schema.org/draft-04/schema', { minimum: 1, exclusiveMinimum: true }],
])('takes in a dialect what others refuse: %s', (_, $schema, form) => {
  expect(() => checkOf({ $schema, ...at(form) })).not.toThrow()
  expect(() => checkOf(at(form))).toThrow(AlcoveError)
})

test('ends a check that would take years, and goes on', () => {
  const slow = { properties: { a: { type: 'string', pattern: '^(a+)+$' } } }

  expect(issuesOf(slow, { a: `${'a'.repeat(48)}!` })).toEqual([
    { path: [], message: expect.stringContaining('took too long') },
  ])
  expect(issuesOf(slow, { a: 'aaa' })).toEqual([])
})

test('refuses a call whose schema leads back to itself further down', () => {
  const endless = { properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { $ref: '#/$defs/a' } } }

  expect(issuesOf(endless, { a: 1 })).toEqual([
    { path: [], message: 'The schema of the arguments leads back to itself without end.' },
  ])
  expect(issuesOf(endless, { b: 1 })).toEqual([])
})

test('checks a schema once, and leaves it as it is', () => {
  const parameters = Object.freeze({ type: 'object', $ref: '#/$defs/a', $defs: { a: {} } })
  const written = JSON.stringify(parameters)

  const check = createArgumentsCheck({ name: 'a', parameters })

  expect(createArgumentsCheck({ name: 'b', parameters })).toBe(check)
  expect(check({})).toBeUndefined()
  expect(JSON.stringify(parameters)).toBe(written)
})

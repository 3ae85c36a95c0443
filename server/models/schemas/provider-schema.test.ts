import { expect, test } from 'vitest'
import type { JsonObject } from '../../../shared/json.ts'
import { createToolSet } from '../tool-set.ts'
import { FLAT_SCHEMA_MAX_CHARACTERS, FLAT_SOURCES_MAX } from './flatten-schema.ts'
import { RULE_MAX_CHARACTERS, toProviderSchema } from './provider-schema.ts'

const textOf = (length: number) => ({ description: 'x'.repeat(length) })
const named = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ properties: { [`p${index}`]: {} } }))

test('a page’s tool is sent in the same form, also without a type', () => {
  const parameters = { allOf: [{ properties: { id: { type: 'string' } }, required: ['id'] }] }

  const { declared } = createToolSet({ tools: [{ name: 'show', parameters }] })

  const id = { type: 'string' }
  expect(declared).toEqual([
    {
      type: 'function',
      name: 'show',
      inputSchema: { type: 'object', properties: { id }, required: ['id'] },
    },
  ])
})

test(
  'thousands of required names are read at once, and each is sent once',
  { timeout: 10_000 },
  () => {
    const names = Array.from({ length: 40_000 }, (_, index) => `name${index}`)

    const { parameters } = toProviderSchema({ required: [...names, 'name0'] })

    expect(parameters['required']).toEqual(names)
  },
)

test(
  'thousands of types are refused at once, and each known type is taken',
  { timeout: 10_000 },
  () => {
    const known = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']
    const many = Array.from({ length: 60_000 }, (_, index) => `type${index}`)
    const isTaken = (type: string[]) => {
      // A valid schema is written anew, an invalid one is sent as it is.
      const { parameters } = toProviderSchema({ $comment: 'a', properties: { a: { type } } })
      return parameters['$comment'] === undefined
    }

    expect(isTaken(known)).toBe(true)
    expect(isTaken([...known, 'string'])).toBe(false)
    expect(isTaken(['string', 'string'])).toBe(false)
    expect(isTaken([...known, ...many])).toBe(false)
  },
)

test('a rule stands after the tool’s own description', () => {
  const parameters = { type: 'object', not: { required: ['a'] } }
  const tool = { name: 'show', description: 'Shows it.', parameters }

  const [declared] = createToolSet({ tools: [tool] }).declared ?? []

  expect(declared?.description).toBe(
    'Shows it.\n\nThe arguments must also fit this JSON Schema: {"not":{"required":["a"]}}',
  )
})

test('an invalid schema of a page is sent as it is: the frame judges its calls', () => {
  const parameters = { properties: { a: { type: 'strng' } } }

  expect(toProviderSchema(parameters)).toEqual({
    parameters: { type: 'object', properties: { a: { type: 'strng' } } },
  })
})

test('names of kinds are all offered, and only their common ones are required', () => {
  const { parameters } = toProviderSchema({
    type: 'object',
    properties: { note: { type: 'string' } },
    anyOf: [
      { properties: { kind: { const: 'a' }, n: { type: 'number' } }, required: ['kind', 'n'] },
      { properties: { kind: { const: 'b' }, n: { type: 'string' } }, required: ['kind'] },
      { type: 'null' },
    ],
  })

  expect(parameters).toEqual({
    type: 'object',
    properties: {
      note: { type: 'string' },
      kind: { enum: ['a', 'b'] },
      n: { anyOf: [{ type: 'number' }, { type: 'string' }] },
    },
    required: ['kind'],
  })
})

test('what one of two inherited schemas forbids is not offered', () => {
  const { parameters } = toProviderSchema({
    type: 'object',
    allOf: [
      { properties: { a: { type: 'string' } }, additionalProperties: false },
      { properties: { a: { type: 'string', maxLength: 3 }, b: { type: 'number' } } },
    ],
  })

  expect(parameters).toEqual({
    type: 'object',
    properties: { a: { type: 'string', maxLength: 3 } },
    additionalProperties: false,
  })
})

test('inherits from at most so many schemas; more are a rule', () => {
  const sentOf = (count: number) =>
    toProviderSchema({ type: 'object', properties: { own: {} }, allOf: named(count) })

  const most = sentOf(FLAT_SOURCES_MAX)
  const more = sentOf(FLAT_SOURCES_MAX + 1)

  expect(Object.keys(most.parameters['properties']!)).toHaveLength(FLAT_SOURCES_MAX + 1)
  expect(most.rule).toBeUndefined()
  expect(more.parameters['properties']).toEqual({ own: {} })
  expect(more.rule).toContain('"allOf"')
})

test('inherits at most so many characters; more are a rule', () => {
  const frame = JSON.stringify({ properties: { own: {}, a: textOf(0) }, type: 'object' }).length
  const sentOf = (length: number) =>
    toProviderSchema({
      type: 'object',
      properties: { own: {} },
      allOf: [{ properties: { a: textOf(length - frame) } }],
    })

  const most = sentOf(FLAT_SCHEMA_MAX_CHARACTERS)
  const more = sentOf(FLAT_SCHEMA_MAX_CHARACTERS + 1)

  expect(Object.keys(most.parameters['properties']!)).toEqual(['own', 'a'])
  expect(more.parameters['properties']).toEqual({ own: {} })
  expect(more.rule).toContain('More conditions')
})

test('a rule has at most so many characters; a longer one is only mentioned', () => {
  const ruleOf = (more: number) =>
    toProviderSchema({ type: 'object', not: textOf(more) } satisfies JsonObject).rule!
  const frame = ruleOf(0).length

  expect(ruleOf(RULE_MAX_CHARACTERS - frame)).toHaveLength(RULE_MAX_CHARACTERS)
  expect(ruleOf(RULE_MAX_CHARACTERS - frame + 1)).toMatch(/^More conditions hold/)
})

import { expect, test } from 'vitest'
import { TOOL_DESCRIPTION_LIMIT_CHARACTERS } from '../../shared/bridge/contract.ts'
import { AMOUNT_DEFAULTS, type AmountName } from '../limits/limit-table.ts'
import { readTools } from './client-options.ts'

const amountOf = (name: AmountName): number => AMOUNT_DEFAULTS[name]
const read = (tools: unknown, limits = amountOf) => readTools({ tools }, limits)
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index}`, { parameters: {} }]))

test('reads what the page offers', () => {
  expect(read({ look: { description: 'Looks.', parameters: { type: 'object' } } })).toEqual([
    { name: 'look', description: 'Looks.', parameters: { type: 'object' } },
  ])
  expect(read(undefined)).toEqual([])
  expect(read(null)).toEqual([])
})

test.each([[{ a: {} }], [{ a: { parameters: 'x' } }], ['x'], [7]])(
  'refuses %j and says what was expected',
  (tools) => {
    expect(() => read(tools)).toThrow(/tools: expected/)
  },
)

test('takes the most tools and refuses one more', () => {
  expect(read(many(32))).toHaveLength(32)
  expect(() => read(many(33))).toThrow(/at most 32; there are 33/)
})

test('takes the longest schema and refuses one byte more', () => {
  const schema = (bytes: number) => ({ a: 'ä'.repeat((bytes - '{"a":""}'.length) / 2) })

  expect(read({ t: { parameters: schema(16_384) } })).toHaveLength(1)
  expect(() => read({ t: { parameters: schema(16_386) } })).toThrow(/tools\.t\.parameters/)
  expect(() => read({ t: { parameters: { ab: schema(16_384).a } } })).toThrow(/at most 16384 bytes/)
})

test('takes the numbers of the project', () => {
  expect(() => read(many(3), () => 2)).toThrow(/at most 2; there are 3/)
})

test('counts the tools before it looks at any of them', () => {
  let looks = 0
  const watched = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `t${index}`,
        {
          get parameters() {
            looks += 1
            return {}
          },
        },
      ]),
    )

  expect(() => read(watched(33))).toThrow(/at most 32; there are 33/)
  expect(looks).toBe(0)
  expect(read(watched(32))).toHaveLength(32)
  expect(looks).toBeGreaterThan(0)
})

test.each(['__proto__', 'constructor', 'prototype', 'two words', 'x'.repeat(65)])(
  'refuses a tool that is called %s, and does not leave it out',
  (name) => {
    const tools = (called: string): unknown => JSON.parse(`{"${called}":{"parameters":{}}}`)

    expect(() => read(tools(name))).toThrow(`tools.${name.slice(0, 64)}: a tool's name has`)
    expect(read(tools(`${name.slice(0, 3)}s`))).toHaveLength(1)
  },
)

test('takes the longest description and refuses one character more', () => {
  const tool = (length: number) => ({ a: { description: 'x'.repeat(length), parameters: {} } })

  expect(read(tool(TOOL_DESCRIPTION_LIMIT_CHARACTERS))).toHaveLength(1)
  expect(() => read(tool(TOOL_DESCRIPTION_LIMIT_CHARACTERS + 1))).toThrow(/tools: expected/)
})

test('looks no further into a schema than its bytes may reach', () => {
  let looks = 0
  const field = {
    get a() {
      looks += 1
      return 0
    },
  }
  const parameters = { type: 'object', fields: Array.from({ length: 290_000 }, () => field) }

  expect(() => read({ t: { parameters } })).toThrow(/at most 16384 bytes/)

  expect(looks).toBeLessThan(16_384)
})

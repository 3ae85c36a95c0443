import { expect, test } from 'vitest'
import { readTools, TOOL_SCHEMA_MAX_CHARACTERS, TOOLS_MAX } from './read-tools.ts'

const body = (tools: unknown) => ({
  id: 't',
  messages: [],
  trigger: 'submit-message' as const,
  tools,
})
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index}`, { parameters: {} }]))

test('reads what the page offers', () => {
  expect(
    readTools(body({ look: { description: 'Looks.', parameters: { type: 'object' } } })),
  ).toEqual([{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }])
  expect(readTools(body(undefined))).toEqual([])
  expect(readTools(body(null))).toEqual([])
})

test.each([[{ 'a b': { parameters: {} } }], [{ a: {} }], [{ a: { parameters: 'x' } }], ['x'], [7]])(
  'refuses %j and says what was expected',
  (tools) => {
    expect(() => readTools(body(tools))).toThrow(/tools: expected/)
  },
)

test('takes the most tools and refuses one more', () => {
  expect(readTools(body(many(TOOLS_MAX)))).toHaveLength(TOOLS_MAX)
  expect(() => readTools(body(many(TOOLS_MAX + 1)))).toThrow(/at most 32; there are 33/)
})

test('takes the longest schema and refuses one character more', () => {
  const schema = (length: number) => ({ a: 'x'.repeat(length - '{"a":""}'.length) })

  expect(readTools(body({ t: { parameters: schema(TOOL_SCHEMA_MAX_CHARACTERS) } }))).toHaveLength(1)
  expect(() =>
    readTools(body({ t: { parameters: schema(TOOL_SCHEMA_MAX_CHARACTERS + 1) } })),
  ).toThrow(/tools\.t\.parameters/)
})

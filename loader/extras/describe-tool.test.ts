import { expect, test } from 'vitest'
import type { RunToolDefinition, ToolDefinition } from '../chat-instance.ts'
import { describeTool as describe } from './describe-tool.ts'

/** The description of an available tool. */
const describeTool = (name: string, definition: object) =>
  describe(name, definition as ToolDefinition)!

const TOOL: RunToolDefinition = {
  description: 'Adds a product to the cart',
  parameters: { type: 'object', properties: { sku: { type: 'string' } } },
  run: () => 1,
}

test('a tool asks first unless it only reads, and may run for a minute', () => {
  expect(describeTool('add', TOOL)).toEqual({
    name: 'add',
    description: 'Adds a product to the cart',
    schema: '{"type":"object","properties":{"sku":{"type":"string"}}}',
    kind: 'run',
    scope: 'write',
    approval: 'ask',
    timeoutMs: 60_000,
    handlesInvalid: false,
    fields: ['description', 'parameters', 'run'],
  })
  expect(describeTool('add', { ...TOOL, scope: 'read' }).approval).toBe('never')
  expect(describeTool('add', { ...TOOL, scope: 'read', approval: 'ask' }).approval).toBe('ask')
  expect(describeTool('add', { ...TOOL, approval: 'never' }).approval).toBe('never')
  expect(describeTool('add', { ...TOOL, onInvalid: () => 1 }).handlesInvalid).toBe(true)
})

test('a question has nothing to run', () => {
  const { run: _, ...question } = TOOL

  expect(describeTool('choose', { ...question, kind: 'human' }).kind).toBe('human')
  expect(() => describeTool('choose', { ...TOOL, kind: 'human' })).toThrow(/no run beside/)
  expect(() => describeTool('choose', question)).toThrow(
    "tool choose has no run: give a function, or kind: 'human'",
  )
})

const circle: Record<string, unknown> = {}
circle['self'] = circle

test.each<[string, unknown, RegExp]>([
  ['two words', TOOL, /^tool two words: expected a name/],
  ['x'.repeat(65), TOOL, /expected a name/],
  ['constructor', TOOL, /expected a name of .* not __proto__, constructor or prototype$/],
  ['add', undefined, /expected a definition/],
  ['add', null, /expected a definition/],
  ['add', { ...TOOL, description: undefined }, /a description of at most 4096/],
  ['add', { ...TOOL, description: 'x'.repeat(4_097) }, /a description of at most 4096 characters$/],
  ['add', { descripton: 'Adds', run: () => 1 }, /4096 characters; it has descripton, run$/],
  ['add', { ...TOOL, parameters: undefined }, /parameters: a JSON schema/],
  ['add', { ...TOOL, parameters: 'object' }, /parameters: a JSON schema/],
  ['add', { ...TOOL, parameters: circle }, /parameters: a JSON schema/],
  ['add', { ...TOOL, kind: 'other' }, /kind run or human/],
  ['add', { ...TOOL, scope: 'all' }, /scope read, write/],
  ['add', { ...TOOL, approval: true }, /approval never, ask or ask-once/],
  ['add', { ...TOOL, timeoutMs: 3_600_001 }, /timeoutMs from 1 to 3600000/],
])('reports the fault of the tool %s', (name, definition, message) => {
  expect(() => describeTool(name, definition as ToolDefinition)).toThrow(
    expect.objectContaining({
      code: 'config_invalid',
      message: expect.stringMatching(message),
    }),
  )
})

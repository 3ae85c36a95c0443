import { expect, test } from 'vitest'
import { createToolRegistry, TOOL_SCHEMA_LIMIT_BYTES, TOOLS_MAX } from './tool-registry.ts'
import { runTool } from './tool-runner.test-support.ts'

const tool = runTool(() => 1)

function createWorld() {
  const warnings: string[] = []
  return { warnings, registry: createToolRegistry((text) => warnings.push(text)) }
}

test('a chat call carries what the model may call here: nothing disabled, nothing of the server (7.40, 7.41, 7.42)', () => {
  const { registry, warnings } = createWorld()
  registry.register('look', { ...tool, description: 'Looks' })
  registry.register('ask', { type: 'human', parameters: { type: 'object' } })
  registry.register('off', { ...tool, isDisabled: true })
  registry.register('order', { type: 'backend', parameters: {} })

  expect(registry.modelContext()).toEqual({
    tools: {
      look: { description: 'Looks', parameters: { type: 'object' }, scope: 'write' },
      ask: { parameters: { type: 'object' }, scope: 'read' },
    },
  })
  expect(warnings).toEqual([])
})

test('a tool is replaced by one of its name, and only its own registration takes it out', () => {
  const { registry } = createWorld()
  const changes: number[] = []
  const stop = registry.subscribe(() => changes.push(1))
  const other = runTool(() => 2)

  const removeFirst = registry.register('look', tool)
  const removeSecond = registry.register('look', other)
  removeFirst()
  expect(registry.get('look')).toBe(other)
  removeSecond()
  expect(registry.get('look')).toBeUndefined()
  expect(changes).toHaveLength(3)
  stop()
  registry.register('look', tool)

  expect(changes).toHaveLength(3)
})

test('the thirty-third tool is left out, with a warning', () => {
  const { registry, warnings } = createWorld()
  for (let index = 0; index < TOOLS_MAX; index += 1) registry.register(`tool-${index}`, tool)
  expect(Object.keys(registry.modelContext().tools)).toHaveLength(32)
  expect(warnings).toEqual([])

  registry.register('one-more', tool)

  expect(Object.keys(registry.modelContext().tools)).toHaveLength(32)
  expect(registry.modelContext().tools).not.toHaveProperty('one-more')
  expect(warnings[0]).toBe('The tool one-more is left out: there are more than 32.')
})

test('a tool of a name that no server takes is left out, and the others work', () => {
  const { registry, warnings } = createWorld()
  registry.register('constructor', tool)
  registry.register('look', tool)

  expect(Object.keys(registry.modelContext().tools)).toEqual(['look'])
  expect(warnings).toEqual([
    'The tool constructor is left out: a name has 1 to 64 letters, digits, _ and -, and not __proto__, constructor or prototype.',
  ])
})

test('a server that takes fewer tools, or smaller ones, gets no more', () => {
  const warnings: string[] = []
  const limits = { toolsPerRun: 2, toolSchemaBytes: '{"a":1}'.length }
  const registry = createToolRegistry(
    (text) => warnings.push(text),
    () => limits,
  )
  registry.register('one', { ...tool, parameters: { a: 1 } })
  registry.register('large', { ...tool, parameters: { a: 10 } })
  registry.register('two', { ...tool, parameters: {} })
  expect(Object.keys(registry.modelContext().tools)).toEqual(['one', 'two'])
  expect(warnings).toEqual(['The tool large is left out: its schema has 8 of at most 7 bytes.'])

  registry.register('three', { ...tool, parameters: {} })

  expect(Object.keys(registry.modelContext().tools)).toEqual(['one', 'two'])
  expect(warnings.at(-1)).toBe('The tool three is left out: there are more than 2.')
})

test('a schema that is too large leaves its tool out, with a warning', () => {
  const { registry, warnings } = createWorld()
  const sized = (bytes: number) => {
    const empty = JSON.stringify({ title: '' }).length
    return { ...tool, parameters: { title: 'x'.repeat(bytes - empty) } }
  }
  registry.register('fits', sized(TOOL_SCHEMA_LIMIT_BYTES))
  registry.register('large', sized(TOOL_SCHEMA_LIMIT_BYTES + 1))

  expect(Object.keys(registry.modelContext().tools)).toEqual(['fits'])
  expect(warnings).toEqual([
    'The tool large is left out: its schema has 16385 of at most 16384 bytes.',
  ])
})

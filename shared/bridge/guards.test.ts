import { expect, test } from 'vitest'
import {
  HOST_TOOLS_MAX,
  TOOL_DESCRIPTION_LIMIT_CHARACTERS,
  TOOL_SCHEMA_LIMIT_CHARACTERS,
  TOOL_TIMEOUT_LIMIT_MS,
} from './contract.ts'
import { CALL_SETTINGS_MAX_CHARACTERS, HOST_SYSTEM_MAX_CHARACTERS } from './host-context.ts'
import type { HostTool } from './contract.ts'
import {
  isFrameSetup,
  isHostToolList,
  isHumanQuestion,
  isToolReply,
  isToolRun,
  readToolSchema,
  isHostContext,
} from './guards.ts'

const TOOL: HostTool = {
  name: 'add_to-cart1',
  description: 'Adds',
  schema: '{"type":"object"}',
  kind: 'run',
  scope: 'write',
  approval: 'ask',
  timeoutMs: 1,
  handlesInvalid: false,
}
const SETUP = {
  app: 'default',
  scheme: 'dark',
  viewport: { isSheet: true, top: 0, right: 0, bottom: 0, left: 0 },
  identity: { epoch: 0, mode: 'anonymous' },
}
const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

test('a setup has no tools, or a list of them', () => {
  expect(isFrameSetup(SETUP)).toBe(true)
  expect(isFrameSetup({ ...SETUP, tools: [] })).toBe(true)
  expect(isFrameSetup({ ...SETUP, tools: [{ ...TOOL, later: 'field' }] })).toBe(true)
  // The frame leaves it out itself.
  expect(isFrameSetup({ ...SETUP, tools: [{ ...TOOL, name: 'constructor' }, TOOL] })).toBe(true)
  expect(isFrameSetup({ ...SETUP, tools: {} })).toBe(false)
  expect(isFrameSetup({ ...SETUP, tools: [TOOL, null] })).toBe(false)
})

test.each<[unknown]>([
  [{ ...TOOL, name: '' }],
  [{ ...TOOL, name: 'two words' }],
  [{ ...TOOL, name: 'x'.repeat(65) }],
  [{ ...TOOL, name: ['x'] }],
  [{ ...TOOL, description: undefined }],
  [{ ...TOOL, schema: { type: 'object' } }],
  [{ ...TOOL, schema: '[]' }],
  [{ ...TOOL, schema: '{' }],
  [{ ...TOOL, kind: 'backend' }],
  [{ ...TOOL, scope: 'all' }],
  [{ ...TOOL, scope: ['read'] }],
  [{ ...TOOL, approval: 'always' }],
  [{ ...TOOL, timeoutMs: 0 }],
  [{ ...TOOL, timeoutMs: 1.5 }],
  [{ ...TOOL, timeoutMs: '1' }],
  [{ ...TOOL, handlesInvalid: 1 }],
  ['tool'],
])('is no tool: %j', (tool) => {
  expect(isHostToolList([tool])).toBe(false)
})

/** A character more than `count` each. */
const sized = (count: number) => JSON.stringify({ t: 'x'.repeat(count - '{"t":""}'.length) })

test.each<[string, (count: number) => unknown, number]>([
  ['name', (count) => [{ ...TOOL, name: 'x'.repeat(count) }], 64],
  [
    'description',
    (count) => [{ ...TOOL, description: 'x'.repeat(count) }],
    TOOL_DESCRIPTION_LIMIT_CHARACTERS,
  ],
  ['schema', (count) => [{ ...TOOL, schema: sized(count) }], TOOL_SCHEMA_LIMIT_CHARACTERS],
  ['timeoutMs', (count) => [{ ...TOOL, timeoutMs: count }], TOOL_TIMEOUT_LIMIT_MS],
  ['list', (count) => Array.from({ length: count }, () => TOOL), HOST_TOOLS_MAX],
])('the %s may be as large as its limit', (_, create, limit) => {
  expect(isHostToolList(create(limit))).toBe(true)
  expect(isHostToolList(create(limit + 1))).toBe(false)
})

test('all tools together have a limit too', () => {
  const tool = { ...TOOL, description: '', schema: sized(16_384) }

  expect(isHostToolList([tool, tool, tool])).toBe(true)
  expect(isHostToolList([tool, tool, { ...tool, description: 'x' }])).toBe(false)
})

test('a schema is a JSON object with an end', () => {
  expect(readToolSchema('{"type":"object"}')).toEqual({ type: 'object' })
  expect(readToolSchema(`{"a":${JSON.stringify(deep(100))}}`)).toBeDefined()
  expect(readToolSchema(`{"a":${JSON.stringify(deep(101))}}`)).toBeUndefined()
})

test('a run has arguments that are an object', () => {
  const run = { name: 'n', callId: 'c', args: { a: 1 } }
  expect(isToolRun(run)).toBe(true)
  expect(isToolRun({ ...run, issues: [{ path: ['a'], message: 'm' }] })).toBe(true)
  for (const bad of [
    null,
    { ...run, name: 1 },
    { ...run, callId: undefined },
    { ...run, args: [] },
    { ...run, args: { deep: deep(101) } },
    { ...run, issues: {} },
    { ...run, issues: [{ path: 'a', message: 'm' }] },
    { ...run, issues: [{ path: [1], message: 'm' }] },
  ]) {
    expect(isToolRun(bad)).toBe(false)
  }
  const issues = (length: number) => Array.from({ length }, () => ({ path: [], message: '' }))
  expect(isToolRun({ ...run, issues: issues(20) })).toBe(true)
  expect(isToolRun({ ...run, issues: issues(21) })).toBe(false)
})

test('a reply is an output or an error', () => {
  for (const right of [{}, { output: null }, { output: 1, isLossy: true }, { errorText: '' }]) {
    expect(isToolReply(right)).toBe(true)
  }
  for (const bad of [
    null,
    'done',
    { errorText: 1 },
    { output: deep(102) },
    { output: 1, isLossy: 'yes' },
  ]) {
    expect(isToolReply(bad)).toBe(false)
  }
})

test('a question has a payload that can be shown', () => {
  expect(isHumanQuestion({ callId: 'c', payload: deep(101) })).toBe(true)
  expect(isHumanQuestion({ callId: 'c', payload: deep(102) })).toBe(false)
  expect(isHumanQuestion({ callId: 'c' })).toBe(false)
  expect(isHumanQuestion({ payload: 1 })).toBe(false)
})

const system = (length: number) => ({ system: 'x'.repeat(length) })
const settings = (length: number) => ({
  callSettings: { a: 'x'.repeat(length - JSON.stringify({ a: '' }).length) },
})

test.each([
  ['nothing', {}, true],
  ['both', { system: 'A shop', callSettings: { temperature: 0 } }, true],
  ['fields of a newer page', { locale: 'de' }, true],
  ['the longest system text', system(HOST_SYSTEM_MAX_CHARACTERS), true],
  ['one character more', system(HOST_SYSTEM_MAX_CHARACTERS + 1), false],
  ['the largest settings', settings(CALL_SETTINGS_MAX_CHARACTERS), true],
  ['settings one character larger', settings(CALL_SETTINGS_MAX_CHARACTERS + 1), false],
  ['a system that is no text', { system: ['A shop'] }, false],
  ['settings that are a list', { callSettings: [1] }, false],
  ['a list', [], false],
  ['null', null, false],
])('a frame hears %s of a page: %#', (_, context, isTaken) => {
  const setup = {
    app: 'default',
    scheme: 'dark',
    viewport: { isSheet: false, top: 0, right: 0, bottom: 0, left: 0 },
    identity: { epoch: 0, mode: 'anonymous' },
  }
  expect(isHostContext(context)).toBe(isTaken)
  expect(isFrameSetup({ ...setup, context })).toBe(isTaken)
  expect(isFrameSetup(setup)).toBe(true)
})

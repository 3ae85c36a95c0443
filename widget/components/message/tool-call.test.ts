import { expect, test } from 'vitest'
import type { ToolCallPart, ToolState } from '../../../shared/thread/message.ts'
import { describeTool } from './describe-tool.ts'
import { printToolJson } from './print-tool-json.ts'
import { wordsOfToolName } from './words-of-tool-name.ts'

const call = (state: ToolState, isError?: boolean): ToolCallPart => ({
  type: 'tool-call',
  toolCallId: 't',
  toolName: 'find',
  state,
  argsText: '',
  args: {},
  ...(isError === undefined ? {} : { isError }),
})

test.each([
  ['input-streaming', true, 'waiting'],
  ['input-streaming', false, 'ended'],
  ['input-available', true, 'running'],
  ['input-available', false, 'ended'],
  ['output-available', true, 'done'],
  ['output-available', false, 'done'],
  ['output-error', false, 'failed'],
] as const)('a call in state %s looks, with running = %s, %s', (state, isRunning, look) => {
  expect(describeTool(call(state), isRunning)).toBe(look)
})

test('a result that is an error looks failed', () => {
  expect(describeTool(call('output-available', true), false)).toBe('failed')
  expect(describeTool(call('output-available', false), false)).toBe('done')
})

test.each([
  ['lookup_invoices', 'lookup invoices'],
  ['lookupInvoices', 'lookup invoices'],
  ['docs.search-v2', 'docs search v2'],
  ['HTTPFetch', 'httpfetch'],
  ['___', '___'],
])('writes %s in words: %s', (name, words) => {
  expect(wordsOfToolName(name)).toBe(words)
})

test('masks what a key calls a secret, at any depth, and nothing else', () => {
  const value = { user: 'ada', apiKey: 'k', nested: [{ Authorization: 'Bearer x', tokens: 3 }] }
  expect(printToolJson(value)).toBe(
    JSON.stringify(
      { user: 'ada', apiKey: '••••••', nested: [{ Authorization: '••••••', tokens: 3 }] },
      null,
      2,
    ),
  )
})

test('prints text as it is', () => {
  expect(printToolJson('{"a": 1')).toBe('{"a": 1')
})

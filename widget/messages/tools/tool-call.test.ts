import { expect, test } from 'vitest'
import type { ToolCallPart, ToolState } from '../../../shared/thread/message.ts'
import { DENIED_TEXT, SKIPPED_TEXT } from '../../../shared/thread/call-state.ts'
import { describeTool, wordsOfToolName } from './describe-tool.ts'
import { printToolJson } from './tool-values.ts'

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
] as const)(
  'a call in state %s looks, with running = %s, %s (4.26, U57)',
  (state, isRunning, look) => {
    expect(describeTool(call(state), isRunning)).toBe(look)
  },
)

test.each([
  ['input-available', 'running'],
  ['approval-requested', 'asking'],
  ['approval-responded', 'running'],
  ['output-denied', 'denied'],
  ['output-available', 'done'],
  ['output-error', 'failed'],
  ['input-streaming', 'ended'],
] as const)('in the last message, which waits, a call in state %s looks %s', (state, look) => {
  expect(describeTool(call(state), false, true)).toBe(look)
})

test.each([
  [DENIED_TEXT, 'denied'],
  [`${DENIED_TEXT} Too dear.`, 'denied'],
  [SKIPPED_TEXT, 'ended'],
  ['Out of stock.', 'failed'],
] as const)('a tool of the page that ended with "%s" looks %s', (error, look) => {
  expect(describeTool({ ...call('output-error', true), result: { error } }, false)).toBe(look)
})

test.each(['input-available', 'approval-requested', 'approval-responded'] as const)(
  'a call that an older message left in state %s has ended',
  (state) => {
    expect(describeTool(call(state), false, false)).toBe('ended')
  },
)

test('an error that an authorisation can fix asks for it, while a person can answer', () => {
  const interrupt = {
    code: 'TokenVaultError',
    kind: 'token-vault',
    flow: 'token-vault',
    message: 'Authorization required',
    behavior: 'resume',
    toolCall: { id: 't', name: 'find' },
  } as const
  const interrupted = { ...call('output-error', true), result: 'x', interrupt }
  expect(describeTool(interrupted, false, true)).toBe('asking')
  expect(describeTool(interrupted, false, false)).toBe('ended')
  expect(describeTool({ ...interrupted, ...call('output-available', false) }, false, true)).toBe(
    'done',
  )
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
  ['pay\u200b_to\u00ad', 'pay[U+200B] to[U+00AD]'],
  ['\ufeffpayTo\u2028', '[U+FEFF]pay to[U+2028]'],
])('writes %s in words: %s', (name, words) => {
  expect(wordsOfToolName(name)).toBe(words)
})

test('masks what a key calls a secret, at any depth, and nothing else (U57)', () => {
  const value = { user: 'ada', apiKey: 'k', nested: [{ Authorization: 'Bearer x', tokens: 3 }] }
  expect(printToolJson(value)).toBe(
    JSON.stringify(
      { user: 'ada', apiKey: '••••••', nested: [{ Authorization: '••••••', tokens: 3 }] },
      null,
      2,
    ),
  )
})

test('masks secrets of every form, but not how many tokens there were', () => {
  const value = { password: 1234, secret: { a: 'b' }, token: ['x'], maxTokens: 5, pin: null }
  expect(JSON.parse(printToolJson(value))).toEqual({
    password: '••••••',
    secret: '••••••',
    token: '••••••',
    maxTokens: 5,
    pin: null,
  })
})

test('prints text as it is', () => {
  expect(printToolJson('{"a": 1')).toBe('{"a": 1')
  expect(printToolJson('password: x')).toBe('password: x')
})

test('masks in JSON that came as text, whole or in pieces', () => {
  expect(printToolJson('{"token":"abc","a":1}')).toBe('{\n  "token": "••••••",\n  "a": 1\n}')
  expect(printToolJson('{"name":"ada","password":"ab')).toBe('{"name":"ada","password":"••••••"')
  expect(printToolJson('{"password":"a\\')).toBe('{"password":"••••••"')
})

import { expect, test } from 'vitest'
import type { MessagePart, ToolCallPart } from './message.ts'
import { finishStatus } from './settle-message.ts'

const call = (more: Partial<ToolCallPart>): MessagePart => ({
  type: 'tool-call',
  toolCallId: 't',
  toolName: 'look',
  state: 'input-available',
  argsText: '{}',
  args: {},
  ...more,
})

const CALLS = { type: 'requires-action', reason: 'tool-calls' }
const PERSON = { type: 'requires-action', reason: 'interrupt' }
const STOP = { type: 'complete', reason: 'stop' }

test.each<[string, readonly Partial<ToolCallPart>[], object]>([
  ['waits for a result', [{}], CALLS],
  ['waits for a call that was allowed', [{ approval: { id: 'p', isApproved: true } }], CALLS],
  ['waits for a person who is asked', [{ state: 'approval-requested' }], PERSON],
  ['waits for a person before a result', [{}, { state: 'approval-requested' }], PERSON],
  ['has ended with a result', [{ state: 'output-available', result: null }], STOP],
  ['has ended with a failure', [{ state: 'output-error', result: {}, isError: true }], STOP],
  ['has ended with a denied call', [{ state: 'output-denied' }], STOP],
  ['waits for no call that was not allowed', [{ approval: { id: 'p', isApproved: false } }], STOP],
  ['waits for a call that is open, its arguments too', [{ state: 'input-streaming' }], CALLS],
])('%s', (_, calls, status) => {
  expect(finishStatus(calls.map(call), 'stop')).toEqual(status)
})

test.each([
  ['stop', STOP],
  ['unknown', { type: 'complete', reason: 'unknown' }],
  ['interrupted', { type: 'complete', reason: 'unknown' }],
  ['length', { type: 'incomplete', reason: 'length' }],
  ['tool-calls', { type: 'complete', reason: 'unknown' }],
  ['error', { type: 'incomplete', reason: 'error' }],
])('has ended for the reason %s when no call waits', (reason, status) => {
  expect(finishStatus([], reason)).toEqual(status)
  expect(finishStatus([call({})], reason)).toEqual(reason === 'error' ? status : CALLS)
})

test.each(['length', 'content-filter', 'other'])('waits for no call that %s has cut', (reason) => {
  const cut = call({ state: 'input-streaming' })

  expect(finishStatus([cut], reason)).toEqual({ type: 'incomplete', reason })
  expect(finishStatus([cut], 'tool-calls')).toEqual(CALLS)
})

test('has ended when its calls have their results, whatever the model said last', () => {
  const done = call({ state: 'output-available', result: 1 })

  expect(finishStatus([done], 'tool-calls')).toEqual({ type: 'complete', reason: 'unknown' })
  expect(finishStatus([done, call({})], 'tool-calls')).toEqual(CALLS)
})

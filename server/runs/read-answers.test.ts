import { expect, test } from 'vitest'
import type { UiMessage } from '../../shared/api/chat.ts'
import { APPROVAL_REASON_MAX } from '../../shared/wire/chat.ts'
import { AMOUNT_DEFAULTS, type AmountName } from '../limits/limit-table.ts'
import { readAnswers } from './read-answers.ts'

type Part = UiMessage['parts'][number]

const call = (toolCallId: unknown, rest: Record<string, unknown>): Part => ({
  type: 'tool-pick',
  toolCallId,
  ...rest,
})
const given = (toolCallId: unknown, output: unknown) =>
  call(toolCallId, { state: 'output-available', output })
const decided = (approval: unknown) => call('c', { state: 'approval-responded', approval })

const read = (parts: readonly Part[], limits: Partial<Record<AmountName, number>> = {}) =>
  readAnswers({ id: 'm', role: 'assistant', parts: [...parts] }, 'messages.0', (name) => {
    return { ...AMOUNT_DEFAULTS, ...limits }[name]
  })

test('takes results, failures, decisions and ends of interrupts, in their order', () => {
  const parts = [
    given('a', { color: 'red' }),
    call('b', { state: 'output-error', errorText: 'Shut' }),
    { ...decided({ id: 'x', approved: false, reason: 'No' }), type: 'dynamic-tool' },
    { ...decided({ id: 'y', approved: true }), toolCallId: 'e' },
    given('d', { continueInterruption: true, toolName: 'calendar' }),
  ]

  expect(read(parts)).toEqual([
    { type: 'result', toolCallId: 'a', output: { color: 'red' } },
    { type: 'failure', toolCallId: 'b', errorText: 'Shut' },
    { type: 'approval', toolCallId: 'c', approvalId: 'x', isApproved: false, reason: 'No' },
    { type: 'approval', toolCallId: 'e', approvalId: 'y', isApproved: true },
    { type: 'resume', toolCallId: 'd' },
  ])
})

test('reads for what arguments something was decided, and no names', () => {
  const about = { toolName: 'refund', input: { order: 'B' }, args: {} }

  expect(read([{ ...given('a', 1), ...about }])).toEqual([
    { type: 'result', toolCallId: 'a', output: 1, input: { order: 'B' } },
  ])
  expect(read([{ ...decided({ id: 'x', approved: true }), ...about }])).toEqual([
    {
      type: 'approval',
      toolCallId: 'c',
      approvalId: 'x',
      isApproved: true,
      input: { order: 'B' },
    },
  ])
})

test('leaves out parts that answer nothing', () => {
  const rest = [
    { type: 'text', text: 'Hello' },
    { type: 'step-start' },
    call('b', { state: 'input-available', input: {} }),
    call('c', { state: 'approval-requested', approval: { id: 'x' } }),
    { type: 'data-note', state: 'output-available', toolCallId: 'd', output: 1 },
  ]

  expect(read([...rest, given('a', null)])).toEqual([
    { type: 'result', toolCallId: 'a', output: null },
  ])
  expect(() => read(rest)).toThrow(/the last message must be from the user, or an answer with/)
})

test('a result that JSON has no word for is nothing', () => {
  expect(read([call('a', { state: 'output-available' })])).toMatchObject([{ output: null }])
})

test.each<[string, Part]>([
  ['a call without an id', given(undefined, 1)],
  ['an empty id', given('', 1)],
  ['a failure without a text', call('c', { state: 'output-error' })],
  ['a decision about nothing', decided(undefined)],
  ['a decision without a yes or no', decided({ id: 'x', approved: 'yes' })],
  ['a decision without the id of its question', decided({ approved: true })],
])('refuses %s and says what is expected', (_, part) => {
  expect(() => read([part])).toThrow(
    /^messages\.0\.parts\.0: .*; expected \{ type: "tool-<name>", toolCallId, state: /,
  )
  expect(read([given('a', 1)])).toHaveLength(1)
})

test('refuses two answers to one call', () => {
  expect(() => read([given('a', 1), given('a', 2)])).toThrow(/parts\.1: this call has an answer/)
  expect(read([given('a', 1), given('b', 2)])).toHaveLength(2)
})

test('takes the largest result and failure, and refuses one byte more', () => {
  const limits = { toolResultBytes: 10 }
  const failed = (errorText: string) => call('c', { state: 'output-error', errorText })

  // Two bytes are its quotation marks, and “é” has two.
  expect(read([given('a', 'é345678')], limits)).toHaveLength(1)
  expect(() => read([given('a', 'é3456789')], limits)).toThrow(/at most 10 bytes/)
  expect(read([failed('é34567890')], limits)).toHaveLength(1)
  expect(() => read([failed('é345678901')], limits)).toThrow(
    expect.objectContaining({ code: 'too_large' }),
  )
})

test('takes the longest reason and refuses one character more', () => {
  const say = (length: number) => decided({ id: 'x', approved: true, reason: 'x'.repeat(length) })

  expect(read([say(APPROVAL_REASON_MAX)])).toHaveLength(1)
  expect(() => read([say(APPROVAL_REASON_MAX + 1)])).toThrow(/reason/)
})

test('takes the most parts and refuses one more', () => {
  const parts = [given('a', 1), given('b', 1)]

  expect(read(parts, { partsPerMessage: 2 })).toHaveLength(2)
  expect(() => read(parts, { partsPerMessage: 1 })).toThrow(/at most 1; there are 2/)
})

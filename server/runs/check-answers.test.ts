import { expect, test } from 'vitest'
import type { JsonObject } from '../../shared/json.ts'
import type { Interrupt } from '../../shared/thread/interrupt.ts'
import type { Message, MessageStatus, ToolCallPart } from '../../shared/thread/message.ts'
import { checkAnswers, isWaiting } from './continue-answer.ts'
import type { CallAnswer } from './read-answers.ts'

const call = (toolName: string, rest: Partial<ToolCallPart> = {}): ToolCallPart => ({
  type: 'tool-call',
  toolCallId: `call ${toolName}`,
  toolName,
  state: 'input-available',
  argsText: '{}',
  args: {},
  ...rest,
})
const asked = (id = 'x', args: JsonObject = {}) =>
  call('refund', { state: 'approval-requested', approval: { id }, args })
const interrupted = (behavior: Interrupt['behavior']) => {
  const toolCall = { id: 'call calendar', name: 'calendar' }
  const fields = { code: 'TokenVaultError', kind: 'token-vault', flow: 'token-vault' } as const
  return call('calendar', { interrupt: { ...fields, message: 'Please', behavior, toolCall } })
}
const WAITS: MessageStatus = { type: 'requires-action', reason: 'tool-calls' }
const answer = (content: readonly ToolCallPart[], status: MessageStatus = WAITS): Message => ({
  id: 'm',
  createdAt: '',
  role: 'assistant',
  content,
  status,
  metadata: { custom: {}, steps: [] },
})
const BACKEND = new Set(['refund', 'calendar', 'stock'])
const check = (message: Message, ...answers: CallAnswer[]) =>
  checkAnswers(message, answers, BACKEND)
const give = (toolName: string, output: string | number = 1): CallAnswer => ({
  type: 'result',
  toolCallId: `call ${toolName}`,
  output,
})
const decide = (isApproved: boolean, approvalId = 'x'): CallAnswer => ({
  type: 'approval',
  toolCallId: 'call refund',
  approvalId,
  isApproved,
})
const RESUME: CallAnswer = { type: 'resume', toolCallId: 'call calendar' }
const isConflict = expect.objectContaining({ code: 'conflict' })

test('says what each answer means for the message', () => {
  const message = answer([asked(), interrupted('resume'), call('pick'), call('show')])
  const failure = { type: 'failure', toolCallId: 'call show', errorText: 'Shut' } as const

  const { chunks, resumed } = check(message, decide(false), RESUME, give('pick', 'red'), failure)

  expect(chunks).toEqual([
    { type: 'tool-approval-response', approvalId: 'x', approved: false },
    { type: 'tool-output-denied', toolCallId: 'call refund' },
    { type: 'tool-output-available', toolCallId: 'call pick', output: 'red' },
    { type: 'tool-output-error', toolCallId: 'call show', errorText: 'Shut' },
  ])
  expect([...resumed]).toEqual(['call calendar'])
})

test.each<[string, CallAnswer]>([
  ['a yes to other arguments', { ...decide(true), input: { order: 'B' } }],
  ['a yes to arguments more', { ...decide(true), input: { order: 'A', all: true } }],
  ['a yes to no arguments', { ...decide(true), input: {} }],
  ['a yes to a text of them', { ...decide(true), input: '{"order":"A"}' }],
  ['a result of other arguments', { ...give('pick'), input: { order: 'B' } }],
])('refuses %s', (_, answered) => {
  const waiting = [asked('x', { order: 'A' }), call('pick', { args: { order: 'A' } })]

  expect(() => check(answer(waiting), answered)).toThrow(isConflict)
  expect(check(answer(waiting), { ...answered, input: { order: 'A' } }).chunks).toHaveLength(1)
  const { input: __, ...bare } = answered
  expect(check(answer(waiting), bare).chunks).toHaveLength(1)
})

test('takes a no, whatever was denied', () => {
  const denied = { ...decide(false), input: { order: 'B' } }

  expect(check(answer([asked('x', { order: 'A' })]), denied).chunks).toHaveLength(2)
})

test.each<[string, readonly ToolCallPart[], CallAnswer]>([
  ['a result of a tool of the server’s', [call('stock')], give('stock')],
  ['a result where a decision is wanted', [asked()], give('refund')],
  ['a result of an interrupted call', [interrupted('resume')], give('calendar')],
  ['a decision that nobody asked for', [call('refund')], decide(true)],
  ['a decision about another question', [asked('y')], decide(true)],
  ['an end of an interrupt that is none', [call('calendar')], RESUME],
  ['an end of an interrupt that makes the answer again', [interrupted('reload')], RESUME],
  [
    'a result of a call whose arguments were cut',
    [call('pick', { state: 'input-streaming' })],
    give('pick'),
  ],
  ['an answer to a call that is not there', [call('pick')], give('show')],
  [
    'another decision',
    [call('refund', { state: 'approval-responded', approval: { id: 'x', isApproved: false } })],
    decide(true),
  ],
  ['another result', [call('pick', { state: 'output-available', result: 2 })], give('pick')],
])('refuses %s', (_, calls, forged) => {
  const message = answer([...calls, call('last')])

  expect(() => check(message, forged, give('last'))).toThrow(isConflict)
  expect(check(message, give('last')).chunks).toHaveLength(1)
})

test('leaves out what the message says already, unless nothing else is said', () => {
  const message = answer([
    call('pick', { state: 'output-available', result: { a: [1] } }),
    call('show', { state: 'output-error', result: { error: 'Shut' }, isError: true }),
    call('refund', { state: 'approval-responded', approval: { id: 'x', isApproved: true } }),
    call('last'),
  ])
  const repeated: CallAnswer[] = [
    { type: 'result', toolCallId: 'call pick', output: { a: [1] } },
    { type: 'failure', toolCallId: 'call show', errorText: 'Shut' },
    decide(true),
  ]

  expect(check(message, ...repeated, give('last')).chunks).toMatchObject([
    { toolCallId: 'call last' },
  ])
  expect(() => check(message, ...repeated)).toThrow(/waits for nothing any more/)
})

test.each<MessageStatus>([
  { type: 'complete', reason: 'stop' },
  { type: 'incomplete', reason: 'cancelled' },
  { type: 'incomplete', reason: 'error' },
])('an answer that is $type waits for nothing', (status) => {
  expect(() => check(answer([asked()], status), decide(true))).toThrow(isConflict)
  expect(check(answer([asked()]), decide(true)).chunks).toHaveLength(1)
})

test('quotes no more than the beginning of an id', () => {
  const forged: CallAnswer = { type: 'result', toolCallId: 'x'.repeat(65), output: 1 }

  expect(() => check(answer([asked()]), forged)).toThrow(`"${'x'.repeat(64)}"`)
})

test('a call waits until there is a result or a decision', () => {
  expect(isWaiting(asked())).toBe(true)
  expect(isWaiting(interrupted('reload'))).toBe(true)
  expect(isWaiting(call('pick'))).toBe(true)
  expect(isWaiting(call('pick', { state: 'output-available', result: null }))).toBe(false)
  expect(isWaiting(call('refund', { state: 'output-denied' }))).toBe(false)
  expect(isWaiting(call('refund', { state: 'approval-responded' }))).toBe(false)
  expect(isWaiting({ ...interrupted('resume'), state: 'approval-responded' })).toBe(true)
})

test('a call that the server left without a result can be skipped, and is given no words of a browser', () => {
  const left = answer([call('stock'), call('show')])
  const skip = (toolName: string): CallAnswer => ({
    type: 'failure',
    toolCallId: `call ${toolName}`,
    errorText: 'Skipped',
  })

  expect(check(left, skip('stock')).chunks).toEqual([])
  expect(check(left, skip('stock'), skip('show')).chunks).toEqual([
    { type: 'tool-output-error', toolCallId: 'call show', errorText: 'Skipped' },
  ])
  // A call that waits for a decision cannot be skipped, and no call of the server takes a result.
  expect(() => check(answer([asked()]), skip('refund'))).toThrow(isConflict)
  expect(() => check(left, give('stock'))).toThrow(isConflict)
})

import { describe, expect, test } from 'vitest'
import { goesOn, type Chunk } from '../wire/chunk.ts'
import { applyChunk } from './apply-chunk.ts'
import { createAssistantMessage, messageText } from './message.ts'
import type { MessagePart, ToolCallPart, Message, MessageStep, Usage } from './message.ts'
import {
  finishStatus,
  isContextFull,
  isCutOff,
  reopenMessage,
  settleMessage,
  stepUsage,
} from './settle-message.ts'

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
  ['has ended without the result of a call that its server ran', [{ isRunByServer: true }], STOP],
  [
    'waits for a person who is asked about a call of its server',
    [{ isRunByServer: true, state: 'approval-requested' }],
    PERSON,
  ],
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
])('has ended for the reason %s when no call waits (4.16, 4.17, 4.21)', (reason, status) => {
  expect(finishStatus([], reason)).toEqual(status)
  expect(finishStatus([call({})], reason)).toEqual(reason === 'error' ? status : CALLS)
})

test('an answer that filled the model’s memory cannot go on, and one that reached its length can', () => {
  const short: Message = {
    ...createAssistantMessage('m', ''),
    content: [{ type: 'text', text: 'Half' }],
    status: { type: 'incomplete', reason: 'length' },
  }
  const full = { ...short, metadata: { custom: { contextFull: true } } }

  expect([short, full].map(isContextFull)).toEqual([false, true])
  expect([short, full].map(isCutOff)).toEqual([true, false])
})

test.each(['length', 'content-filter', 'other'])('waits for no call that %s has cut', (reason) => {
  const cut = call({ state: 'input-streaming' })

  expect(finishStatus([cut], reason)).toEqual({ type: 'incomplete', reason })
  expect(finishStatus([cut], 'tool-calls')).toEqual(CALLS)
})

test('has ended when its calls have their results, whatever the model said last (4.18)', () => {
  const done = call({ state: 'output-available', result: 1 })

  expect(finishStatus([done], 'tool-calls')).toEqual({ type: 'complete', reason: 'unknown' })
  expect(finishStatus([done, call({})], 'tool-calls')).toEqual(CALLS)
})

const empty = createAssistantMessage('a', '2026-01-02T03:04:05.006Z')
const fold = (chunks: readonly Chunk[], from: Message = empty) => chunks.reduce(applyChunk, from)
const say = (delta: string): Chunk => ({ type: 'text-delta', id: '0', delta })
const START: Chunk = { type: 'start-step' }
const END: Chunk = { type: 'finish-step' }
const RESET: Chunk = { type: 'reset-step' }

test('takes back what the open step has brought, and nothing of the steps before', () => {
  const message = fold([START, say('kept'), END, START, say('wrong'), RESET, say('right'), END])

  expect(messageText(message)).toBe('kept\n\nright')
  expect(message.metadata.steps).toHaveLength(2)
})

test('takes nothing back when no step is open', () => {
  expect(messageText(fold([say('a'), RESET, START, say('b'), END, RESET]))).toBe('ab')
})

test('says nothing of where a step begins once the answer has ended', () => {
  const step = { state: 'started', messageId: 'a' }

  expect(fold([say('a'), START]).metadata.steps).toEqual([{ ...step, firstPart: 1 }])
  expect(fold([say('a'), START, { type: 'abort' }]).metadata.steps).toEqual([step])
})

test('keeps what each step cost, also where the answer breaks off', () => {
  const cost = (inputTokens: number): Chunk => ({ type: 'finish-step', usage: { inputTokens } })
  const total: Chunk = { type: 'finish', messageMetadata: { usage: { inputTokens: 5 } } }
  const usages = (chunks: readonly Chunk[]) =>
    fold(chunks).metadata.steps?.map((step) => ('usage' in step ? step.usage : undefined))

  const broken = [START, cost(2), START, { type: 'error', errorText: 'Busy.' } as const]
  expect(usages(broken)).toEqual([{ inputTokens: 2 }, undefined])
  // The sum does not count as a third cost.
  expect(usages([START, cost(2), START, cost(3), total])).toEqual([
    { inputTokens: 2 },
    { inputTokens: 3 },
  ])
  expect(usages([START, END, START, END, total])).toEqual([undefined, { inputTokens: 5 }])
})

test('keeps how each step ended, which the end of the answer does not take back', () => {
  const ended: Chunk = { type: 'finish-step', finishReason: 'tool-calls', isContinued: true }
  const finish: Chunk = { type: 'finish', messageMetadata: { finishReason: 'stop' } }
  const step = { state: 'finished', messageId: 'a' }

  expect(fold([START, ended, START, END, finish]).metadata.steps).toEqual([
    { ...step, finishReason: 'tool-calls', isContinued: true },
    { ...step, finishReason: 'stop', isContinued: false },
  ])
  expect(fold([START, ended, finish]).metadata.steps).toEqual([
    { ...step, finishReason: 'tool-calls', isContinued: true },
  ])
})

const waiting = fold([
  { type: 'start', messageId: 'a' },
  START,
  say('Let me look.'),
  { type: 'tool-input-available', toolCallId: 't', toolName: 'look', input: {} },
  END,
  {
    type: 'finish',
    messageMetadata: { finishReason: 'tool-calls', usage: { inputTokens: 1, outputTokens: 2 } },
  },
])

test('lets an answer that waits go on when its next stream starts (4.15)', () => {
  const running = fold([{ type: 'start', messageId: 'a' }], waiting)
  expect(waiting.status).toEqual({ type: 'requires-action', reason: 'tool-calls' })
  expect(running).toEqual(reopenMessage(waiting))
  expect(running.status).toEqual({ type: 'running' })

  const whole = fold(
    [
      { type: 'tool-output-available', toolCallId: 't', output: 4 },
      START,
      { type: 'text-start', id: '0' },
      say('Four.'),
      { type: 'text-end', id: '0' },
      END,
      { type: 'finish', messageMetadata: { finishReason: 'stop' } },
    ],
    running,
  )

  expect(whole.content).toMatchObject([
    { type: 'text', text: 'Let me look.' },
    { type: 'tool-call', state: 'output-available', result: 4 },
    { type: 'text', text: 'Four.' },
  ])
  expect(whole.metadata.steps).toMatchObject([
    { finishReason: 'tool-calls', usage: { inputTokens: 1 } },
    { finishReason: 'stop' },
  ])
  expect(whole.status).toEqual({ type: 'complete', reason: 'stop' })
})

test('keeps what is known of a step when a stream that adds none finishes', () => {
  const again = fold([{ type: 'start' }, { type: 'finish' }], waiting)

  expect(again).toEqual(waiting)
})

test('lets no answer go on that does not wait', () => {
  for (const end of [{ type: 'abort' }, { type: 'finish' }] as const) {
    const message = fold([say('a'), end])

    expect(reopenMessage(message)).toBe(message)
    expect(fold([{ type: 'start' }], message)).toEqual(message)
  }
})

const step = (usage?: object): MessageStep => ({
  state: 'finished',
  messageId: 'm',
  finishReason: 'stop',
  isContinued: false,
  ...(usage ? { usage } : {}),
})

test.each<[string, readonly MessageStep[], Usage]>([
  ['nothing of no steps', [], {}],
  ['nothing of steps that say nothing', [step(), { state: 'started', messageId: 'm' }], {}],
  [
    'what is known of each',
    [step({ inputTokens: 2 }), step({ outputTokens: 0 })],
    { inputTokens: 2, outputTokens: 0 },
  ],
  [
    'the sum',
    [step({ inputTokens: 2, outputTokens: 1 }), step(), step({ inputTokens: 3 })],
    { inputTokens: 5, outputTokens: 1 },
  ],
  ['no count that is no number', [step({ inputTokens: 'many', outputTokens: null })], {}],
])('steps cost together %s', (_, steps, usage) => {
  expect(stepUsage(steps)).toEqual(usage)
})

describe('an answer that was cut off', () => {
  const cutOff = (
    content: readonly MessagePart[],
    reason: 'cancelled' | 'length' | 'other',
  ): Message => ({
    ...createAssistantMessage('a', ''),
    content,
    status: { type: 'incomplete', reason },
  })
  const text: MessagePart = { type: 'text', text: 'Half' }
  const source: MessagePart = { type: 'source', sourceType: 'url', id: 's', url: 'https://x.test' }
  const thought: MessagePart = { type: 'reasoning', text: 'So' }

  test.each([
    ['stopped within its text', [text], 'cancelled', true],
    ['too long', [thought, text], 'length', true],
    ['with sources behind its text', [text, source], 'length', true],
    ['that only thought', [thought], 'cancelled', false],
    ['that thought last', [text, thought], 'cancelled', false],
    ['that said nothing', [{ type: 'text', text: ' ' }], 'cancelled', false],
    ['that broke off', [text], 'other', false],
  ] as const)('%s', (_name, content, reason, isSo) => {
    expect(isCutOff(cutOff(content, reason))).toBe(isSo)
  })

  test('goes on in its last text, and what follows a thought is a text of its own', () => {
    const open = [goesOn(), { type: 'start-step' }, { type: 'text-start', id: 't' }] as const
    const say: Chunk = { type: 'text-delta', id: 't', delta: ' and half' }
    const going = [...open, say].reduce<Message>(applyChunk, cutOff([text, source], 'cancelled'))
    expect(going.status).toEqual({ type: 'running' })
    expect(settleMessage(going, { type: 'complete', reason: 'stop' }).content).toEqual([
      { type: 'text', text: 'Half and half' },
      source,
    ])

    const think: Chunk[] = [
      { type: 'reasoning-start', id: 'r' },
      { type: 'reasoning-delta', id: 'r', delta: 'So' },
    ]
    const thinking = [open[0], open[1], ...think, open[2], say].reduce<Message>(
      applyChunk,
      cutOff([text], 'cancelled'),
    )
    const settled = settleMessage(thinking, { type: 'complete', reason: 'stop' })
    expect(settled.content.map(({ type }) => type)).toEqual(['text', 'reasoning', 'text'])
  })
})

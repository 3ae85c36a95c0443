import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseChunk, outOfSteps } from '../wire/chunk.ts'
import { startingChunk, waitChunk } from '../wire/wait-chunk.ts'
import { wasThought } from '../wire/thought-mark.ts'
import type { Chunk } from '../wire/chunk.ts'
import { applyChunk } from './apply-chunk.ts'
import { encodeMessage } from './encode-message.ts'
import { createAssistantMessage, messageText, type Message } from './message.ts'

const AT = '2026-01-02T03:04:05.006Z'
const fold = (chunks: readonly Chunk[], from: Message = createAssistantMessage('a', AT)) =>
  chunks.reduce(applyChunk, from)

test('joins the deltas of a text part and closes it (4.15)', () => {
  const open = fold([
    { type: 'start' },
    { type: 'start-step' },
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta: 'Good ' },
    { type: 'text-delta', id: '0', delta: 'morning' },
  ])
  expect(open.content).toEqual([{ type: 'text', text: 'Good morning', streamId: '0' }])
  expect(open.status).toEqual({ type: 'running' })

  const closed = fold([{ type: 'text-end', id: '0' }], open)
  expect(closed.content).toEqual([{ type: 'text', text: 'Good morning' }])
})

test('keeps parts apart when a provider uses an id again in the next step', () => {
  const message = fold([
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta: 'one' },
    { type: 'text-end', id: '0' },
    { type: 'finish-step' },
    { type: 'start-step' },
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta: 'two' },
  ])

  expect(messageText(message)).toBe('one\n\ntwo')
})

test('opens a part for a delta that nothing announced', () => {
  const message = fold([{ type: 'text-delta', id: 'x', delta: 'late' }])

  expect(messageText(message)).toBe('late')
})

test('follows a tool call from its first argument to its result (3.23, 3.33, 4.25, 6.5)', () => {
  const streaming = fold([
    { type: 'tool-input-start', toolCallId: 't', toolName: 'weather' },
    { type: 'tool-input-delta', toolCallId: 't', inputTextDelta: '{ "city":' },
    { type: 'tool-input-delta', toolCallId: 't', inputTextDelta: ' "Oslo" }' },
  ])
  expect(streaming.content[0]).toMatchObject({
    state: 'input-streaming',
    argsText: '{ "city": "Oslo" }',
  })

  const called = fold(
    [
      {
        type: 'tool-input-available',
        toolCallId: 't',
        toolName: 'weather',
        input: { city: 'Oslo' },
      },
    ],
    streaming,
  )
  // The text is the streamed one: rewritten it could differ.
  expect(called.content[0]).toMatchObject({
    state: 'input-available',
    args: { city: 'Oslo' },
    argsText: '{ "city": "Oslo" }',
  })

  const done = fold([{ type: 'tool-output-available', toolCallId: 't', output: 0 }], called)
  expect(done.content[0]).toMatchObject({ state: 'output-available', result: 0 })
})

test('ignores a result for a call that was never made', () => {
  const message = fold([{ type: 'tool-output-available', toolCallId: 'ghost', output: 1 }])

  expect(message.content).toEqual([])
})

test('replaces a data part of the same type and id, and skips a transient one', () => {
  const message = fold([
    { type: 'data-order', id: '7', data: 'sent' },
    { type: 'data-order', id: '7', data: 'arrived' },
    { type: 'data-order', data: 'passing', transient: true },
  ])

  expect(message.content).toEqual([{ type: 'data', name: 'order', id: '7', data: 'arrived' }])
})

test.each([
  ['stop', { type: 'complete', reason: 'stop' }],
  [undefined, { type: 'complete', reason: 'unknown' }],
  ['tool-calls', { type: 'complete', reason: 'unknown' }],
  ['length', { type: 'incomplete', reason: 'length' }],
  ['content-filter', { type: 'incomplete', reason: 'content-filter' }],
  ['other', { type: 'incomplete', reason: 'other' }],
  ['error', { type: 'incomplete', reason: 'error' }],
])('maps the finish reason %s (4.17, R15)', (finishReason, status) => {
  const metadata = finishReason === undefined ? {} : { messageMetadata: { finishReason } }

  expect(fold([{ type: 'finish', ...metadata }]).status).toEqual(status)
})

test('waits when a tool call has no result at the end (4.18)', () => {
  const message = fold([
    { type: 'tool-input-available', toolCallId: 't', toolName: 'ask', input: {} },
    { type: 'finish', messageMetadata: { finishReason: 'tool-calls' } },
  ])

  expect(message.status).toEqual({ type: 'requires-action', reason: 'tool-calls' })
})

test('says that an answer ran out of steps only when its server does (4.18)', () => {
  const done = [
    { type: 'tool-input-available', toolCallId: 't', toolName: 'ask', input: {} },
    { type: 'tool-output-available', toolCallId: 't', output: 1 },
  ] as const

  const ended = fold([...done, outOfSteps()])
  expect(ended.status).toEqual({ type: 'incomplete', reason: 'tool-calls' })
  expect(ended.metadata.custom).toEqual({})
  expect(fold([done[0], outOfSteps()]).status?.type).toBe('requires-action')
  expect(
    fold([...done, { type: 'finish', messageMetadata: { finishReason: 'tool-calls' } }]).status,
  ).toEqual({ type: 'complete', reason: 'unknown' })
})

test('keeps the partial answer and the first end when an error comes (4.20)', () => {
  const message = fold([
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta: 'half' },
    { type: 'error', errorText: 'The model is busy.' },
    { type: 'finish', messageMetadata: { finishReason: 'stop' } },
  ])

  expect(messageText(message)).toBe('half')
  expect(message.status).toEqual({
    type: 'incomplete',
    reason: 'error',
    error: 'The model is busy.',
  })
})

test('takes the finish reason where other servers put it', () => {
  expect(fold([{ type: 'finish', finishReason: 'stop' }]).status).toEqual({
    type: 'complete',
    reason: 'stop',
  })
})

test('marks a stopped answer as cancelled', () => {
  expect(fold([{ type: 'abort' }]).status).toEqual({ type: 'incomplete', reason: 'cancelled' })
})

test('keeps steps with their reason and usage, and merges custom metadata (3.37, 3.38)', () => {
  const message = fold([
    { type: 'start', messageMetadata: { alcove: { threadId: 't' }, model: 'm' } },
    { type: 'start-step' },
    { type: 'finish-step' },
    {
      type: 'finish',
      messageMetadata: { finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 2 } },
    },
  ])

  expect(message.metadata).toEqual({
    custom: { model: 'm' },
    steps: [
      {
        state: 'finished',
        messageId: 'a',
        finishReason: 'stop',
        usage: { inputTokens: 1, outputTokens: 2 },
        isContinued: false,
      },
    ],
  })
})

const anyChunk: fc.Arbitrary<Chunk> = fc
  .record({
    type: fc.constantFrom(
      'start',
      'start-step',
      'finish-step',
      'text-start',
      'text-delta',
      'text-end',
      'reasoning-delta',
      'tool-input-start',
      'tool-input-delta',
      'tool-input-available',
      'tool-output-available',
      'tool-output-error',
      'tool-approval-request',
      'tool-approval-response',
      'tool-output-denied',
      'source-url',
      'data-x',
      'finish',
      'error',
      'abort',
    ),
    id: fc.constantFrom('0', '1'),
    delta: fc.string(),
    toolCallId: fc.constantFrom('t', 'u'),
    toolName: fc.string(),
    approvalId: fc.constantFrom('p', 'q'),
    approved: fc.boolean(),
    inputTextDelta: fc.string(),
    input: fc.jsonValue(),
    output: fc.jsonValue(),
    errorText: fc.string(),
    sourceId: fc.string(),
    url: fc.string(),
    data: fc.jsonValue(),
  })
  .map((value) => parseChunk(value))
  .filter((chunk) => chunk !== undefined)

test('takes any chunks in any order, loses no text and never changes its input', () => {
  fc.assert(
    fc.property(fc.array(anyChunk, { maxLength: 40 }), (chunks) => {
      let message = createAssistantMessage('a', AT)
      let texts = ''
      for (const chunk of chunks) {
        const before = JSON.stringify(message)
        const next = applyChunk(message, chunk)
        expect(JSON.stringify(message)).toBe(before)
        message = next
        if (chunk.type === 'text-delta') texts += chunk.delta
      }
      const all = message.content.map((part) => (part.type === 'text' ? part.text : '')).join('')
      expect([...all].sort()).toEqual([...texts].sort())
    }),
  )
})

test('a wait is a state of the running answer, and is not stored', () => {
  const waiting = fold([{ type: 'start' }, waitChunk(7_500)])
  expect(waiting.status).toEqual({ type: 'running', waitSeconds: 7.5 })
  expect(waiting.content).toEqual([])
  expect(fold([waitChunk(0)], waiting).status).toEqual({ type: 'running' })
  expect(JSON.stringify(encodeMessage(waiting))).not.toContain('7.5')

  const ended = fold([{ type: 'error', errorText: 'No.' }], waiting)
  expect(ended.status).toEqual({ type: 'incomplete', reason: 'error', error: 'No.' })
  expect(fold([waitChunk(5_000)], ended)).toBe(ended)
})

test('a model that may still be starting is a state of the running answer, too', () => {
  const starting = fold([{ type: 'start' }, startingChunk()])
  expect(starting.status).toEqual({ type: 'running', isStarting: true })
  expect(JSON.stringify(encodeMessage(starting))).not.toContain('isStarting')

  expect(fold([waitChunk(0)], starting).status).toEqual({ type: 'running' })
  expect(fold([waitChunk(5_000)], starting).status).toEqual({ type: 'running', waitSeconds: 5 })
})

test.each([{ seconds: -1 }, { seconds: '5' }, null, 5])('takes %j for no wait', (data) => {
  const running = fold([{ type: 'start' }])
  expect(fold([{ type: 'data-alcove-wait', data, transient: true }], running)).toBe(running)
})

test('a text that turns out to be a thought becomes one, and a continued text keeps its earlier words', () => {
  const begun = fold([
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'One. Hm.' },
  ])
  const reasoning = (text: string) => ({ type: 'reasoning', text })
  const end: Chunk = { type: 'text-end', id: 't' }

  expect(fold([wasThought('t', 8), end], begun).content).toEqual([reasoning('One. Hm.')])
  expect(fold([wasThought('t', 3), end], begun).content).toEqual([
    { type: 'text', text: 'One. ' },
    reasoning('Hm.'),
  ])
  expect(fold([wasThought('t', 9)], begun).content).toEqual([reasoning('One. Hm.')])
  expect(fold([wasThought('other', 3)], begun).content).toEqual(begun.content)
  expect(fold([wasThought('t', 0)], begun).content).toEqual(begun.content)
  expect(fold([wasThought('t', 8)], begun).metadata.custom).toEqual({})
})

import { expect, test } from 'vitest'
import { outOfSteps } from '../wire/chunk.ts'
import type { Chunk } from '../wire/chunk.ts'
import { applyChunk, replayMessage } from './apply-chunk.ts'
import { createAssistantMessage } from './message.ts'

const AT = '2026-01-02T03:04:05.006Z'
const empty = createAssistantMessage('a', AT)
const fold = (chunks: readonly Chunk[]) => chunks.reduce(applyChunk, empty)

const parts: Chunk[] = [
  { type: 'start-step' },
  { type: 'reasoning-start', id: 'r' },
  { type: 'reasoning-delta', id: 'r', delta: 'Hm.' },
  { type: 'reasoning-end', id: 'r' },
  { type: 'tool-input-start', toolCallId: 't', toolName: 'look' },
  { type: 'tool-input-delta', toolCallId: 't', inputTextDelta: '{ "a": 1 }' },
  { type: 'tool-input-available', toolCallId: 't', toolName: 'look', input: { a: 1 } },
  { type: 'tool-output-available', toolCallId: 't', output: [0] },
  {
    type: 'tool-input-available',
    toolCallId: 'u',
    toolName: 'fail',
    input: {},
    providerExecuted: true,
  },
  { type: 'tool-output-error', toolCallId: 'u', errorText: 'no' },
  { type: 'text-start', id: '0' },
  { type: 'text-delta', id: '0', delta: 'So ' },
  { type: 'text-delta', id: '0', delta: 'it is.' },
  { type: 'text-end', id: '0' },
  {
    type: 'source-url',
    sourceId: 's',
    url: 'https://a.example',
    title: 'A',
    providerMetadata: { alcove: { passage: { number: 1, headings: ['B'], text: 'C.' } } },
  },
  {
    type: 'source-document',
    sourceId: 'd',
    mediaType: 'application/pdf',
    title: 'D',
    providerMetadata: { alcove: { page: 2 } },
  },
  { type: 'data-note', id: 'n', data: { x: 1 } },
  { type: 'message-metadata', messageMetadata: { reasoningMs: 5 } },
  { type: 'finish-step' },
]

test.each<[string, Chunk]>([
  [
    'finished',
    { type: 'finish', messageMetadata: { finishReason: 'stop', usage: { inputTokens: 2 } } },
  ],
  ['cut short', { type: 'finish', messageMetadata: { finishReason: 'length' } }],
  ['stopped', { type: 'abort' }],
  ['failed', { type: 'error', errorText: 'Busy.' }],
])('gives a %s answer again', (_, end) => {
  const message = fold([...parts, end])

  expect(fold(replayMessage(message))).toEqual(message)
})

const ask = (toolCallId: string): Chunk[] => [
  { type: 'tool-input-available', toolCallId, toolName: 'pay', input: { for: toolCallId } },
  { type: 'tool-approval-request', approvalId: `of ${toolCallId}`, toolCallId },
]
const respond = (toolCallId: string, approved: boolean, reason?: string): Chunk => ({
  type: 'tool-approval-response',
  approvalId: `of ${toolCallId}`,
  approved,
  ...(reason === undefined ? {} : { reason }),
})

const interrupt: Chunk = {
  type: 'error',
  errorText: `AUTH0_AI_INTERRUPTION:${JSON.stringify({
    name: 'AUTH0_AI_INTERRUPT',
    code: 'DEVICE_AUTHORIZATION_PENDING',
    message: 'Type the code.',
    behavior: 'resume',
    toolCall: { id: 'v', name: 'pay' },
    response: { userCode: 'AB', verificationUri: 'https://a.example/', expiresIn: 60 },
  })}`,
}

test.each<[string, Chunk]>([
  ['waits for people', { type: 'finish', messageMetadata: { finishReason: 'tool-calls' } }],
  ['waits for an authorisation', interrupt],
])('gives an answer again that %s', (_, end) => {
  const message = fold([
    { type: 'start-step' },
    { type: 'tool-input-start', toolCallId: 's', toolName: 'pay' },
    { type: 'tool-input-delta', toolCallId: 's', inputTextDelta: '{"a":"cu' },
    ...ask('t'),
    respond('t', false, 'Too dear.'),
    { type: 'tool-output-denied', toolCallId: 't' },
    ...ask('u'),
    respond('u', true),
    { type: 'tool-output-available', toolCallId: 'u', output: 1 },
    ...ask('v'),
    { type: 'finish-step' },
    end,
  ])

  expect(message.status?.type).toBe('requires-action')
  expect(fold(replayMessage(message))).toEqual(message)
})

test.each<[string, Chunk]>([
  ['stopped', { type: 'abort' }],
  ['failed', { type: 'error', errorText: 'Busy.' }],
])('an answer that %s while a call was resumed waits for nothing', (_, end) => {
  const waiting = fold([{ type: 'start-step' }, ...ask('v'), { type: 'finish-step' }, interrupt])
  const ended = [{ type: 'start' } as const, end].reduce(applyChunk, waiting)
  // The former interrupt of the call is kept.
  expect(ended.content).toMatchObject([{ interrupt: { kind: 'pending' } }])

  const again = fold(replayMessage(ended))

  expect(again.status).toEqual(ended.status)
  expect(again.status?.type).toBe('incomplete')
  expect(fold(replayMessage(waiting)).status).toEqual(waiting.status)
})

test('gives an answer again that had no further steps', () => {
  const message = fold([...parts, { type: 'finish-step' }, outOfSteps({ usage: {} })])

  expect(message.status).toEqual({ type: 'incomplete', reason: 'tool-calls' })
  expect(fold(replayMessage(message)).status).toEqual(message.status)
})

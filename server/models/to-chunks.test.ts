import { expect, test } from 'vitest'
import { wasThought } from '../../shared/wire/thought-mark.ts'
import type { Usage } from '../../shared/thread/message.ts'
import { TOOL_TEXTS } from './backend-tool.ts'
import { FAILURE_TEXTS } from './provider-failure.ts'
import { createChunkMapper } from './to-chunks.ts'

type Part = Parameters<ReturnType<typeof createChunkMapper>['map']>[0]

function mapAll(parts: readonly object[], now = () => 0) {
  const mapper = createChunkMapper('mock/any', now)
  return parts.flatMap((part) => mapper.map(part as Part))
}

const textPart = (text: string) => [
  { type: 'text-start', id: 'txt-0' },
  { type: 'text-delta', id: 'txt-0', delta: text },
  { type: 'text-end', id: 'txt-0' },
]

test('gives parts ids of their own when the provider repeats its ids', () => {
  const chunks = mapAll([...textPart('One'), ...textPart('Two')])

  expect(chunks.map((chunk) => 'id' in chunk && chunk.id)).toEqual(
    ['text-1', 'text-2'].flatMap((id) => [id, id, id]),
  )
})

test('keeps text and reasoning apart when they share an id', () => {
  const chunks = mapAll([
    { type: 'reasoning-start', id: '0' },
    { type: 'text-start', id: '0' },
    { type: 'reasoning-delta', id: '0', delta: 'Hm' },
    { type: 'text-delta', id: '0', delta: 'Yes' },
  ])

  expect(chunks.slice(2)).toEqual([
    { type: 'reasoning-delta', id: 'reasoning-1', delta: 'Hm' },
    { type: 'text-delta', id: 'text-2', delta: 'Yes' },
  ])
})

test('adds up how long the model reasoned', () => {
  const times = [1000, 1250, 5000, 5500.4]

  const chunks = mapAll(
    [
      { type: 'reasoning-start', id: '0' },
      { type: 'reasoning-end', id: '0' },
      { type: 'reasoning-start', id: '1' },
      { type: 'reasoning-end', id: '1' },
    ],
    () => times.shift() ?? 0,
  )

  expect(chunks.filter(({ type }) => type === 'message-metadata')).toEqual([
    { type: 'message-metadata', messageMetadata: { reasoningMs: 250 } },
    { type: 'message-metadata', messageMetadata: { reasoningMs: 750 } },
  ])
})

const call = { type: 'own', toolCallId: 'c', toolName: 'add', input: { a: 1 }, args: { a: 1 } }

test('passes on a tool, its arguments as they grow, and its result', () => {
  const chunks = mapAll([
    { type: 'tool-input-start', id: 'c', toolName: 'add', title: 'Add' },
    { type: 'tool-input-delta', id: 'c', delta: '{"a":1}' },
    { type: 'tool-input-end', id: 'c' },
    { type: 'tool-call', call },
    { type: 'tool-outcome', call, outcome: { type: 'result', output: null } },
  ])

  expect(chunks).toEqual([
    { type: 'tool-input-start', toolCallId: 'c', toolName: 'add' },
    { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{"a":1}' },
    { type: 'tool-input-available', toolCallId: 'c', toolName: 'add', input: { a: 1 } },
    { type: 'tool-output-available', toolCallId: 'c', output: null },
  ])
})

test('tells of a failed and of a wrong call, and of one that the provider made itself', () => {
  const problem = 'The model called a tool that does not exist.'
  const wrong = { ...call, type: 'wrong', toolCallId: 'd', input: '{', problem }
  const chunks = mapAll([
    { type: 'tool-outcome', call, outcome: { type: 'failure', errorText: 'No.' } },
    { type: 'tool-call', call: wrong },
    { type: 'tool-result', toolCallId: 'e', toolName: 'theirs', result: [1] },
    { type: 'tool-result', toolCallId: 'f', toolName: 'theirs', result: 'sk-1', isError: true },
  ])

  expect(chunks).toEqual([
    { type: 'tool-output-error', toolCallId: 'c', errorText: 'No.' },
    { type: 'tool-input-error', toolCallId: 'd', toolName: 'add', input: '{', errorText: problem },
    { type: 'tool-output-available', toolCallId: 'e', output: [1] },
    { type: 'tool-output-error', toolCallId: 'f', errorText: TOOL_TEXTS.failed },
  ])
})

test('passes on sources and files', () => {
  const chunks = mapAll([
    { type: 'source', sourceType: 'url', id: 's', url: 'https://example.com', title: 'E' },
    { type: 'source', sourceType: 'url', id: 't', url: 'https://example.com' },
    { type: 'source', sourceType: 'document', id: 'd', mediaType: 'a/b', title: 'D' },
    {
      type: 'source',
      sourceType: 'document',
      id: 'e',
      mediaType: 'application/pdf',
      title: 'E',
      filename: 'e.pdf',
      providerMetadata: { anthropic: { startPageNumber: 3, endPageNumber: 4 } },
    },
    { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } },
    { type: 'file', mediaType: 'image/png', data: { type: 'data', data: new Uint8Array(3) } },
  ])

  expect(chunks).toEqual([
    { type: 'source-url', sourceId: 's', url: 'https://example.com', title: 'E' },
    { type: 'source-url', sourceId: 't', url: 'https://example.com' },
    { type: 'source-document', sourceId: 'd', mediaType: 'a/b', title: 'D' },
    {
      type: 'source-document',
      sourceId: 'e',
      mediaType: 'application/pdf',
      title: 'E',
      filename: 'e.pdf',
      providerMetadata: { alcove: { page: 3 } },
    },
    { type: 'file', url: 'data:image/png;base64,AAAA', mediaType: 'image/png' },
    { type: 'file', url: 'data:image/png;base64,AAAA', mediaType: 'image/png' },
  ])
})

test('fetches no file that an answer names', () => {
  const url = new URL('http://10.0.0.1/secret')

  expect(() =>
    mapAll([{ type: 'file', mediaType: 'image/png', data: { type: 'url', url } }]),
  ).toThrow(FAILURE_TEXTS.unsupported)
})

test('ends the parts that are open, each once', () => {
  const mapper = createChunkMapper('mock/any', () => 0)
  const parts = [
    { type: 'text-start', id: 'a' },
    { type: 'text-delta', id: 'a', delta: 'half \ud83d' },
  ]
  for (const part of parts) mapper.map(part as Part)

  expect(mapper.closeParts()).toEqual([
    { type: 'text-delta', id: 'text-1', delta: '\ufffd' },
    { type: 'text-end', id: 'text-1' },
  ])
  expect(mapper.closeParts()).toEqual([])
})

test('says what each step cost as soon as it has ended', () => {
  const step = (usage: Usage = {}) => ({ type: 'finish-step', usage })
  const whole = { inputTokens: 3, outputTokens: 4, cachedInputTokens: 2, reasoningTokens: 1 }

  expect(mapAll([step(whole), step({ outputTokens: 0 }), step()])).toEqual([
    { type: 'finish-step', usage: whole },
    { type: 'finish-step', usage: { outputTokens: 0 } },
    { type: 'finish-step' },
  ])
})

test('says what the whole answer cost', () => {
  const usage = { outputTokens: 0 }

  expect(mapAll([{ type: 'finish', finishReason: 'stop', usage }])).toEqual([
    {
      type: 'finish',
      messageMetadata: {
        finishReason: 'stop',
        usage: { outputTokens: 0 },
      },
    },
  ])
})

test('tells of a text that was a thought before it ends, with its length and duration', () => {
  const times = [1_000, 1_250, 2_000]
  const chunks = mapAll(
    [
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta: 'Hm.\ud83d' },
      { type: 'text-was-thought', id: '0' },
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta: 'Yes.' },
    ],
    () => times.shift() ?? 0,
  )

  expect(chunks).toEqual([
    { type: 'text-start', id: 'text-1' },
    { type: 'text-delta', id: 'text-1', delta: 'Hm.' },
    { type: 'text-delta', id: 'text-1', delta: '\ufffd' },
    wasThought('text-1', 4),
    { type: 'text-end', id: 'text-1' },
    { type: 'message-metadata', messageMetadata: { reasoningMs: 250 } },
    { type: 'text-start', id: 'text-2' },
    { type: 'text-delta', id: 'text-2', delta: 'Yes.' },
  ])
})

import { expect, test } from 'vitest'
import { createChunkMapper } from './to-chunks.ts'

type Part = Parameters<ReturnType<typeof createChunkMapper>['map']>[0]

function mapAll(parts: readonly object[], now = () => 0) {
  const mapper = createChunkMapper(now)
  return parts.flatMap((part) => mapper.map(part as Part))
}

const textPart = (text: string) => [
  { type: 'text-start', id: 'txt-0' },
  { type: 'text-delta', id: 'txt-0', text },
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
    { type: 'reasoning-delta', id: '0', text: 'Hm' },
    { type: 'text-delta', id: '0', text: 'Yes' },
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

test('passes on a tool, its arguments as they grow, and its result', () => {
  const chunks = mapAll([
    { type: 'tool-input-start', id: 'c', toolName: 'add', title: 'Add' },
    { type: 'tool-input-delta', id: 'c', delta: '{"a":1}' },
    { type: 'tool-input-end', id: 'c' },
    { type: 'tool-call', toolCallId: 'c', toolName: 'add', input: { a: 1 } },
    { type: 'tool-result', toolCallId: 'c', toolName: 'add', output: 1, preliminary: true },
    { type: 'tool-result', toolCallId: 'c', toolName: 'add', output: undefined },
  ])

  expect(chunks).toEqual([
    { type: 'tool-input-start', toolCallId: 'c', toolName: 'add' },
    { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{"a":1}' },
    { type: 'tool-input-available', toolCallId: 'c', toolName: 'add', input: { a: 1 } },
    { type: 'tool-output-available', toolCallId: 'c', output: null },
  ])
})

test('tells of a failed tool without its error', () => {
  const error = new Error('key sk-12345678')
  const failed = { type: 'tool-error', toolCallId: 'c', toolName: 'add', input: {}, error }
  const invalid = { type: 'tool-call', toolCallId: 'd', toolName: 'x', input: '{', invalid: true }

  const chunks = mapAll([failed, invalid, { ...failed, toolCallId: 'd' }])

  expect(chunks.map(({ type }) => type)).toEqual(['tool-output-error', 'tool-input-error'])
  expect(JSON.stringify(chunks)).not.toContain('12345678')
})

test('passes on sources on the web and files', () => {
  const chunks = mapAll([
    { type: 'source', sourceType: 'url', id: 's', url: 'https://example.com', title: 'E' },
    { type: 'source', sourceType: 'url', id: 't', url: 'https://example.com' },
    { type: 'source', sourceType: 'document', id: 'd', mediaType: 'a/b', title: 'D' },
    { type: 'file', file: { mediaType: 'image/png', base64: 'AAAA' } },
  ])

  expect(chunks).toEqual([
    { type: 'source-url', sourceId: 's', url: 'https://example.com', title: 'E' },
    { type: 'source-url', sourceId: 't', url: 'https://example.com' },
    { type: 'file', url: 'data:image/png;base64,AAAA', mediaType: 'image/png' },
  ])
})

test('ends the parts that are open, each once', () => {
  const mapper = createChunkMapper(() => 0)
  const parts = [
    { type: 'text-start', id: 'a' },
    { type: 'text-delta', id: 'a', text: 'half \ud83d' },
  ]
  for (const part of parts) mapper.map(part as Part)

  expect(mapper.closeParts()).toEqual([
    { type: 'text-delta', id: 'text-1', delta: '\ufffd' },
    { type: 'text-end', id: 'text-1' },
  ])
  expect(mapper.closeParts()).toEqual([])
})

test('says what each step cost as soon as it has ended', () => {
  const step = (inputTokens?: number, outputTokens?: number) => ({
    type: 'finish-step',
    usage: { inputTokens, outputTokens, totalTokens: 9 },
  })

  expect(mapAll([step(3, 4), step(undefined, 0), step()])).toEqual([
    { type: 'finish-step', usage: { inputTokens: 3, outputTokens: 4 } },
    { type: 'finish-step', usage: { outputTokens: 0 } },
    { type: 'finish-step' },
  ])
})

test('leaves out counts that the provider did not send', () => {
  const usage = { inputTokens: undefined, outputTokens: 0 }

  expect(mapAll([{ type: 'finish', finishReason: 'stop', totalUsage: usage }])).toEqual([
    {
      type: 'finish',
      messageMetadata: {
        finishReason: 'stop',
        usage: { outputTokens: 0 },
      },
    },
  ])
})

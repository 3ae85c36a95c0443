import { expect, test } from 'vitest'
import type { Chunk } from '../wire/chunk.ts'
import { applyChunk } from './apply-chunk.ts'
import { createAssistantMessage } from './message.ts'
import { replayMessage } from './replay-message.ts'

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
  { type: 'tool-input-available', toolCallId: 'u', toolName: 'fail', input: {} },
  { type: 'tool-output-error', toolCallId: 'u', errorText: 'no' },
  { type: 'text-start', id: '0' },
  { type: 'text-delta', id: '0', delta: 'So ' },
  { type: 'text-delta', id: '0', delta: 'it is.' },
  { type: 'text-end', id: '0' },
  { type: 'source-url', sourceId: 's', url: 'https://a.example', title: 'A' },
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

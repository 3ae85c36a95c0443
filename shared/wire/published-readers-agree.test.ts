import { processDataStream } from 'ai-4'
import { expect, test } from 'vitest'
import { applyChunk } from '../thread/apply-chunk.ts'
import { createAssistantMessage } from '../thread/message.ts'
import type { Chunk } from './chunk.ts'
import { createDataStreamDecoder } from './data-stream-decoder.ts'
import { assistantStreams, chats, dataStream, stream } from './published-readers.test-support.ts'

// Our own reader and the published ones agree on each stream.

const call = (toolCallId: string): Chunk => ({
  type: 'tool-input-available',
  toolCallId,
  toolName: 'look_up',
  input: {},
})

/** The result of our own reader for the same lines. */
async function readOurs(text: string) {
  const events = await Array.fromAsync(stream(text).pipeThrough(createDataStreamDecoder()))
  return events
    .flatMap((event) => (event.type === 'chunk' ? [event.chunk] : []))
    .reduce(applyChunk, createAssistantMessage('m', '2026-01-02T03:04:05.006Z'))
}
const texts = (parts: readonly object[] = []) =>
  parts.flatMap((part) => ('text' in part ? [part] : [])).map((part) => ({ ...part, status: 0 }))
const END = 'd:{"finishReason":"stop","usage":{"promptTokens":1,"completionTokens":1}}\n'
const stepEnd = (isContinued: boolean) =>
  `e:{"finishReason":"length","usage":{"promptTokens":1,"completionTokens":1},"isContinued":${isContinued}}\n`

test.each(Object.entries(assistantStreams))(
  'our reader lets the text of a continued step go on, as %s does',
  async (_, read) => {
    const lines = `f:{"messageId":"m"}\n0:"One "\n${stepEnd(true)}f:{"messageId":"m"}\n0:"two"\n${END}`

    expect(texts((await readOurs(lines)).content)).toMatchObject([{ text: 'One two' }])
    expect(texts((await read(lines))?.parts)).toMatchObject([{ text: 'One two' }])
    // If it is not continued, `ai` 4 starts another part.
    const other = await readOurs(lines.replace('true', 'false'))
    expect(texts(other.content)).toMatchObject([{ text: 'One ' }, { text: 'two' }])
  },
)

test('our reader lets the reasoning of a continued step end', async () => {
  const lines = `f:{"messageId":"m"}\ng:"One"\n${stepEnd(true)}f:{"messageId":"m"}\ng:"two"\n${END}`

  expect((await readOurs(lines)).content).toMatchObject([{ text: 'One' }, { text: 'two' }])
})

test('our reader opens a part where reasoning starts, as assistant-stream 0.3.44 does', async () => {
  const lines = `g:"a"\naui-reasoning-part-start:{"unstable_summary":"S"}\ng:"b"\n${END}`
  const parts = [
    { type: 'reasoning', text: 'a' },
    { type: 'reasoning', text: 'b' },
  ]

  expect((await readOurs(lines)).content).toMatchObject(parts)
  expect((await assistantStreams['assistant-stream 0.3.44'](lines))?.parts).toMatchObject(parts)
})

/** A tool that reports its progress, with another one beside it. */
const gradually: readonly Chunk[] = [
  { type: 'start', messageId: 'm' },
  { type: 'start-step' },
  call('a'),
  call('b'),
  { type: 'tool-output-available', toolCallId: 'a', output: 'half' },
  { type: 'tool-output-available', toolCallId: 'b', output: 'cold' },
  { type: 'tool-output-available', toolCallId: 'a', output: 'hot' },
  { type: 'finish-step' },
  { type: 'finish', messageMetadata: { finishReason: 'stop' } },
]

test.each(Object.entries(assistantStreams))(
  '%s reads the last result of a call',
  async (_, read) => {
    const message = await read(dataStream(gradually))

    expect(message?.parts).toMatchObject([{ result: 'hot' }, { result: 'cold' }])
    expect((await readOurs(dataStream(gradually))).content).toMatchObject([
      { result: 'hot' },
      { result: 'cold' },
    ])
  },
)

test('ai 4.3.19 reads the last result of a call, once', async () => {
  const results: unknown[] = []
  await processDataStream({
    stream: stream(dataStream(gradually)),
    onToolResultPart: (part) => void results.push(part),
  })

  expect(results).toEqual([
    { toolCallId: 'a', result: 'hot' },
    { toolCallId: 'b', result: 'cold' },
  ])
})

test.each(Object.entries(chats))(
  'our fold merges metadata that comes bit by bit, as %s does',
  async (_, read) => {
    const chunks: readonly Chunk[] = [
      {
        type: 'start',
        messageId: 'm',
        messageMetadata: { a: { x: 1, list: [1, 2] }, b: { c: 1 } },
      },
      { type: 'message-metadata', messageMetadata: { a: { y: { z: 2 }, list: [3] }, b: 4 } },
      { type: 'finish', messageMetadata: { a: { y: { w: 5 } } } },
    ]
    const merged = { a: { x: 1, y: { z: 2, w: 5 }, list: [3] }, b: 4 }

    expect((await read(chunks)).message.metadata).toEqual(merged)
    const ours = chunks.reduce(applyChunk, createAssistantMessage('m', '2026-01-02T03:04:05.006Z'))
    expect(ours.metadata.custom).toEqual(merged)
  },
)

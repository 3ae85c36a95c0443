import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../any-character.test-support.ts'
import type { JsonObject, JsonValue } from '../json.ts'
import { applyChunk } from '../thread/apply-chunk.ts'
import { createAssistantMessage } from '../thread/message.ts'
import type { Message, MessagePart } from '../thread/message.ts'
import type { Chunk } from './chunk.ts'
import { createDataStreamDecoder } from './data-stream-decoder.ts'
import { DATA_STREAM_HEARTBEAT } from './data-stream-lines.ts'
import { createDataStreamEncoder } from './data-stream-encoder.ts'
import { encodeChunk, ENCODED_END, HEARTBEAT } from './sse.ts'
import type { StreamEvent } from './sse.ts'
import { toDataStream } from './to-data-stream.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const streamOf = (pieces: readonly Uint8Array<ArrayBuffer>[]) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })

function encodeAll(chunks: readonly Chunk[]): string {
  const encoder = createDataStreamEncoder()
  return chunks.map(encoder.encode).join('') + encoder.end()
}

const linesOf = (chunks: readonly Chunk[]) => encodeAll(chunks).split('\n').slice(0, -1)

async function decode(text: string, cuts: readonly number[] = []): Promise<StreamEvent[]> {
  const all = bytes(text)
  const ends = [...cuts.map((cut) => cut % (all.length + 1)), all.length].toSorted((a, b) => a - b)
  const pieces = ends.map((end, index) => all.slice(index === 0 ? 0 : ends[index - 1], end))
  return Array.fromAsync(streamOf(pieces).pipeThrough(createDataStreamDecoder()))
}

const chunksOf = (events: readonly StreamEvent[]) =>
  events.flatMap((event) => (event.type === 'chunk' ? [event.chunk] : []))

const fold = (chunks: readonly Chunk[]): Message =>
  chunks.reduce(applyChunk, createAssistantMessage('m', '2026-01-01T00:00:00.000Z'))

/** The content that the format can express: neighbours of one kind are joined, and empty ones are dropped. */
function normalize(message: Message): Message {
  const content: MessagePart[] = []
  for (const part of message.content) {
    const last = content.at(-1)
    if ((part.type === 'text' || part.type === 'reasoning') && last?.type === part.type) {
      content[content.length - 1] = { ...last, text: last.text + part.text }
    } else if (!('text' in part) || part.text !== '') content.push(part)
  }
  return { ...message, content }
}

// Possible answers of a model: steps of consecutive parts.
const refused = /__proto__|constructor/
const json = fc
  .jsonValue({ maxDepth: 3 })
  .filter((value) => !refused.test(JSON.stringify(value)))
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonValue)
const jsonObject = fc
  .dictionary(fc.string(), json, { maxKeys: 3, noNullPrototype: true })
  .filter((value) => !refused.test(JSON.stringify(value)))
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject)
const anyText = fc.string({ unit: anyCharacter, maxLength: 12 })

const spoken = fc
  .record({
    kind: fc.constantFrom('text', 'reasoning'),
    deltas: fc.array(anyText, { maxLength: 4 }),
  })
  .map(({ kind, deltas }): Chunk[] => [
    { type: `${kind}-start` as 'text-start', id: 'p' },
    ...deltas.map((delta) => ({ type: `${kind}-delta` as 'text-delta', id: 'p', delta })),
    { type: `${kind}-end` as 'text-end', id: 'p' },
  ])

interface CallScript {
  readonly input: JsonObject
  readonly cut: number
  readonly isStreamed: boolean
  readonly end: 'none' | 'output' | 'error' | 'invalid'
  readonly output: JsonValue
}
const callScript: fc.Arbitrary<CallScript> = fc.record({
  input: jsonObject,
  cut: fc.nat(30),
  isStreamed: fc.boolean(),
  end: fc.constantFrom('none', 'output', 'error', 'invalid'),
  output: json,
})

function playCall(script: CallScript, toolCallId: string): [start: Chunk[], end: Chunk[]] {
  const text = JSON.stringify(script.input)
  const toolName = 'look'
  const start: Chunk[] = script.isStreamed
    ? [
        { type: 'tool-input-start', toolCallId, toolName },
        { type: 'tool-input-delta', toolCallId, inputTextDelta: text.slice(0, script.cut) },
        { type: 'tool-input-delta', toolCallId, inputTextDelta: text.slice(script.cut) },
      ]
    : []
  const call = { toolCallId, toolName, input: script.input }
  if (script.end === 'invalid') {
    return [start, [{ type: 'tool-input-error', ...call, errorText: 'No such tool.' }]]
  }
  const end: Chunk[] = [{ type: 'tool-input-available', ...call }]
  if (script.end === 'output') {
    end.push({ type: 'tool-output-available', toolCallId, output: script.output, artifact: 'seen' })
  }
  if (script.end === 'error') {
    end.push({ type: 'tool-output-error', toolCallId, errorText: 'It failed.' })
  }
  return [start, end]
}

/** A single call, or two whose arguments stream at the same time. */
const calls = fc
  .tuple(callScript, fc.option(callScript), fc.uuid(), fc.uuid())
  .map(([one, two, a, b]): Chunk[] => {
    const [start, end] = playCall(one, a)
    if (!two) return [...start, ...end]
    const [otherStart, otherEnd] = playCall(two, b)
    // A part is at the place of its call's first event.
    if (!one.isStreamed) return [...start, ...end, ...otherStart, ...otherEnd]
    return [...start, ...otherStart, ...end, ...otherEnd]
  })

const single = fc.oneof(
  anyText.map((title): Chunk => ({
    type: 'source-url',
    sourceId: 's',
    url: 'https://a.example',
    ...(title === '' ? {} : { title }),
  })),
  fc.constantFrom<Chunk>(
    { type: 'file', url: 'data:image/png;base64,iVBORw0=', mediaType: 'image/png' },
    { type: 'file', url: 'https://a.example/x.png', mediaType: 'image/png' },
  ),
  json.map((data): Chunk => ({ type: 'data-note', data })),
  json.map((data): Chunk => ({ type: 'data-note', id: 'n', data })),
  fc.nat().map((reasoningMs): Chunk => ({
    type: 'message-metadata',
    messageMetadata: { reasoningMs },
  })),
)

const step = fc
  .array(
    fc.oneof(
      spoken,
      calls,
      single.map((chunk) => [chunk]),
    ),
    { maxLength: 5 },
  )
  .map((parts): Chunk[] => [{ type: 'start-step' }, ...parts.flat()])
const stepEnd = fc.record({
  type: fc.constant('finish-step' as const),
  finishReason: fc.constantFrom('stop', 'tool-calls'),
  isContinued: fc.boolean(),
  usage: fc.record({ inputTokens: fc.integer({ min: 1 }), outputTokens: fc.nat() }),
})
const finish = fc.record({
  finishReason: fc.constantFrom('stop', 'length', 'tool-calls', 'content-filter', 'other'),
  usage: fc.record({ inputTokens: fc.nat(), outputTokens: fc.nat() }),
})
const answer = fc
  .tuple(fc.array(fc.tuple(step, stepEnd), { maxLength: 2 }), step, finish)
  .map(([steps, last, messageMetadata]): Chunk[] => [
    { type: 'start', messageId: 'm' },
    ...steps.flatMap(([chunks, end]) => [...chunks, end]),
    ...last,
    // The end of the last step is written at the end of the answer.
    { type: 'finish-step' },
    { type: 'finish', messageMetadata },
  ])

describe('there and back', () => {
  test('gives the same message, wherever the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(answer, fc.array(fc.nat(), { maxLength: 8 }), async (chunks, cuts) => {
        const events = await decode(encodeAll(chunks), cuts)

        expect(normalize(fold(chunksOf(events)))).toEqual(normalize(fold(chunks)))
        expect(events.at(-1)).toEqual({ type: 'end' })
      }),
      { numRuns: 300 },
    )
  })

  test('takes a real stream of server-sent events', async () => {
    await fc.assert(
      fc.asyncProperty(answer, async (chunks) => {
        const events = chunks.map(encodeChunk).join('') + ENCODED_END
        const lines = toDataStream(new Blob([events]).stream())

        expect(await new Response(lines).text()).toBe(encodeAll(chunks))
      }),
      { numRuns: 50 },
    )
  })
})

test('keeps any text on one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, minLength: 1 }), (delta) => {
      const text = encodeAll([{ type: 'text-delta', id: '0', delta }])

      expect(text.split(/[\r\n]/)).toEqual([`0:${JSON.stringify(delta)}`, ''])
    }),
  )
})

test('writes one-character codes only, each line with its break and none blank', () => {
  fc.assert(
    fc.property(answer, (chunks) => {
      // A dot would stop at other line separators, which JSON does not escape.
      expect(encodeAll(chunks)).toMatch(/^(?:[0-9a-k]:[^\r\n]+\n)+$/)
    }),
  )
})

test('writes a conversation as the format’s page has it', () => {
  const usage = (input: number, output: number) =>
    `{"promptTokens":${input},"completionTokens":${output},"inputTokens":${input},"outputTokens":${output}}`

  expect(
    linesOf([
      { type: 'start', messageId: 'msg_1' },
      { type: 'start-step' },
      { type: 'reasoning-start', id: 'r' },
      { type: 'reasoning-delta', id: 'r', delta: 'think' },
      { type: 'reasoning-end', id: 'r' },
      { type: 'tool-input-start', toolCallId: 't1', toolName: 'weather' },
      { type: 'tool-input-delta', toolCallId: 't1', inputTextDelta: '{"city":' },
      { type: 'tool-input-delta', toolCallId: 't1', inputTextDelta: '"Oslo"}' },
      {
        type: 'tool-input-available',
        toolCallId: 't1',
        toolName: 'weather',
        input: { city: 'Oslo' },
      },
      { type: 'tool-output-available', toolCallId: 't1', output: { c: 4 } },
      { type: 'finish-step' },
      { type: 'start-step' },
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta: '4 degrees.' },
      { type: 'source-url', sourceId: 's1', url: 'https://a', title: 'A' },
      { type: 'source-url', sourceId: 's2', url: 'https://b', title: '' },
      { type: 'text-end', id: '0' },
      { type: 'finish-step' },
      {
        type: 'finish',
        messageMetadata: { finishReason: 'stop', usage: { inputTokens: 4, outputTokens: 6 } },
      },
    ]),
  ).toEqual([
    'f:{"messageId":"msg_1"}',
    'g:"think"',
    'b:{"toolCallId":"t1","toolName":"weather"}',
    'c:{"toolCallId":"t1","argsTextDelta":"{\\"city\\":"}',
    'c:{"toolCallId":"t1","argsTextDelta":"\\"Oslo\\"}"}',
    '9:{"toolCallId":"t1","toolName":"weather","args":{"city":"Oslo"}}',
    'a:{"toolCallId":"t1","result":{"c":4}}',
    `e:{"finishReason":"tool-calls","usage":${usage(0, 0)},"isContinued":false}`,
    'f:{"messageId":"msg_1"}',
    '0:"4 degrees."',
    'h:{"sourceType":"url","id":"s1","url":"https://a","title":"A"}',
    'h:{"sourceType":"url","id":"s2","url":"https://b"}',
    `e:{"finishReason":"stop","usage":${usage(4, 6)},"isContinued":false}`,
    `d:{"finishReason":"stop","usage":${usage(4, 6)}}`,
  ])
})

test('ends with an error line alone when the answer failed', () => {
  const lines = linesOf([
    { type: 'start-step' },
    { type: 'text-delta', id: '0', delta: 'Half' },
    { type: 'error', errorText: 'Busy.' },
    { type: 'finish' },
  ])

  expect(lines.slice(1)).toEqual(['0:"Half"', '3:"Busy."'])
})

test('never closes a call that was cut: its reader would run it', () => {
  const lines = linesOf([
    { type: 'tool-input-start', toolCallId: 't', toolName: 'pay' },
    { type: 'tool-input-delta', toolCallId: 't', inputTextDelta: '{"amount":1' },
    { type: 'text-delta', id: '0', delta: 'Held back' },
    { type: 'abort' },
  ])

  expect(lines.map((line) => line[0])).toEqual(['b', 'c', '0', 'd'])
})

test('leaves out the keys for which readers refuse a line', () => {
  const output = JSON.parse(
    '{"__proto__":{"a":1},"constructor":{"prototype":{}},"b":2}',
  ) as JsonObject

  const lines = linesOf([
    { type: 'tool-input-available', toolCallId: 't', toolName: 'look', input: {} },
    { type: 'tool-output-available', toolCallId: 't', output },
  ])

  expect(lines[1]).toBe('a:{"toolCallId":"t","result":{"b":2}}')
})

test('passes a heartbeat on as a line that says nothing', async () => {
  const events = [HEARTBEAT, encodeChunk({ type: 'text-delta', id: '0', delta: 'Hi' }), HEARTBEAT]

  const text = await new Response(toDataStream(streamOf(events.map(bytes)))).text()

  expect(text.split('\n').toSorted()).toEqual(
    `${DATA_STREAM_HEARTBEAT}0:"Hi"\n${DATA_STREAM_HEARTBEAT}`.split('\n').toSorted(),
  )
  expect(await decode(DATA_STREAM_HEARTBEAT)).toEqual([
    { type: 'chunk', chunk: expect.objectContaining({ type: 'finish' }) },
    { type: 'end' },
  ])
})

test('says of a call that the server runs it, in lines of any kind', async () => {
  const start = { type: 'tool-input-start', toolCallId: 'a', toolName: 'stock' } as const
  const whole = { type: 'tool-input-available', toolName: 'stock', input: {} } as const
  const providerExecuted = true
  const chunks: Chunk[] = [
    { ...start, providerExecuted },
    { ...whole, toolCallId: 'a', providerExecuted },
    { ...whole, toolCallId: 'b', providerExecuted },
    { ...whole, toolCallId: 'c' },
  ]

  const lines = linesOf(chunks)

  expect(lines.filter((line) => line.includes('providerExecuted'))).toEqual([
    'b:{"toolCallId":"a","toolName":"stock","providerExecuted":true}',
    '9:{"toolCallId":"a","toolName":"stock","args":{},"providerExecuted":true}',
    '9:{"toolCallId":"b","toolName":"stock","args":{},"providerExecuted":true}',
  ])
})

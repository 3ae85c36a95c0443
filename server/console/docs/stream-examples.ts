import type { JsonObject } from '../../../shared/json.ts'
import type { Chunk } from '../../../shared/wire/chunk.ts'
import { createDataStreamEncoder } from '../../../shared/wire/data-stream-encoder.ts'
import { encodeChunk, encodeChunkAt, ENCODED_END } from '../../../shared/wire/sse.ts'

const MESSAGE_ID = 'msg_F7pLs3Zx9QvK1tWb5NyRm2Gd'
const WORDS = ['On the order ', 'page, under “Returns”.']

/** A short answer, as a model tells it. */
const EXAMPLE_CHUNKS: readonly Chunk[] = [
  {
    type: 'start',
    messageId: MESSAGE_ID,
    messageMetadata: {
      alcove: {
        threadId: 'thread_Q3mX0vYt7bJ5sKc9WfZ1pLdA',
        userMessageId: 'msg_8RkT2nVw6yB4hGs1DqXz5cJm',
      },
    },
  },
  { type: 'start-step' },
  { type: 'text-start', id: 'text-1' },
  ...WORDS.map((delta): Chunk => ({ type: 'text-delta', id: 'text-1', delta })),
  { type: 'text-end', id: 'text-1' },
  { type: 'finish-step' },
  { type: 'finish' },
]

/** What begins and what ends a stream has no number. */
const EVENTS =
  EXAMPLE_CHUNKS.map((chunk, position) =>
    chunk.type === 'start' || chunk.type === 'finish'
      ? encodeChunk(chunk)
      : encodeChunkAt(chunk, position),
  ).join('') + ENCODED_END

/** The same answer as a data stream. */
function encodeLines(): string {
  const encoder = createDataStreamEncoder()
  return EXAMPLE_CHUNKS.map((chunk) => encoder.encode(chunk)).join('') + encoder.end()
}

const UI_MESSAGE_STREAM = { summary: 'UI message stream, version 1', value: EVENTS }

/** What streams look like, by operation and media type: OpenAPI's examples. */
export const STREAM_EXAMPLES: Readonly<Record<string, Readonly<Record<string, JsonObject>>>> = {
  postChat: { 'text/event-stream': { uiMessageStream: UI_MESSAGE_STREAM } },
  getChatIdStream: { 'text/event-stream': { uiMessageStream: UI_MESSAGE_STREAM } },
  postRunsStream: {
    'text/plain': {
      dataStream: { summary: 'Data stream, version 1', value: encodeLines() },
      title: {
        summary: 'A title, with the assistant system/thread_title',
        value: 'Returning an order',
      },
    },
    'text/event-stream': { uiMessageStream: UI_MESSAGE_STREAM },
  },
}

/** One answer of a model in OTLP's JSON. */
export const SPAN_EXAMPLE = {
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            {
              traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
              spanId: '00f067aa0ba902b7',
              name: 'chat gpt-5.1',
              startTimeUnixNano: '1795237200000000000',
              endTimeUnixNano: '1795237202180000000',
              attributes: [
                {
                  key: 'gen_ai.conversation.id',
                  value: { stringValue: 'thread_Q3mX0vYt7bJ5sKc9WfZ1pLdA' },
                },
                { key: 'gen_ai.request.model', value: { stringValue: 'gpt-5.1' } },
                { key: 'gen_ai.usage.input_tokens', value: { intValue: '412' } },
                { key: 'gen_ai.usage.output_tokens', value: { intValue: '96' } },
              ],
            },
          ],
        },
      ],
    },
  ],
}

import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import { THREAD_TEXTS } from '../../../shared/thread-texts.ts'
import type { Chunk } from '../../../shared/wire/chunk.ts'
import { createDataStreamEncoder } from '../../../shared/wire/data-stream-encoder.ts'
import { encodeChunk, encodeChunkAt, ENCODED_END } from '../../../shared/wire/sse.ts'

const MESSAGE_ID = 'msg_F7pLs3Zx9QvK1tWb5NyRm2Gd'
const WORDS = ['On the order ', 'page, under “Returns”.']

/** A short answer in a model's chunks. */
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

/** The first and the last event of a stream have no number. */
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

/** Examples of streams, by operation and media type, for OpenAPI. */
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

/** An answer of a model in OTLP's JSON. */
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

const TIME = '2026-11-21T05:00:00.000Z'
const LATER = '2026-11-21T05:15:00.000Z'
const THREAD = 'thread_Q3mX0vYt7bJ5sKc9WfZ1pLdA'
const USER_MESSAGE = 'msg_8RkT2nVw6yB4hGs1DqXz5cJm'
const ANSWER = 'msg_F7pLs3Zx9QvK1tWb5NyRm2Gd'
const FILE = 'file_5tRz8WqLx2Vn6BkYs1Mc9GdP'
const FILES = 'https://chat.example/v1/files'
const ANSWER_CONTENT = {
  role: 'assistant',
  content: [{ type: 'text', text: 'On the order page, under “Returns”.' }],
}

/** Values in examples, by a field's name; an optional field without one is left out. */
const EXAMPLES: JsonObject = {
  accepted: 1,
  access_token: 'eyJhbGciOi…',
  assistant_id: 'default',
  attributes: { provider: 'openai', first_token_ms: 340 },
  comment: 'Just what I needed.',
  content: ANSWER_CONTENT,
  content_length: 48_213,
  content_type: 'application/pdf',
  created_at: TIME,
  day: '2026-11-21',
  duration_ms: 2_180,
  events: [{ kind: 'message_copied', thread_id: THREAD, message_id: ANSWER }],
  expiresAt: LATER,
  expires_at: '2026-12-21T05:00:00.000Z',
  external_id: 'order-1042',
  feedback_id: 'score_V4cK9xTn2ZsQ7mLb5WyR1hGd',
  file_url: `${FILES}/attachments/${FILE}`,
  filename: 'invoice.pdf',
  format: 'aui/v0',
  from: '2026-11-01',
  height: 1,
  id: THREAD,
  input_tokens: 412,
  is_archived: false,
  is_running: false,
  key: FILE,
  last_message_at: TIME,
  last_message_text: 'On the order page, under “Returns”.',
  message: 'PDF successfully converted to images',
  message_id: ANSWER,
  message_ids: [ANSWER],
  metadata: { order: '1042' },
  model_id: 'gpt-5.1',
  moved: 2,
  name: 'helpful',
  output_tokens: 96,
  parent_id: USER_MESSAGE,
  project_id: 'default',
  publicUrl: `${FILES}/attachments/${FILE}`,
  run_id: 'run_2Lw8XcRt5ZqM9vKb1NsY7hGd',
  runs: 37,
  score_id: 'score_V4cK9xTn2ZsQ7mLb5WyR1hGd',
  signedUrl: `${FILES}/${FILE}?expires=1795238100&signature=…`,
  status: 'completed',
  string_value: null,
  success: true,
  thread_id: THREAD,
  threads: 12,
  title: 'Returning an order',
  to: '2026-11-30',
  token: 'rt_m0Wc5…',
  trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  updated_at: TIME,
  urls: [`${FILES}/attachments/${FILE}`],
  user_id: 'user-17',
  users: 9,
  value: 1,
  workspace_id: 'user-17',
}

/** Exceptions for names with another meaning, or that must fit their neighbours. */
const EXACT: JsonObject = {
  'Error.error': 'not_found',
  'Error.message': THREAD_TEXTS.threadNotFound,
  'Message.external_id': null,
  'Message.id': ANSWER,
  'RunReport.id': 'run_2Lw8XcRt5ZqM9vKb1NsY7hGd',
  'Score.comment': null,
  'Score.data_type': 'boolean',
  'Score.run_id': null,
  'getOpenapiJson.info': { title: 'Alcove', version: '1' },
  'getOpenapiJson.openapi': '3.1.1',
  'getOpenapiJson.paths': {},
  'getThreadsSearch.threads': [
    {
      id: THREAD,
      project_id: 'default',
      workspace_id: 'user-17',
      title: 'Returning an order',
      is_archived: false,
      external_id: 'order-1042',
      metadata: { order: '1042' },
      last_message_at: TIME,
      last_message_text: 'On the order page, under “Returns”.',
      is_running: false,
      created_at: TIME,
      updated_at: TIME,
      // The position of “return”.
      match: {
        message_id: ANSWER,
        text: 'On the order page, under “Returns”.',
        ranges: [[26, 32]],
      },
    },
  ],
  'postAuthTokens.token': 'eyJhbGciOi…',
  'postAuthTokensRefresh.refresh_token': 'rt_m0Wc5…',
  'postAuthTokensRevoke.refresh_token': 'rt_m0Wc5…',
  'postChat.id': 'order-1042',
  'postChat.messages': [
    { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'How do I return an order?' }] },
  ],
  'postChat.trigger': 'submit-message',
  'postChatIdStop.removed': [{ id: USER_MESSAGE, external_id: 'm1' }],
  'postProjectsKnowledgeSources.every': '1d',
  'postProjectsKnowledgeSources.exclude': ['blog/**'],
  'postProjectsKnowledgeSources.sitemap': 'https://shop.example/sitemap.xml',
  'postRunsStream.messages': [
    { role: 'user', content: [{ type: 'text', text: 'How do I return an order?' }] },
  ],
  'postRunsStream.response_format': 'vercel-ai-data-stream/v1',
  'postScores.data_type': 'boolean',
  'postThreadsClaim.refresh_token': 'rt_m0Wc5…',
  'postThreadsIdMessagesMessageIdFeedback.type': 'positive',
}

/** Bodies that do not show every field with an example. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  deleteThreadsIdMessages: ['message_ids'],
  postChatIdStop: [],
  postFilesAttachmentsGeneratePresignedDownloadUrl: ['key'],
  postProjectsKnowledgeSources: ['sitemap', 'exclude', 'every'],
  postRunsStream: ['assistant_id', 'response_format', 'messages'],
  postScores: ['name', 'data_type', 'value', 'message_id'],
  postThreadsIdMessages: ['parent_id', 'format', 'content'],
  putThreadsId: ['title', 'is_archived'],
  postTraces: [],
}

/** The example of a field of its owner (an operation or a schema); undefined: none. */
export function fieldExample(owner: string, name: string): JsonValue | undefined {
  const exact = `${owner}.${name}`
  return Object.hasOwn(EXACT, exact) ? EXACT[exact] : EXAMPLES[name]
}

export const shownFields = (owner: string): readonly string[] | undefined => SHOWN[owner]

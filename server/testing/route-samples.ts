import { encodeOtlp } from './encode-otlp.ts'
import type { OwnedIds, RouteSample } from './route-sample.ts'
import { MESSAGE_ROUTE_SAMPLES } from './message-route-samples.ts'
import { PROJECT_ROUTE_SAMPLES } from './project-route-samples.ts'

const TIME = '2026-11-21T05:00:00.000Z'
const FIRST_TIME = '1970-01-01T00:00:00.000Z'
const CONTENT = { role: 'user', content: [{ type: 'text', text: 'hello' }] }
const PARTS = [{ type: 'text', text: 'hello' }]
const SAVES = { 'Alcove-Stream': '1' }
const SCORE = { name: 'tone', data_type: 'numeric', value: 1 }

const upload = '/files/attachments/generate-presigned-upload-url'
const download = '/files/attachments/generate-presigned-download-url'
const inThread = ({ thread }: OwnedIds) => `/threads/${thread}`
const byName = ({ threadName }: OwnedIds) => `/threads/${threadName}`

const spanIn = (thread: string) => ({
  traceId: '0123456789abcdef0123456789abcdef',
  name: 'ai.streamText',
  startMs: 1_000,
  endMs: 2_000,
  hasFailed: false,
  attributes: { 'gen_ai.conversation.id': thread },
})

/**
 * Samples of calls for every route, with every position of an id. The tests of tenancy and of query plans
 * make them all, and fail for a route without a sample.
 */
export const ROUTE_SAMPLES: Readonly<Record<string, readonly RouteSample[]>> = {
  'POST /auth/tokens/anonymous': [{ owner: 200, foreign: 200 }],
  'POST /auth/tokens/refresh': [
    { owner: 401, foreign: 401, body: () => ({ refresh_token: 'rt_unknown' }) },
  ],
  'POST /auth/tokens/revoke': [
    { owner: 204, foreign: 204, body: () => ({ refresh_token: 'rt_unknown' }) },
  ],
  'POST /auth/tokens': [{ owner: 200, foreign: 400 }],

  'GET /threads': [
    { owner: 200, foreign: 200 },
    { owner: 200, foreign: 400, path: ({ thread }) => `/threads?after=${thread}` },
    { owner: 200, foreign: 400, path: ({ threadName }) => `/threads?after=${threadName}` },
    // A cursor needs no existing row. This one is after all threads of all users.
    {
      owner: 200,
      foreign: 200,
      path: ({ thread }) => `/threads?after=${thread}&after_time=${FIRST_TIME}`,
    },
    { owner: 200, foreign: 200, path: ({ threadName }) => `/threads?external_id=${threadName}` },
    { owner: 200, foreign: 200, path: ({ thread }) => `/threads?external_id=${thread}` },
  ],
  'POST /threads': [
    { owner: 201, foreign: 201, body: () => ({ last_message_at: TIME }) },
    {
      owner: 200,
      foreign: 201,
      body: ({ threadName }) => ({ last_message_at: TIME, external_id: threadName }),
    },
  ],
  'POST /threads/claim': [
    { owner: 403, foreign: 403, body: () => ({ refresh_token: 'rt_unknown' }) },
  ],
  'GET /threads/search': [
    { owner: 200, foreign: 200, path: () => '/threads/search?query=canary' },
    { owner: 200, foreign: 200, path: ({ thread }) => `/threads/search?query=${thread}` },
  ],
  'GET /threads/:id': [
    { owner: 200, foreign: 404, path: inThread },
    { owner: 200, foreign: 404, path: byName },
  ],
  'PUT /threads/:id': [
    { owner: 200, foreign: 404, path: inThread, body: () => ({ title: 'Taken' }) },
    { owner: 200, foreign: 404, path: byName, body: () => ({ is_archived: true }) },
  ],
  'DELETE /threads/:id': [
    { owner: 200, foreign: 404, path: inThread },
    { owner: 200, foreign: 404, path: byName },
  ],

  ...MESSAGE_ROUTE_SAMPLES,

  'POST /chat': [
    {
      owner: 200,
      foreign: 200,
      body: ({ thread }) => chat(thread, [{ id: 'abc1234', role: 'user', parts: PARTS }]),
    },
    {
      owner: 200,
      foreign: 404,
      headers: SAVES,
      body: ({ thread, message }) =>
        chat(thread, [
          { id: message, role: 'user', parts: PARTS },
          { id: 'abc1234', role: 'user', parts: PARTS },
        ]),
    },
    {
      owner: 200,
      foreign: 404,
      headers: SAVES,
      body: ({ thread, message }) => ({
        ...chat(thread, [{ id: message, role: 'user', parts: PARTS }]),
        trigger: 'regenerate-message',
        messageId: message,
      }),
    },
  ],
  'GET /chat/:id/stream': [
    { owner: 204, foreign: 204, path: ({ thread }) => `/chat/${thread}/stream` },
    { owner: 204, foreign: 204, path: ({ threadName }) => `/chat/${threadName}/stream` },
  ],
  'POST /chat/:id/stop': [
    { owner: 200, foreign: 200, path: ({ thread }) => `/chat/${thread}/stop` },
  ],
  'POST /runs/stream': [
    { owner: 200, foreign: 404, body: ({ thread }) => stream('system/thread_title', thread) },
    { owner: 200, foreign: 404, body: ({ thread }) => stream('default', thread) },
    { owner: 200, foreign: 200, body: () => stream('default', 'unstable_todo') },
  ],

  'POST /runs': [
    {
      owner: 201,
      foreign: 404,
      body: ({ thread, message }) => ({
        thread_id: thread,
        message_id: message,
        status: 'completed',
      }),
    },
  ],
  'POST /scores': [
    { owner: 201, foreign: 404, body: ({ thread }) => ({ ...SCORE, thread_id: thread }) },
    { owner: 201, foreign: 404, body: ({ message }) => ({ ...SCORE, message_id: message }) },
    { owner: 201, foreign: 404, body: ({ run }) => ({ ...SCORE, run_id: run }) },
  ],
  'POST /events': [
    {
      owner: 202,
      foreign: 202,
      body: ({ thread, message, run }) => ({
        events: [{ kind: 'message_copied', thread_id: thread, message_id: message, run_id: run }],
      }),
    },
  ],
  'POST /traces': [
    { owner: 200, foreign: 200, body: ({ thread }) => encodeOtlp.json([spanIn(thread)]) },
  ],

  [`POST ${upload}`]: [{ owner: 201, foreign: 201, body: () => ({ filename: 'a.txt' }) }],
  [`POST ${download}`]: [
    { owner: 200, foreign: 404, body: ({ fileKey }) => ({ key: fileKey }) },
    { owner: 200, foreign: 404, body: ({ fileUrl }) => ({ url: fileUrl }) },
  ],
  'GET /files/attachments/:key': [
    { owner: 302, foreign: 404, path: ({ fileKey }) => `/files/attachments/${fileKey}` },
  ],
  'POST /files/pdf-to-images': [
    { owner: 200, foreign: 200, body: ({ fileUrl }) => ({ file_url: fileUrl }) },
  ],
  // Documents belong to a project, and no user owns one.
  'POST /knowledge/documents/:id/address': [
    {
      owner: 404,
      foreign: 404,
      path: ({ thread }) => `/knowledge/documents/${thread}/address`,
      body: () => ({ piece_id: '1' }),
    },
  ],

  ...PROJECT_ROUTE_SAMPLES,

  'GET /openapi.json': [{ owner: 200, foreign: 200 }],
  'GET /docs': [{ owner: 200, foreign: 200 }],
}

function chat(id: string, messages: readonly object[]) {
  return { id, trigger: 'submit-message', messages }
}

function stream(assistant: string, thread: string) {
  return { assistant_id: assistant, thread_id: thread, messages: [CONTENT] }
}

/** Addresses outside of the API; open to callers without a token. */
export const STATIC_ROWS: readonly string[] = [
  'GET /',
  'GET /healthz',
  'GET /readyz',
  'GET /help',
  'GET /knowledge/:token',
  'GET /alcove.js',
  'GET /alcove-panel.js',
  'GET /alcove-extras.js',
  'GET /alcove-debug.js',
  'GET /desk',
  'GET /desk/*',
  'GET /desk/unsubscribe/:token',
  'POST /desk/unsubscribe/:token',
  'GET /frame',
  'GET /p/:project/frame',
  'GET /p/:project/preview/:token/frame',
  'POST /p/:project/preview/:token/chat',
  'GET /p/:project/alcove.js',
  'GET /p/:project/alcove-panel.js',
  'GET /p/:project/alcove-extras.js',
  'GET /p/:project/alcove-debug.js',
  'GET /v/:version/:file',
  'GET /p/:project/p/:app/frame',
  'GET /frame/assets/:name',
  'GET /frame/third-party-licenses.txt',
]

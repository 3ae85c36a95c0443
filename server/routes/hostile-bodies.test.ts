import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCaller, type Caller } from '../testing/create-caller.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'
import { HOSTILE_TEXTS } from '../testing/hostile-texts.ts'
import { encodeOtlp } from '../testing/encode-otlp.ts'

const TIME = '2026-11-21T04:00:00.000Z'
const CONTENT = { role: 'user', content: [{ type: 'text', text: 'hello' }] }
const TITLE = { assistant_id: 'system/thread_title', messages: [CONTENT] }

let world: TestApp
let call: Caller
let thread: string
let message: string
beforeAll(async () => {
  world = await createTestApp()
  const { key } = await world.apiKeys.create({ projectId: 'default', name: 'k', scope: 'server' })
  const owner = { 'Aui-User-Id': 'ada', 'Aui-Workspace-Id': 'ada' }
  const plain = createCaller(world, `Bearer ${key}`)
  call = (route, body, options) => plain(route, body, { headers: owner, ...options })
  thread = (await call('POST /threads', { last_message_at: TIME })).json.thread_id
  const body = { parent_id: null, format: 'aui/v0', content: CONTENT }
  message = (await call(`POST /threads/${thread}/messages`, body)).json.message_id
})
afterAll(() => world.close())

const span = (text: string) => ({
  traceId: '0123456789abcdef0123456789abcdef',
  name: text,
  startMs: 0,
  endMs: 1,
  hasFailed: false,
  attributes: { 'gen_ai.conversation.id': text, 'gen_ai.response.model': text },
})

/** Each call with text in its body, with a text at every place for one. */
const BODIES: readonly (readonly [route: string, body: (text: string) => object])[] = [
  ['POST /auth/tokens/refresh', (text) => ({ refresh_token: text })],
  [
    'POST /threads',
    (text) => ({
      last_message_at: TIME,
      title: text.slice(0, 255),
      external_id: text.slice(0, 255),
      metadata: { [text.slice(0, 64)]: text.slice(0, 512) },
    }),
  ],
  ['POST /threads', (text) => ({ last_message_at: text })],
  ['POST /threads/claim', (text) => ({ refresh_token: text })],
  [
    'PUT /threads/THREAD',
    (text) => ({ title: text.slice(0, 255), metadata: { note: text.slice(0, 512) } }),
  ],
  [
    'POST /threads/THREAD/messages',
    (text) => ({
      parent_id: text,
      external_id: text.slice(0, 255),
      format: text.slice(0, 255),
      content: { role: 'user', [text]: text },
    }),
  ],
  [
    'POST /threads/THREAD/messages',
    (text) => ({ parent_id: null, parent_external_id: text, format: 'aui/v0', content: CONTENT }),
  ],
  [
    'PUT /threads/THREAD/messages/MESSAGE',
    (text) => ({ content: { role: 'user', content: text, [text]: [text] } }),
  ],
  ['DELETE /threads/THREAD/messages', (text) => ({ message_ids: [text.slice(0, 255)] })],
  [
    'POST /threads/THREAD/messages/MESSAGE/feedback',
    (text) => ({ type: 'positive', comment: text.slice(0, 2_000) }),
  ],
  ['POST /chat/THREAD/stop', (text) => ({ requestId: text.slice(0, 255) })],
  [
    'POST /runs/stream',
    (text) => ({ ...TITLE, thread_id: text, messages: [{ role: text, content: text }] }),
  ],
  ['POST /runs/stream', (text) => ({ ...TITLE, thread_id: thread, response_format: text })],
  ['POST /runs/stream', (text) => ({ ...TITLE, assistant_id: text.slice(0, 255) || 'x' })],
  [
    'POST /runs',
    (text) => ({
      thread_id: thread,
      status: 'completed',
      message_id: text.slice(0, 255),
      model_id: text.slice(0, 255),
      error: text,
      [text]: text,
    }),
  ],
  [
    'POST /scores',
    (text) => ({
      name: 'tone',
      data_type: 'categorical',
      string_value: text.slice(0, 255),
      comment: text.slice(0, 2_000),
      thread_id: thread,
    }),
  ],
  [
    'POST /events',
    (text) => ({
      events: [
        { kind: 'error_shown', message_id: text.slice(0, 48) || null, props: { [text]: text } },
      ],
    }),
  ],
  ['POST /traces', (text) => encodeOtlp.json([span(text)])],
  [
    'POST /files/attachments/generate-presigned-upload-url',
    (text) => ({ filename: text, content_type: text }),
  ],
  ['POST /files/attachments/generate-presigned-download-url', (text) => ({ key: text })],
  ['POST /files/attachments/generate-presigned-download-url', (text) => ({ url: text })],
  ['POST /files/pdf-to-images', (text) => ({ file_url: text })],
]

const send = (route: string, body: unknown) =>
  call(route.replace('THREAD', thread).replace('MESSAGE', message), body)

/** Owner fields and the like, which no body may set. */
const EXTRA_KEYS = [
  'id',
  'project_id',
  'projectId',
  'workspace_id',
  'workspaceId',
  'user_id',
  'userId',
  'created_at',
  'updated_at',
  'height',
  'is_server',
  'admin',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
]

const ownersOf = async () => {
  const { threads, scores, reports } = await world.store.users.export('default', 'ada')
  const rows = [...threads, ...scores.map((row) => row.scope), ...reports.map((row) => row.scope)]
  return new Set(rows.map(({ projectId, workspaceId }) => `${projectId} ${workspaceId}`))
}

describe.each(BODIES.map(([route, body], index) => ({ index, route, body })))(
  '$route ($index)',
  ({ route, body }) => {
    test('a hostile text is taken or refused, never a failure of the server', async () => {
      const failures: string[] = []
      for (const text of HOSTILE_TEXTS) {
        const { status } = await send(route, body(text))
        if (status >= 500) failures.push(text)
      }
      expect(failures).toEqual([])
    })

    test('more keys are refused or ignored, and owners stay who they are', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.dictionary(
            fc.oneof(fc.constantFrom(...EXTRA_KEYS), fc.string()),
            fc.oneof(fc.constantFrom('mallory', 'default', TIME), fc.jsonValue({ maxDepth: 2 })),
            { minKeys: 1, maxKeys: 4 },
          ),
          async (extra) => {
            const text = JSON.stringify(body('hello'))
            // As text, so that `__proto__` is an ordinary key.
            const json = JSON.stringify(extra).replace(/\}$/, text.length > 2 ? ',' : '}')
            const { status } = await send(route, json + text.slice(1))
            expect(status).toBeLessThan(500)
          },
        ),
        { numRuns: 25 },
      )
      expect(await ownersOf()).toEqual(new Set(['default ada']))
      expect('mallory' in {}).toBe(false)
      expect(({} as { admin?: unknown }).admin).toBeUndefined()
    })
  },
)

test('hostile texts in a path or a query are no failure of the server either', async () => {
  const places = [
    (text: string) => `GET /threads/${text}`,
    (text: string) => `GET /threads?after=${text}&external_id=${text}&limit=${text}`,
    (text: string) => `GET /threads/${thread}/messages?after=${text}`,
    (text: string) => `GET /threads/${thread}/messages?format=${text}`,
    (text: string) => `GET /files/attachments/${text}`,
    (text: string) => `POST /chat/${text}/stop`,
    (text: string) => `GET /projects/threads?after=${text}&workspace_id=${text}`,
    (text: string) => `GET /projects/runs?thread_id=${text}`,
    (text: string) => `GET /projects/scores?name=${text}&after=${text}`,
    (text: string) => `GET /projects/usage/daily?from=${text}&to=${text}`,
    (text: string) => `DELETE /projects/users/${text}`,
  ]
  const failures: string[] = []
  for (const hostile of HOSTILE_TEXTS) {
    const text = encodeURIComponent(hostile.toWellFormed().slice(0, 500))
    for (const place of places) {
      if ((await call(place(text))).status >= 500) failures.push(place(text))
    }
  }
  expect(failures).toEqual([])
})

test('nothing of a body reaches the log, and every line of it is one of JSON', async () => {
  const secret = 'only-in-a-body'
  for (const [route, body] of BODIES) await send(route, body(secret))

  expect(world.lines.length).toBeGreaterThan(0)
  for (const line of world.lines) {
    expect(line).not.toContain(secret)
    expect(JSON.parse(line)).toBeTypeOf('object')
  }
})

import { deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCaller, type Caller } from '../testing/create-caller.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'
import { encodeOtlp, type TestSpan } from '../testing/encode-otlp.ts'
import { TRACES_MAX } from './trace-reports.ts'
import { TRACES_MAX_BYTES, unpack } from './trace-routes.ts'

const TIME = '2026-11-21T04:00:00.000Z'
const TRACE = '0123456789abcdef0123456789abcdef'
const JSON_TYPE = { 'Content-Type': 'application/json' }
const PROTOBUF_TYPE = { 'Content-Type': 'application/x-protobuf' }

let world: TestApp
let call: Caller
let visit: Caller
let thread: string
beforeEach(async () => {
  world = await createTestApp()
  const { key } = await world.apiKeys.create({ projectId: 'default', name: 'k', scope: 'server' })
  call = createCaller(world, `Bearer ${key}`)
  visit = createCaller(world, (await world.signIn()).authorization)
  thread = (await visit('POST /threads', { last_message_at: TIME })).json.thread_id
})
afterEach(() => world.close())

const span = (attributes: TestSpan['attributes'] = {}, traceId = TRACE): TestSpan => ({
  traceId,
  name: 'ai.streamText',
  startMs: 1_000,
  endMs: 3_000,
  hasFailed: false,
  attributes,
})
const inThread = () => span({ 'gen_ai.conversation.id': thread, 'gen_ai.usage.input_tokens': 5 })
const stored = () => world.store.reports.listRuns('default', { limit: 10 })

test.each([
  ['JSON', JSON_TYPE, () => JSON.stringify(encodeOtlp.json([inThread()]))],
  ['protobuf', PROTOBUF_TYPE, () => encodeOtlp.protobuf([inThread()])],
  [
    'JSON with gzip',
    { ...JSON_TYPE, 'Content-Encoding': 'gzip' },
    () => gzipSync(JSON.stringify(encodeOtlp.json([inThread()]))),
  ],
  [
    'protobuf with deflate',
    { ...PROTOBUF_TYPE, 'Content-Encoding': 'deflate' },
    () => deflateSync(encodeOtlp.protobuf([inThread()])),
  ],
])('spans in %s become a report in the thread’s own workspace', async (_title, headers, body) => {
  const answer = await call('POST /traces', body(), { headers })

  expect(answer).toMatchObject({ status: 200, json: {} })
  const { workspace_id: workspaceId } = (await visit(`GET /threads/${thread}`)).json.thread
  expect(await stored()).toMatchObject([
    { threadId: thread, traceId: TRACE, inputTokens: 5, durationMs: 2_000, scope: { workspaceId } },
  ])
})

test('a trace that its client reported already is the same report', async () => {
  const report = { thread_id: thread, status: 'completed', trace_id: TRACE, input_tokens: 4 }
  await visit('POST /runs', report)

  await call('POST /traces', encodeOtlp.protobuf([inThread()]), { headers: PROTOBUF_TYPE })

  expect(await stored()).toMatchObject([{ inputTokens: 4 }])
})

test('spans that name no thread of the project are refused in words, the others are kept', async () => {
  const other = TRACE.replaceAll('0', '1')
  const strange = TRACE.replaceAll('0', '2')
  const spans = [
    inThread(),
    span({}, other),
    span({}, other),
    span({ 'gen_ai.conversation.id': 'thread_unknown' }, strange),
  ]

  const { status, json } = await call('POST /traces', encodeOtlp.json(spans))

  expect(status).toBe(200)
  expect(json).toEqual({
    partialSuccess: {
      rejectedSpans: 3,
      errorMessage: expect.stringContaining('gen_ai.conversation.id'),
    },
  })
  expect(await stored()).toHaveLength(1)
})

test('an export without spans is fine', async () => {
  expect(await call('POST /traces', {})).toMatchObject({ status: 200, json: {} })
})

test('4 MiB are read, packed and unpacked, and one byte more is not', async () => {
  const headers = { ...JSON_TYPE, 'Content-Encoding': 'gzip' }
  const body = (bytes: number) => `{}${' '.repeat(bytes - 2)}`

  expect((await call('POST /traces', body(TRACES_MAX_BYTES))).status).toBe(200)
  expect((await call('POST /traces', body(TRACES_MAX_BYTES + 1))).status).toBe(413)
  const packed = (bytes: number) => gzipSync(body(bytes))
  expect((await call('POST /traces', packed(TRACES_MAX_BYTES), { headers })).status).toBe(200)
  expect((await call('POST /traces', packed(TRACES_MAX_BYTES + 1), { headers })).status).toBe(413)
})

test.each([
  ['text', 415, { 'Content-Type': 'text/plain' }, '{}'],
  ['another packing', 415, { ...JSON_TYPE, 'Content-Encoding': 'br' }, '{}'],
  ['no JSON', 400, JSON_TYPE, '{'],
  ['no protobuf', 400, PROTOBUF_TYPE, '\xff\xff'],
  ['no gzip', 400, { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, '{}'],
])('%s is refused', async (_title, status, headers, body) => {
  expect((await call('POST /traces', body, { headers })).status).toBe(status)
})

test('only the project’s own server sends traces', async () => {
  expect(await visit('POST /traces', {})).toMatchObject({
    status: 403,
    json: { message: 'This endpoint may only be accessed from the backend' },
  })
})

test('500 traces are kept and one more is refused, none of them kept', async () => {
  const traces = (count: number) =>
    encodeOtlp.json(
      Array.from({ length: count }, (_, index) => ({
        ...inThread(),
        traceId: index.toString(16).padStart(32, '0'),
      })),
    )

  expect(await call('POST /traces', traces(TRACES_MAX + 1))).toMatchObject({
    status: 413,
    json: { error: 'too_large', details: { limit: 500 } },
  })
  expect(await stored()).toEqual([])
  expect(await call('POST /traces', traces(TRACES_MAX))).toMatchObject({ status: 200, json: {} })
  const kept = await world.store.reports.listRuns('default', { limit: 1_000 })
  expect(kept).toHaveLength(TRACES_MAX)
})

test('an attribute that is not what it says takes nothing down', async () => {
  const body = encodeOtlp.json([inThread()])
  const text = JSON.stringify(body).replace('{"intValue":"5"}', '{"intValue":{"toString":1}}')

  expect((await call('POST /traces', text)).status).toBe(200)
  expect(await stored()).toMatchObject([{ inputTokens: null }])
  expect((await call('POST /traces', '[]')).status).toBe(400)
})

const LIMIT = 1_000
const bytes = (length: number) => Buffer.alloc(length, 'x')

test.each([
  [undefined, (content: Buffer) => content],
  ['identity', (content: Buffer) => content],
  ['gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
])('a body packed with %s is unpacked', async (encoding, pack) => {
  expect(Buffer.from(await unpack(pack(bytes(LIMIT)), encoding, LIMIT))).toEqual(bytes(LIMIT))
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
])('a %s body of one byte more than allowed is too large', async (encoding, pack) => {
  await expect(unpack(pack(bytes(LIMIT + 1)), encoding, LIMIT)).rejects.toMatchObject({
    code: 'too_large',
  })
})

test.each(['br', 'gzip, gzip', 'zstd'])('%s is not unpacked', async (encoding) => {
  await expect(unpack(bytes(1), encoding, LIMIT)).rejects.toMatchObject({
    code: 'unsupported_media_type',
  })
})

test('bytes that were never packed, or are cut off, are a bad request', async () => {
  const packed = gzipSync(bytes(LIMIT))

  for (const body of [bytes(10), packed.subarray(0, -4), Buffer.alloc(0)]) {
    await expect(unpack(body, 'gzip', LIMIT)).rejects.toMatchObject({ code: 'invalid_request' })
  }
})

import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import {
  CHAT_MESSAGES_MAX,
  CHAT_PARTS_MAX,
  chatBodySchema,
  PIECE_SECONDS_MAX,
} from '../../shared/api/chat.ts'
import type { FollowRequest, Runs, StopRequest, SubmitOptions } from '../runs/runs.ts'
import type { Store, ThreadRow } from '../store/store.ts'
import { createRouteApp, type RouteAppOptions } from '../testing/create-route-app.ts'
import { jsonCall } from '../testing/create-test-app.ts'
import { chatRoutes, whenOver } from './chat-routes.ts'

const BODY = {
  id: 'thread_1',
  trigger: 'submit-message',
  messages: [{ id: 'abc1234', role: 'user', parts: [{ type: 'text', text: 'hi' }] }],
}
const MIB = 1_048_576

/** Runs that record their calls and answer with two pieces. */
function createRecordedRuns() {
  const submitted: SubmitOptions[] = []
  const stopped: StopRequest[] = []
  const followed: FollowRequest[] = []
  const runs: Partial<Runs> = {
    async submit(_owner, body, options) {
      const release = await options.hold?.()
      release?.()
      if (body.id === 'busy') throw new AlcoveError('run_active', 'One is running.')
      submitted.push(options)
      return { stream: () => new Blob(['data: {}\n\n', 'data: [DONE]\n\n']).stream() }
    },
    follow(_scope, request) {
      followed.push(request)
      const reader = { stream: () => new Blob(['data: [DONE]\n\n']).stream() }
      return Promise.resolve(request.thread === 'idle' ? undefined : reader)
    },
    stop(_scope, request) {
      stopped.push(request)
      return Promise.resolve([{ id: 'msg_1', externalId: 'abc1234' }])
    },
  }
  return { runs: runs as Runs, submitted, stopped, followed }
}

interface WorldOptions extends Omit<RouteAppOptions, 'parts'> {
  /** Number of the caller's threads; `thread_1` is one of them unless there are none. */
  readonly threads?: number
}

function createWorld({ threads = 1, ...options }: WorldOptions = {}) {
  const recorded = createRecordedRuns()
  const row = { id: 'thread_1' } as ThreadRow
  const find = (_scope: unknown, id: string) =>
    Promise.resolve(threads > 0 && id === row.id ? row : undefined)
  const store = {
    threads: { findByName: find, count: () => Promise.resolve(threads) },
  } as unknown as Store
  const { request } = createRouteApp(chatRoutes, {
    parts: { runs: recorded.runs, store },
    ...options,
  })
  const send = (body: unknown, headers: Record<string, string> = {}) => {
    const call = jsonCall(body)
    return request('/v1/chat', { ...call, headers: { ...call.headers, ...headers } })
  }
  return { ...recorded, request, send }
}

test('the answer is a stream that nothing on the way may keep or pack', async () => {
  const { send } = createWorld()

  const response = await send(BODY, { 'Accept-Encoding': 'br, gzip' })

  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'content-encoding': 'identity',
    'x-accel-buffering': 'no',
    'x-vercel-ai-ui-message-stream': 'v1',
  })
  expect(await response.text()).toBe('data: {}\n\ndata: [DONE]\n\n')
})

test('the server saves only for a reader that says so', async () => {
  const { send, submitted } = createWorld()

  await send(BODY)
  await send(BODY, { 'Alcove-Stream': '1' })
  await send(BODY, { 'Alcove-Stream': '2' })

  expect(submitted.map(({ saves }) => saves)).toEqual([false, true, false])
  expect(submitted.map(({ isOurs }) => isOurs)).toEqual([false, true, false])
  expect(submitted.map(({ base }) => base)).toEqual(Array(3).fill('https://chat.test'))
  expect(submitted.map(({ isPublic }) => isPublic)).toEqual(Array(3).fill(true))
})

test('a project may save the turns of every client', async () => {
  const { send, submitted } = createWorld({ project: { savesForeignChats: true } })

  await send(BODY)

  expect(submitted).toMatchObject([{ saves: true, isOurs: false }])
})

const SAVED = { 'Alcove-Stream': '1' }

test('a chat that makes a thread is one more thread', async () => {
  const { send } = createWorld({ limits: { threadsPerAnonymousUserPerHour: 1 } })

  expect((await send({ ...BODY, id: 'new' }, SAVED)).status).toBe(200)
  expect((await send({ ...BODY, id: 'newer' }, SAVED)).status).toBe(429)
  expect((await send(BODY, SAVED)).status).toBe(200)
  expect((await send({ ...BODY, id: 'newer' })).status).toBe(200)
})

test('a user with as many threads as allowed chats in those', async () => {
  const limits = { threadsPerAnonymousUser: 2 }

  expect((await createWorld({ limits }).send({ ...BODY, id: 'new' }, SAVED)).status).toBe(200)
  const { send } = createWorld({ limits, threads: 2 })
  const refused = await send({ ...BODY, id: 'new' }, SAVED)
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ error: 'quota_exceeded', details: { limit: 2 } })
  expect((await send(BODY, SAVED)).status).toBe(200)
})

test('a refusal of the run is an answer, not a stream', async () => {
  const { send } = createWorld()

  const response = await send({ ...BODY, id: 'busy' })

  expect(response.status).toBe(409)
  expect(await response.json()).toEqual({ error: 'run_active', message: 'One is running.' })
})

test.each([
  [{ ...BODY, id: undefined }, 'id'],
  [{ ...BODY, id: 'a\0' }, 'id'],
  [{ ...BODY, id: 'a'.repeat(256) }, 'id'],
  [{ ...BODY, trigger: 'other' }, 'trigger'],
  [{ ...BODY, messages: {} }, 'messages'],
  [{ ...BODY, messages: [{ ...BODY.messages[0], role: 'tool' }] }, 'messages.0.role'],
  [{ ...BODY, messages: [{ ...BODY.messages[0], id: '\ud800' }] }, 'messages.0.id'],
  [{ ...BODY, messageId: 'a\0' }, 'messageId'],
])('a body with a wrong field (%#) is a bad request that names it', async (body, field) => {
  const { send, submitted } = createWorld()

  const response = await send(body)

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ message: expect.stringContaining(field) })
  expect(submitted).toEqual([])
})

test('a body of 20 MiB is read and one byte more is not', async () => {
  const { send } = createWorld()
  const rest = JSON.stringify({ ...BODY, pad: '' }).length
  const pad = (bytes: number) => ({ ...BODY, pad: 'x'.repeat(bytes - rest) })

  expect((await send(pad(20 * MIB))).status).toBe(200)
  expect((await send(pad(20 * MIB + 1))).status).toBe(413)
})

const [MESSAGE] = BODY.messages
const messages = (count: number) => ({ messages: Array.from({ length: count }, () => MESSAGE) })
const parts = (count: number) => {
  const part = { type: 'text', text: 'hi' }
  return { messages: [{ ...MESSAGE, parts: Array.from({ length: count }, () => part) }] }
}

test.each([
  ['messages', messages, CHAT_MESSAGES_MAX],
  ['messages.0.parts', parts, CHAT_PARTS_MAX],
])('%s has so many items as are allowed, and not one more', async (field, create, max) => {
  const { send } = createWorld()

  const refused = await send({ ...BODY, ...create(max + 1) })

  expect((await send({ ...BODY, ...create(max) })).status).toBe(200)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({
    message: `${field}: Expected at most ${max} items.`,
  })
})

test('a list that is too long is refused before any item of it is checked', () => {
  let looks = 0
  const item = new Proxy({}, { get: () => void looks++, has: () => Boolean(looks++) })
  const list = (count: number) => Array.from({ length: count }, () => item)

  expect(v.is(chatBodySchema, { ...BODY, messages: list(CHAT_MESSAGES_MAX + 1) })).toBe(false)
  expect(looks).toBe(0)
  expect(v.is(chatBodySchema, { ...BODY, messages: list(CHAT_MESSAGES_MAX) })).toBe(false)
  expect(looks).toBeGreaterThan(0)
})

test('a run is counted before its body is read', async () => {
  const { request } = createWorld({ limits: {} })
  let pulls = 0
  const sendStream = () => {
    const body = new ReadableStream(
      {
        pull(controller) {
          pulls++
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const call = { ...jsonCall({}), body, duplex: 'half' }
    return request('/v1/chat', call)
  }
  for (let run = 0; run < 10; run++) expect((await sendStream()).status).toBe(400)
  expect(pulls).toBe(10)

  expect((await sendStream()).status).toBe(429)
  expect(pulls).toBe(10)
})

test('the eleventh run of a nameless visitor within a minute has to wait', async () => {
  const { send, submitted } = createWorld({ limits: {} })
  for (let run = 0; run < 10; run++) expect((await send(BODY)).status).toBe(200)

  const refused = await send(BODY)

  expect(refused.status).toBe(429)
  expect(refused.headers.get('Retry-After')).toBe('6')
  expect(submitted).toHaveLength(10)
})

test('a stop says what was taken back, in the contract’s names', async () => {
  const { request, stopped } = createWorld()
  const response = await request('/v1/chat/my%20thread/stop', { method: 'POST' })
  await request('/v1/chat/mine/stop', jsonCall({ requestId: 'r1' }))

  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ removed: [{ id: 'msg_1', external_id: 'abc1234' }] })
  expect(stopped).toEqual([{ thread: 'my thread' }, { thread: 'mine', requestId: 'r1' }])
})

test.each(['%00', 'a'.repeat(256)])('a stop of a thread that cannot be is refused', async (id) => {
  const { request, stopped } = createWorld()

  const response = await request(`/v1/chat/${id}/stop`, jsonCall({}))

  expect(response.status).toBe(400)
  expect(stopped).toEqual([])
})

test('two answers of a user may go on at once, and a third has to wait', async () => {
  const ends: (() => void)[] = []
  const runs = {
    async submit(_owner: unknown, body: { id: string }, { hold }: SubmitOptions) {
      if (body.id !== 'joined') ends.push(await hold!())
      return { stream: () => new Blob(['data: [DONE]\n\n']).stream() }
    },
  } as unknown as Runs
  const { request } = createRouteApp(chatRoutes, { parts: { runs }, limits: {} })
  const send = async (id = 'thread_1') =>
    (await request('/v1/chat', jsonCall({ ...BODY, id }))).status

  expect([await send(), await send(), await send()]).toEqual([200, 200, 429])
  expect(await send('joined')).toBe(200)
  ends[0]?.()
  expect([await send(), await send()]).toEqual([200, 429])
})

test('a reader names the answer that it knows, and how far', async () => {
  const { request, followed } = createWorld()

  const response = await request('/v1/chat/my%20thread/stream?message=msg_1', {
    headers: { 'Last-Event-ID': '17', 'Alcove-Stream': '1' },
  })
  await request('/v1/chat/mine/stream')

  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8')
  expect(response.headers.get('Cache-Control')).toBe('no-cache, no-transform')
  expect(await response.text()).toBe('data: [DONE]\n\n')
  expect(followed).toEqual([
    { thread: 'my thread', message: 'msg_1', after: 17, isOurs: true },
    { thread: 'mine', after: 0, isOurs: false },
  ])
})

test.each([
  ['1', 200],
  [String(PIECE_SECONDS_MAX), 200],
  [String(PIECE_SECONDS_MAX + 1), 400],
  ['0', 400],
  ['-1', 400],
  ['1.5', 400],
])('a piece of %s seconds: %i', async (seconds, status) => {
  const { request } = createWorld()

  const response = await request(`/v1/chat/mine/stream?seconds=${seconds}`)

  expect(response.status).toBe(status)
})

test('where nothing is written there is nothing to read', async () => {
  const { request } = createWorld()

  const response = await request('/v1/chat/idle/stream')

  expect(response.status).toBe(204)
  expect(await response.text()).toBe('')
})

test.each([
  ['999999999', 200],
  ['1000000000', 400],
  ['-1', 400],
  ['1.5', 400],
  ['abc', 400],
])('a position is a number of up to 9 digits: %s', async (position, status) => {
  const { request } = createWorld()

  const response = await request('/v1/chat/mine/stream', {
    headers: { 'Last-Event-ID': position },
  })

  expect(response.status).toBe(status)
})

const bytes = (text: string) => new Blob([text]).stream()
const readAll = (stream: ReadableStream<Uint8Array>) =>
  new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).text()

test('says when a stream has ended', async () => {
  const done = vi.fn<() => void>()
  const stream = whenOver(bytes('words'), done)
  expect(done).not.toHaveBeenCalled()

  expect(await readAll(stream)).toBe('words')
  expect(done).toHaveBeenCalledTimes(1)
})

test('says when its reader has left, and lets the source go', async () => {
  const done = vi.fn<() => void>()
  const cancel = vi.fn<() => void>()
  const stream = whenOver(new ReadableStream({ cancel }), done)

  await stream.cancel()

  expect(done).toHaveBeenCalledTimes(1)
  expect(cancel).toHaveBeenCalledTimes(1)
})

test('says when it broke off', async () => {
  const done = vi.fn<() => void>()
  const broken = new ReadableStream<Uint8Array>({
    pull: () => Promise.reject(new Error('cut')),
  })

  await expect(readAll(whenOver(broken, done))).rejects.toThrow('cut')
  expect(done).toHaveBeenCalledTimes(1)
})

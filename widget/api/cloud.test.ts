import { expect, test } from 'vitest'
import { createEventDecoder } from '../../shared/wire/sse.ts'
import { FOLLOW_OPEN_TIMEOUT_MS } from './chat-calls.ts'
import { NO_THREAD_OPERATIONS } from './cloud-threads.ts'
import { createCloud, createNoCloud, NO_SERVER_TEXT } from './cloud.ts'
import {
  createFakeHttp,
  json,
  never,
  type Answer,
  type SentRequest,
} from './fake-http.test-support.ts'
import { createManualClock, settle } from './manual-clock.test-support.ts'
import { STREAM_OPEN_TIMEOUT_MS } from './open-stream.ts'

const BODY = { id: 'thread_1', messages: [], trigger: 'submit-message' as const }

function createWorld(answer: (request: SentRequest) => Answer) {
  const clock = createManualClock()
  const http = createFakeHttp(answer)
  const cloud = createCloud({
    base: 'https://chat.example',
    fetch: http.fetch,
    clock,
    random: () => 0,
    auth: {
      owner: () => null,
      hasIdentity: () => true,
      token: () => Promise.resolve('t'),
      replace: () => Promise.resolve('t'),
      inspect() {},
      refusal: (error) => error,
    },
  })
  const caller = new AbortController()
  return { clock, http, cloud, caller, signal: caller.signal }
}

const eventStream = (body: ReadableStream | string = '') =>
  new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } })

test('finds the thread that was written to last', async () => {
  const { cloud, http, signal } = createWorld(() =>
    json(200, { threads: [{ id: 'thread_1', title: null, more: 1 }] }),
  )

  expect(await cloud.lastThread(signal)).toEqual({ id: 'thread_1', title: null })
  expect(http.sent[0]?.path).toBe('/threads?limit=1')
})

test('finds none where there is none', async () => {
  const { cloud, signal } = createWorld(() => json(200, { threads: [] }))

  expect(await cloud.lastThread(signal)).toBeNull()
})

test.each([
  ['there', () => json(200, { thread: { id: 'mine', title: 'M' } }), 'mine'],
  ['archived', () => json(200, { thread: { id: 'mine', is_archived: true } }), 'last'],
  ['gone', () => json(404, { error: 'not_found', message: 'Thread not found' }), 'last'],
])('takes the thread that is preferred while it is there: %s', async (_, answer, found) => {
  const { cloud, http, signal } = createWorld(({ path }) =>
    path === '/threads/mine' ? answer() : json(200, { threads: [{ id: 'last' }] }),
  )

  expect(await cloud.lastThread(signal, 'mine')).toMatchObject({ id: found })
  expect(http.sent.map(({ path }) => path)).toEqual(
    ['/threads/mine', '/threads?limit=1'].slice(0, found === 'last' ? 2 : 1),
  )
})

test('says so when the preferred thread cannot be looked for', async () => {
  const { cloud, signal } = createWorld(() => json(403, { message: 'No.' }))

  await expect(cloud.lastThread(signal, 'mine')).rejects.toMatchObject({ message: 'No.' })
})

test('refuses an answer of another form', async () => {
  const { cloud, signal } = createWorld(() => json(200, { items: [] }))

  await expect(cloud.lastThread(signal)).rejects.toMatchObject({ code: 'unavailable' })
})

test('asks for a page of history behind a row', async () => {
  const { cloud, http, signal } = createWorld(() => json(200, { messages: [] }))

  await cloud.messages('a/b', 'msg_9', signal)

  expect(http.sent[0]?.path).toBe('/threads/a%2Fb/messages?limit=200&after=msg_9')
})

test('sends a turn and hands out its stream', async () => {
  const { cloud, http, signal } = createWorld(() => eventStream('data: x\n\n'))
  const dispatched: number[] = []

  const stream = await cloud.chat(BODY, {
    signal,
    onDispatch: () => dispatched.push(http.sent.length),
  })

  expect(await new Response(stream).text()).toBe('data: x\n\n')
  expect(http.sent[0]?.headers.get('Alcove-Stream')).toBe('1')
  expect(http.sent[0]?.headers.get('Accept')).toBe('text/event-stream')
  expect(http.sent[0]?.body).toEqual(BODY)
  expect(dispatched).toEqual([0])
})

test('takes no page of a proxy for an answer', async () => {
  const { cloud, signal } = createWorld(() => new Response('<html>'))

  await expect(cloud.chat(BODY, { signal, onDispatch() {} })).rejects.toMatchObject({
    code: 'unavailable',
  })
})

test('gives a stream thirty seconds to open, and all the time to go on', async () => {
  let hangs = true
  const { clock, cloud, http, signal } = createWorld(() =>
    hangs ? never() : eventStream(new ReadableStream()),
  )
  const failed = cloud.chat(BODY, { signal, onDispatch() {} }).catch((error: unknown) => error)
  await clock.advance(STREAM_OPEN_TIMEOUT_MS - 1)
  expect(http.sent[0]?.signal.aborted).toBe(false)
  await clock.advance(1)
  expect(await failed).toMatchObject({ code: 'call_timeout' })
  expect(http.sent[0]?.signal.aborted).toBe(true)

  hangs = false
  await cloud.chat(BODY, { signal, onDispatch() {} })
  await clock.advance(10 * STREAM_OPEN_TIMEOUT_MS)
  expect(http.sent[1]?.signal.aborted).toBe(false)
})

test('closes an open stream when its caller goes', async () => {
  const { cloud, http, caller } = createWorld(() => eventStream(new ReadableStream()))
  await cloud.chat(BODY, { signal: caller.signal, onDispatch() {} })

  caller.abort()
  await settle()

  expect(http.sent[0]?.signal.aborted).toBe(true)
})

test('goes on with a stream where it was read to, and says when there is none', async () => {
  let runs = true
  const { cloud, http, signal } = createWorld(() =>
    runs ? eventStream('data: x\n\n') : new Response(null, { status: 204 }),
  )

  const stream = await cloud.follow?.('a/b', { answerId: 'msg_2', position: 7 }, signal)

  expect(await new Response(stream).text()).toBe('data: x\n\n')
  expect(http.sent[0]).toMatchObject({ method: 'GET', path: '/chat/a%2Fb/stream?message=msg_2' })
  expect(http.sent[0]?.headers.get('Last-Event-ID')).toBe('7')
  expect(http.sent[0]?.headers.get('Alcove-Stream')).toBe('1')
  expect(http.sent[0]?.headers.get('Accept')).toBe('text/event-stream')

  runs = false
  expect(await cloud.follow?.('thread_1', { answerId: null, position: 0 }, signal)).toBeNull()
  expect(http.sent[1]?.path).toBe('/chat/thread_1/stream')
  expect(http.sent[1]?.headers.has('Last-Event-ID')).toBe(false)
})

test('an empty answer to a chat call does not count as a stream', async () => {
  const { cloud, signal } = createWorld(() => new Response(null, { status: 204 }))

  await expect(cloud.chat(BODY, { signal, onDispatch() {} })).rejects.toMatchObject({
    code: 'unavailable',
  })
})

test('gives the server ten seconds to say what runs', async () => {
  const { clock, cloud, http, signal } = createWorld(() => never())
  const place = { answerId: null, position: 0 }
  const failed = cloud.follow?.('thread_1', place, signal).catch((error: unknown) => error)

  await clock.advance(FOLLOW_OPEN_TIMEOUT_MS - 1)
  expect(http.sent[0]?.signal.aborted).toBe(false)
  await clock.advance(1)

  expect(await failed).toMatchObject({ code: 'call_timeout' })
})

test('stops the running turn of a thread when no call is named', async () => {
  const { cloud, http, signal } = createWorld(() => json(200, { removed: [] }))

  await cloud.stop('thread_1', undefined, signal)

  expect(http.sent[0]?.body).toEqual({})
})

test('stops a turn by its name and says what was taken back', async () => {
  const { cloud, http, signal } = createWorld(() =>
    json(200, { removed: [{ id: 'msg_1', external_id: 'abc1234' }] }),
  )

  expect(await cloud.stop('__LOCALID_a', 'req0001', signal)).toEqual([
    { id: 'msg_1', externalId: 'abc1234' },
  ])
  expect(http.sent[0]).toMatchObject({
    method: 'POST',
    path: '/chat/__LOCALID_a/stop',
    body: { requestId: 'req0001' },
  })
})

const { signal } = new AbortController()

test('has nobody, no threads and no history (7.7)', async () => {
  const cloud = createNoCloud()

  expect(cloud.hasIdentity()).toBe(false)
  expect(await cloud.lastThread(signal)).toBeNull()
  expect((await cloud.messages('t', null, signal)).rows).toEqual([])
  expect(await cloud.stop('t', 'r', signal)).toEqual([])
})

test('answers each message that there is no server', async () => {
  const body = { id: 't', messages: [], trigger: 'submit-message' as const }
  const stream = await createNoCloud().chat(body, { signal, onDispatch() {} })

  const events = await Array.fromAsync(stream.pipeThrough(createEventDecoder()))

  expect(events).toEqual([
    { type: 'chunk', chunk: { type: 'error', errorText: NO_SERVER_TEXT } },
    { type: 'end' },
  ])
})

test('does nothing to a list that is empty (7.8)', async () => {
  const none = NO_THREAD_OPERATIONS

  expect(await createNoCloud().threads?.()).toBe(none)
  expect(await none.initialize('__LOCALID_a', signal)).toEqual({
    remoteId: '__LOCALID_a',
    externalId: undefined,
  })
  await none.rename('t', 'T', signal)
  await none.archive('t', signal)
  await none.unarchive('t', signal)
  await none.delete('t', signal)
  await none.switchToThread('t', signal)
  await none.switchToNewThread(signal)
  expect(await Array.fromAsync(await none.generateTitle('t', [], signal))).toEqual([])
})

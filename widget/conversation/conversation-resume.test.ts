// @vitest-environment node
import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { RETRIES_MAX, RETRY_MAX_MS, RETRY_MS } from '../api/backoff.ts'
import { FINISH, start, words } from './fake-cloud.test-support.ts'
import { STREAM_SILENCE_MAX_MS } from './read-stream.ts'
import { RECONNECTING_AFTER_MS } from './reconnect-turn.ts'
import { createSessionWorld, type SessionWorld } from './session.test-support.ts'
import { onePage, storedRow } from './stored-rows.test-support.ts'

const offline = () => new AlcoveError('offline', 'The server could not be reached.')
const refused = (status: number) => new AlcoveError('auth_failed', 'No.', { data: { status } })
const more = (delta: string): Chunk => ({ type: 'text-delta', id: 't1', delta })

/** An answer whose first word has arrived: chunks 1 and 2. */
async function begin(world = createSessionWorld({ hasStreams: true })) {
  world.session.send({ text: 'Hello' })
  const [chat] = world.cloud.chats
  await chat?.send(start('msg_2', 'msg_1'))
  await chat?.sendFrom(1, ...words('Half'))
  await world.settle()
  return world
}

test.each([
  ['is cut', async ({ cloud }: SessionWorld) => cloud.chats[0]?.cut()],
  ['ends without its last chunk', async ({ cloud }: SessionWorld) => cloud.chats[0]?.end()],
  ['closes', async ({ cloud }: SessionWorld) => cloud.chats[0]?.close()],
  ['falls silent', async ({ clock }: SessionWorld) => clock.advance(STREAM_SILENCE_MAX_MS)],
])('an answer whose stream %s goes on from its last chunk', async (_, cut) => {
  const world = await begin()
  const ids = world.path.map(({ id }) => id)

  await cut(world)
  await world.clock.advance(RETRY_MS)
  const [follow] = world.cloud.follows
  expect(follow).toMatchObject({
    threadId: 'thread_1',
    place: { answerId: 'msg_2', position: 2 },
  })
  expect(world.isRunning).toBe(true)
  expect(world.lines).toEqual(['user: Hello', 'assistant: Half'])
  await follow?.send(start('msg_2', 'msg_1'))
  await follow?.sendFrom(3, more(' and half'), FINISH)
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Half and half'])
  expect(world.path.map(({ id }) => id)).toEqual(ids)
  expect(world.path[1]?.status).toEqual({ type: 'complete', reason: 'stop' })
  expect(world.isRunning).toBe(false)
  expect(world.failures).toEqual([])
  expect(world.sleepers).toBe(0)
})

test('an answer is asked for from its last chunk when its page was kept by the browser and is back', async () => {
  const world = await begin()
  // Becoming visible is not a reason.
  await world.wake()
  await world.clock.advance(RETRY_MS)
  expect(world.cloud.follows).toEqual([])

  await world.wake('restored')
  await world.clock.advance(RETRY_MS)
  const [follow] = world.cloud.follows
  expect(follow).toMatchObject({ place: { answerId: 'msg_2', position: 2 } })
  await follow?.send(start('msg_2', 'msg_1'))
  await follow?.sendFrom(3, more(' and half'), FINISH)
  await world.settle()
  expect(world.lines).toEqual(['user: Hello', 'assistant: Half and half'])
  expect(world.failures).toEqual([])
})

test('an answer that could not be found again reads its stream on after its page was kept', async () => {
  const world = await begin(createSessionWorld())
  await world.wake('restored')
  await world.cloud.chats[0]?.sendFrom(3, more(' and half'), FINISH)
  await world.settle()
  expect(world.lines).toEqual(['user: Hello', 'assistant: Half and half'])
})

test('a stream that was silent almost too long goes on itself', async () => {
  const world = await begin()

  await world.clock.advance(STREAM_SILENCE_MAX_MS - 301)

  expect(world.cloud.follows).toEqual([])
})

test('takes each chunk once, whatever the server repeats (R02)', async () => {
  const world = await begin()
  await world.cloud.chats[0]?.cut()
  await world.clock.advance(RETRY_MS)

  const [follow] = world.cloud.follows
  await follow?.send(start('msg_2', 'msg_1'))
  await follow?.sendFrom(1, ...words('Half'), more(' more'))
  await world.settle()

  expect(world.lines.at(-1)).toBe('assistant: Half more')
})

test('nothing that is drawn changes while the stream is away', async () => {
  const world = await begin()
  const told = world.changes.length

  await world.cloud.chats[0]?.cut()
  await world.clock.advance(RETRY_MS)
  await world.cloud.follows[0]?.send(start('msg_2', 'msg_1'))
  await world.settle()

  expect(world.changes.slice(told).map(({ type }) => type)).toEqual([])
})

test('asks again and again, later each time', async () => {
  const world = await begin()
  await world.cloud.chats[0]?.cut()
  const waits: number[] = []
  for (let asked = 1; asked <= 9; asked += 1) {
    const since = world.clock.uptime()
    while (world.cloud.follows.length < asked) await world.clock.advance(RETRY_MS)
    waits.push(world.clock.uptime() - since)
    await world.cloud.follows.at(-1)?.refuse(offline())
  }

  expect(waits.slice(0, 4)).toEqual([RETRY_MS, 2 * RETRY_MS, 4 * RETRY_MS, 8 * RETRY_MS])
  expect(waits.slice(-2)).toEqual([RETRY_MAX_MS, RETRY_MAX_MS])
  expect(world.isRunning).toBe(true)
})

test('says so only after a while, and no more when it is there again', async () => {
  const world = await begin()
  await world.cloud.chats[0]?.cut()
  await world.clock.advance(RETRY_MS)
  await world.cloud.follows[0]?.refuse(offline())
  await world.clock.advance(2 * RETRY_MS)
  await world.cloud.follows[1]?.refuse(offline())

  await world.clock.advance(RECONNECTING_AFTER_MS - 3 * RETRY_MS - 1)
  expect(world.isReconnecting).toBe(false)
  await world.clock.advance(1)
  expect(world.isReconnecting).toBe(true)

  await world.wake()
  await world.cloud.follows[2]?.send(start('msg_2', 'msg_1'))
  expect(world.isReconnecting).toBe(false)
  expect(world.isRunning).toBe(true)
})

test('asks at once when the network is back or the page is seen again (R04)', async () => {
  const world = await begin()
  await world.cloud.chats[0]?.cut()
  for (let tries = 0; tries < 6; tries += 1) {
    await world.clock.advance(RETRY_MAX_MS)
    await world.cloud.follows.at(-1)?.refuse(offline())
  }
  const asked = world.cloud.follows.length

  await world.wake()

  expect(world.cloud.follows).toHaveLength(asked + 1)
  // The wake comes during that call, which fails a moment later.
  await world.wake()
  await world.cloud.follows.at(-1)?.refuse(offline())
  expect(world.cloud.follows).toHaveLength(asked + 2)
})

test('a computer that slept asks anew as soon as it is awake (R04)', async () => {
  const world = await begin()
  // No timer ran meanwhile, and the monotonic clock stood still.
  world.clock.jump(7_200_000)
  expect(world.cloud.follows).toEqual([])

  await world.wake()
  await world.clock.advance(RETRY_MS)

  expect(world.cloud.follows).toMatchObject([{ place: { position: 2 } }])
})

test('a page that is seen again leaves a stream alone that speaks', async () => {
  const world = await begin()

  await world.wake()
  await world.clock.advance(RETRY_MS)

  expect(world.cloud.follows).toEqual([])
})

test('an answer that ended meanwhile is taken from its row', async () => {
  const world = await begin()
  const ids = world.path.map(({ id }) => id)
  world.cloud.pages.set(
    null,
    onePage(
      storedRow('msg_1', null, 'user', 'Hello'),
      storedRow('msg_2', 'msg_1', 'assistant', 'Half, and the rest'),
    ),
  )
  await world.cloud.chats[0]?.cut()
  await world.clock.advance(RETRY_MS)

  await world.cloud.follows[0]?.nothing()
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Half, and the rest'])
  expect(world.path.map(({ id }) => id)).toEqual(ids)
  expect(world.path[1]?.status).toEqual({ type: 'complete', reason: 'stop' })
  expect(world.isRunning).toBe(false)
})

test('rows that cannot be read are asked for again', async () => {
  const world = await begin()
  world.cloud.pages.set(null, offline())
  await world.cloud.chats[0]?.cut()
  await world.clock.advance(RETRY_MS)
  await world.cloud.follows[0]?.nothing()
  expect(world.isRunning).toBe(true)
  world.cloud.pages.set(null, onePage(storedRow('msg_2', 'msg_1', 'assistant', 'Whole')))

  await world.clock.advance(2 * RETRY_MS)
  await world.cloud.follows[1]?.nothing()
  await world.settle()

  expect(world.lines.at(-1)).toBe('assistant: Whole')
})

test('what was shown of an answer without a row stays, and is made again', async () => {
  const world = await begin()
  world.cloud.pages.set(null, onePage(storedRow('msg_1', null, 'user', 'Hello')))
  await world.cloud.chats[0]?.cut()
  await world.clock.advance(RETRY_MS)
  await world.cloud.follows[0]?.nothing()
  await world.settle()
  expect(world.lines).toEqual(['user: Hello', 'assistant: Half'])
  expect(world.path[1]?.status).toMatchObject({ error: { code: 'interrupted' } })

  world.session.retry(world.path[1]?.id ?? '')

  expect(world.cloud.chats[1]?.body).toMatchObject({ trigger: 'regenerate-message' })
  expect(world.cloud.chats[1]?.body).not.toHaveProperty('messageId')
})

test('a message that was taken back meanwhile goes back to its writer', async () => {
  const world = createSessionWorld({ hasStreams: true })
  world.session.send({ text: 'Hello' })
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'))
  await world.cloud.chats[0]?.cut()
  await world.clock.advance(RETRY_MS)
  world.cloud.pages.set(null, onePage())

  await world.cloud.follows[0]?.nothing()
  await world.settle()

  expect(world.lines).toEqual([])
  expect(world.returned).toEqual(['Hello'])
})

test.each([401, 403, 404])('a refusal with %i ends it with an error, at once', async (status) => {
  const world = await begin()
  await world.cloud.chats[0]?.cut()
  await world.clock.advance(RETRY_MS)

  await world.cloud.follows[0]?.refuse(refused(status))
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Half'])
  expect(world.path[1]?.status).toMatchObject({ reason: 'error', error: { code: 'auth_failed' } })
  expect(world.isRunning).toBe(false)
})

test.each([429, 500, 503])('a server that says %i is asked again', async (status) => {
  const world = await begin()
  await world.cloud.chats[0]?.cut()
  await world.clock.advance(RETRY_MS)

  await world.cloud.follows[0]?.refuse(refused(status))
  await world.clock.advance(2 * RETRY_MS)

  expect(world.cloud.follows).toHaveLength(2)
  expect(world.isRunning).toBe(true)
})

test('gives up after many tries, and then offers to try again', async () => {
  const world = await begin()
  await world.cloud.chats[0]?.cut()
  for (let tries = 1; tries <= RETRIES_MAX; tries += 1) {
    await world.clock.advance(RETRY_MAX_MS)
    expect(world.cloud.follows).toHaveLength(tries)
    expect(world.isRunning).toBe(true)
    await world.cloud.follows.at(-1)?.refuse(offline())
  }
  await world.settle()

  expect(world.isRunning).toBe(false)
  expect(world.path[1]?.status).toMatchObject({ error: { code: 'offline' } })
  await world.clock.advance(RETRY_MAX_MS)
  expect(world.cloud.follows).toHaveLength(RETRIES_MAX)
})

test('another answer that runs by now is no part of this one', async () => {
  const world = await begin()
  const rows = [
    storedRow('msg_1', null, 'user', 'Hello'),
    storedRow('msg_2', 'msg_1', 'assistant', 'Half, and the rest'),
    storedRow('msg_3', 'msg_2', 'user', 'From elsewhere'),
  ]
  world.cloud.pages.set(null, onePage(...rows))
  await world.cloud.chats[0]?.cut()
  await world.clock.advance(RETRY_MS)

  await world.cloud.follows[0]?.send(start('msg_4', 'msg_3'))
  await world.settle()
  await world.cloud.follows[1]?.send(start('msg_4', 'msg_3'))
  await world.cloud.follows[1]?.sendFrom(1, ...words('Other'))
  await world.settle()

  expect(world.lines).toEqual([
    'user: Hello',
    'assistant: Half, and the rest',
    'user: From elsewhere',
    'assistant: Other',
  ])
  expect(world.isRunning).toBe(true)
})

test('a stream that does not count its chunks is not gone on with', async () => {
  const world = createSessionWorld({ hasStreams: true })
  world.session.send({ text: 'Hello' })
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'), ...words('Half'))

  await world.cloud.chats[0]?.cut()
  await world.settle()

  expect(world.cloud.follows).toEqual([])
  expect(world.path[1]?.status).toMatchObject({ error: { code: 'interrupted' } })
})

test('a server without streams that go on leaves what came', async () => {
  const world = await begin(createSessionWorld())

  await world.cloud.chats[0]?.cut()
  await world.settle()

  expect(world.path[1]?.status).toMatchObject({ error: { code: 'interrupted' } })
  expect(world.isRunning).toBe(false)
})

test('a closed thread asks no more', async () => {
  const world = await begin()
  await world.cloud.chats[0]?.cut()

  world.session.close()
  await world.clock.advance(RETRY_MAX_MS)
  await world.wake()

  expect(world.cloud.follows).toEqual([])
  expect(world.sleepers).toBe(0)
})

// @vitest-environment node
import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { RETRY_MS } from '../api/backoff.ts'
import { FINISH, removedChunk, start, words } from './fake-cloud.test-support.ts'
import { createSessionWorld } from './session.test-support.ts'
import { STOP_RETRIES_MAX, STOP_RETRY_MAX_MS } from './turn-calls.ts'

const offline = () => new AlcoveError('offline', 'The server could not be reached.')
const more = (delta: string): Chunk => ({ type: 'text-delta', id: 't1', delta })

/** An answer whose first word has arrived: chunks 1 and 2. */
async function begin() {
  const world = createSessionWorld({ hasStreams: true })
  world.session.send({ text: 'Hello' })
  const [chat] = world.cloud.chats
  await chat?.send(start('msg_2', 'msg_1'))
  await chat?.sendFrom(1, ...words('Half'))
  await world.settle()
  return world
}

test('a stop while the stream is away is said as soon as it can be, and is final', async () => {
  const world = await begin()
  await world.cloud.chats[0]?.cut()
  world.session.stop()
  await world.cloud.stops[0]?.refuse(offline())
  world.session.stop()
  expect(world.cloud.stops).toHaveLength(1)
  expect(world.isRunning).toBe(true)
  expect(world.failures).toEqual([])

  await world.wake()
  expect(world.cloud.stops).toHaveLength(2)
  const asked = world.cloud.follows.length
  await world.cloud.follows.at(-1)?.refuse(offline())
  await world.cloud.stops[1]?.answer([])
  // The last chunks are still read.
  expect(world.cloud.follows).toHaveLength(asked + 1)
  await world.cloud.follows.at(-1)?.send(start('msg_2', 'msg_1'))
  await world.cloud.follows.at(-1)?.sendFrom(3, more(' more'), { type: 'abort' })
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Half more'])
  expect(world.path[1]?.status).toEqual({ type: 'incomplete', reason: 'cancelled' })
  expect(world.isRunning).toBe(false)
})

test('a stop that took the message back ends a lost stream too', async () => {
  const world = createSessionWorld({ hasStreams: true })
  world.session.send({ text: 'Hello' })
  const id = world.path[0]?.id ?? ''
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'))
  await world.cloud.chats[0]?.cut()
  await world.clock.advance(RETRY_MS)

  await world.cloud.follows[0]?.send(start('msg_2', 'msg_1'), removedChunk('msg_1', id), {
    type: 'abort',
  })
  await world.settle()

  expect(world.lines).toEqual([])
  expect(world.returned).toEqual(['Hello'])
})

test('a stop that the network swallows is said again often, and at last its button works again', async () => {
  const world = await begin()
  world.session.stop()
  await world.cloud.stops[0]?.refuse(offline())
  const waits: number[] = []
  for (let tries = 1; tries <= STOP_RETRIES_MAX; tries += 1) {
    const since = world.clock.uptime()
    while (world.cloud.stops.length <= tries) await world.clock.advance(RETRY_MS)
    waits.push(world.clock.uptime() - since)
    expect(world.failures).toEqual([])
    // The stream still delivers: only the way to the server is broken.
    await world.cloud.chats[0]?.sendFrom(2 + tries, more('.'))
    await world.cloud.stops.at(-1)?.refuse(offline())
  }

  expect(waits.slice(0, 3)).toEqual([RETRY_MS, 2 * RETRY_MS, STOP_RETRY_MAX_MS])
  expect(Math.max(...waits)).toBe(STOP_RETRY_MAX_MS)
  expect(world.failures).toMatchObject([{ during: 'stop', error: { code: 'offline' } }])
  expect(world.isRunning).toBe(true)
  world.session.stop()
  expect(world.cloud.stops).toHaveLength(STOP_RETRIES_MAX + 2)
})

test('a stop is not said again to an answer that has ended', async () => {
  const world = await begin()
  world.session.stop()
  await world.cloud.stops[0]?.refuse(offline())
  await world.cloud.chats[0]?.sendFrom(3, FINISH)
  await world.settle()

  await world.clock.advance(10 * STOP_RETRY_MAX_MS)

  expect(world.cloud.stops).toHaveLength(1)
  expect(world.failures).toEqual([])
  expect(world.path[1]?.status).toEqual({ type: 'complete', reason: 'stop' })
})

// @vitest-environment node
import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import { RETRY_MAX_MS, RETRY_MS } from '../api/backoff.ts'
import { FINISH, start, words } from './fake-cloud.test-support.ts'
import { createSessionWorld } from './session.test-support.ts'
import { SEND_RETRIES } from './turn-calls.ts'

const offline = () => new AlcoveError('offline', 'The server could not be reached.')

test('a message that the network swallowed is sent again under its id, some times', async () => {
  const world = createSessionWorld({ hasStreams: true })
  world.session.send({ text: 'Hello' })
  for (let tries = 0; tries < SEND_RETRIES; tries += 1) {
    await world.cloud.chats[tries]?.refuse(offline())
    expect(world.isRunning).toBe(true)
    await world.clock.advance(2 * RETRY_MS)
  }
  const bodies = world.cloud.chats.map(({ body }) => body)
  expect(bodies).toEqual(Array.from({ length: SEND_RETRIES + 1 }, () => bodies[0]))

  await world.cloud.chats[SEND_RETRIES]?.refuse(offline())

  expect(world.cloud.chats).toHaveLength(SEND_RETRIES + 1)
  expect(world.unsent.size).toBe(1)
  expect(world.failures).toMatchObject([{ during: 'send', error: { code: 'offline' } }])
})

test.each([
  ['of a browser that has no network', offline(), false],
  ['that hangs', new AlcoveError('call_timeout', 'Slow.'), true],
  ['that is refused', new AlcoveError('unavailable', 'No.', { data: { status: 503 } }), true],
])('a call %s is left to its writer', async (_, error, isOnline) => {
  const world = createSessionWorld({ hasStreams: true })
  world.isOnline = isOnline
  world.session.send({ text: 'Hello' })

  await world.cloud.chats[0]?.refuse(error)
  await world.clock.advance(RETRY_MAX_MS)

  expect(world.cloud.chats).toHaveLength(1)
  expect(world.unsent.size).toBe(1)
})

test('a call to make an answer again is not repeated', async () => {
  const world = createSessionWorld({ hasStreams: true })
  world.session.send({ text: 'Hello' })
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'))
  await world.cloud.chats[0]?.sendFrom(1, ...words('Hi'), FINISH)
  await world.settle()
  world.session.reload(world.path[1]?.id ?? '')

  await world.cloud.chats[1]?.refuse(offline())
  await world.clock.advance(RETRY_MAX_MS)

  expect(world.cloud.chats).toHaveLength(2)
})

test('a message is sent again as long as nothing was heard of it', async () => {
  const world = createSessionWorld({ hasStreams: true })
  world.session.send({ text: 'Hello' })
  await world.cloud.chats[0]?.cut()
  await world.clock.advance(RETRY_MS)

  expect(world.cloud.follows).toEqual([])
  expect(world.cloud.chats[1]?.body).toEqual(world.cloud.chats[0]?.body)
  await world.cloud.chats[1]?.send(start('msg_2', 'msg_1'))
  await world.cloud.chats[1]?.sendFrom(1, ...words('Hi'), FINISH)
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Hi'])
})

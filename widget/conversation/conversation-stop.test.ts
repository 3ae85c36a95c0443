// @vitest-environment node
import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import { ABORT, FINISH, removedChunk, start, words } from './fake-cloud.test-support.ts'
import { createSessionWorld } from './session.test-support.ts'
import { STOP_GRACE_MS } from './turn-calls.ts'

test('keeps the partial answer of a stop after the first words (4.36, 7.46)', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'), ...words('Half'))
  await world.settle()

  world.session.stop()
  expect(world.cloud.stops).toMatchObject([
    { threadId: 'thread_1', requestId: world.cloud.chats[0]?.body['requestId'] },
  ])
  await world.cloud.stops[0]?.answer([])
  await world.cloud.chats[0]?.send(ABORT)
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Half'])
  expect(world.path[1]?.status).toEqual({ type: 'incomplete', reason: 'cancelled' })
  expect(world.returned).toEqual([])
  expect(world.isRunning).toBe(false)
})

test('takes the message back when the server removed it (4.38)', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })
  const id = world.path[0]?.id ?? ''
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'))

  world.session.stop()
  await world.cloud.stops[0]?.answer([{ id: 'msg_1', externalId: id }])

  expect(world.lines).toEqual([])
  expect(world.returned).toEqual(['Hello'])
  expect(world.changes).toContainEqual(
    expect.objectContaining({ type: 'draft-returned', messageId: id }),
  )
  expect(world.isRunning).toBe(false)
  expect(world.cloud.chats[0]?.signal.aborted).toBe(true)
})

test('takes the message back once when stream and stop both say so', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })
  const id = world.path[0]?.id ?? ''
  world.session.stop()

  await world.cloud.chats[0]?.send(removedChunk(id, id), ABORT)
  await world.settle()
  expect(world.lines).toEqual([])
  await world.cloud.stops[0]?.answer([{ id, externalId: id }])
  await world.settle()

  expect(world.returned).toEqual(['Hello'])
})

test('takes back a message whose stream broke before the stop was answered (4.41)', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })
  const id = world.path[0]?.id ?? ''
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'))
  world.session.stop()
  await world.cloud.chats[0]?.cut()
  await world.settle()
  expect(world.lines).toEqual(['user: Hello', 'assistant: '])

  await world.cloud.stops[0]?.answer([{ id: 'msg_1', externalId: id }])

  expect(world.lines).toEqual([])
  expect(world.returned).toEqual(['Hello'])
})

test('stops a message that has not left yet without any call', async () => {
  const world = createSessionWorld({ holds: true })
  world.session.send({ text: 'Hello' })

  world.session.stop()
  await world.settle()

  expect(world.cloud.stops).toEqual([])
  expect(world.cloud.chats[0]?.signal.aborted).toBe(true)
  expect(world.lines).toEqual([])
  expect(world.returned).toEqual(['Hello'])
})

test('stops a thread that the server does not know yet by the name of the call', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })
  world.session.stop()

  expect(world.cloud.stops).toMatchObject([
    { threadId: '__LOCALID_abcdefg', requestId: world.cloud.chats[0]?.body['requestId'] },
  ])
})

test('gives the stream a second to end after the server stopped', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'), ...words('Half'))
  await world.settle()
  world.session.stop()
  await world.cloud.stops[0]?.answer([])

  await world.clock.advance(STOP_GRACE_MS - 1)
  expect(world.isRunning).toBe(true)
  await world.clock.advance(1)

  expect(world.isRunning).toBe(false)
  expect(world.lines).toEqual(['user: Hello', 'assistant: Half'])
  expect(world.path[1]?.status).toEqual({ type: 'incomplete', reason: 'cancelled' })
})

test('takes back what no stream ever came for (4.39)', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })
  world.session.stop()
  await world.cloud.stops[0]?.answer([])

  await world.clock.advance(STOP_GRACE_MS)

  expect(world.lines).toEqual([])
  expect(world.returned).toEqual(['Hello'])
})

test('takes back a stopped message whose call fails', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })
  world.session.stop()

  await world.cloud.chats[0]?.refuse(new AlcoveError('offline', 'No.'))

  expect(world.lines).toEqual([])
  expect(world.returned).toEqual(['Hello'])
  expect(world.unsent.size).toBe(0)
})

test('stops once for two clicks, and again after a stop that failed', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'), ...words('Half'))
  world.session.stop()
  world.session.stop()
  expect(world.cloud.stops).toHaveLength(1)

  await world.cloud.stops[0]?.refuse(new AlcoveError('unavailable', 'No.'))
  expect(world.isRunning).toBe(true)
  expect(world.failures).toMatchObject([{ during: 'stop' }])

  world.session.stop()
  expect(world.cloud.stops).toHaveLength(2)
})

test('keeps an answer that was finished before the stop arrived', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'), ...words('Whole'))
  world.session.stop()
  await world.cloud.chats[0]?.send(FINISH)
  await world.settle()

  await world.cloud.stops[0]?.answer([])
  await world.clock.advance(STOP_GRACE_MS)

  expect(world.path[1]?.status).toEqual({ type: 'complete', reason: 'stop' })
})

test('returns to the old answer when making it again is stopped before it says anything', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'), ...words('Half'), {
    type: 'error',
    errorText: 'Busy.',
  })
  await world.settle()
  world.session.retry(world.path[1]?.id ?? '')
  await world.cloud.chats[1]?.send(start('msg_3', 'msg_1'))

  world.session.stop()
  await world.cloud.stops[0]?.answer([])
  await world.cloud.chats[1]?.send(ABORT)
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Half'])
  expect(world.returned).toEqual([])
  expect(world.isRunning).toBe(false)
})

test('does nothing while nothing runs', () => {
  const world = createSessionWorld()

  world.session.stop()

  expect(world.cloud.stops).toEqual([])
})

test('can send again after a message was taken back (4.41)', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })
  const id = world.path[0]?.id ?? ''
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'))
  world.session.stop()
  await world.cloud.stops[0]?.answer([{ id: 'msg_1', externalId: id }])

  world.session.send({ text: 'Again' })

  expect(world.cloud.chats[1]?.body.id).toBe('thread_1')
  expect(world.cloud.chats[1]?.body.messages).toHaveLength(1)
  expect(world.lines).toEqual(['user: Again', 'assistant: '])
})

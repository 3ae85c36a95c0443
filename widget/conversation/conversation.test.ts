// @vitest-environment node
import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import { createManualClock } from '../api/manual-clock.test-support.ts'
import { createConversation } from './create-conversation.ts'
import { createFakeCloud, FINISH, start, words } from './fake-cloud.test-support.ts'
import { STREAM_SILENCE_MAX_MS } from './read-stream.ts'
import { createSessionWorld } from './session.test-support.ts'

const offline = () => new AlcoveError('offline', 'The server could not be reached.')

test('sends a message and shows the answer as it comes (3.8, 4.13, 4.14, 7.44)', async () => {
  const world = createSessionWorld()
  expect(world.isRunning).toBe(false)

  expect(world.session.send({ text: 'Hello' })).toBe(true)
  expect(world.lines).toEqual(['user: Hello', 'assistant: '])
  expect(world.isRunning).toBe(true)
  const [chat] = world.cloud.chats
  await chat?.send(start('msg_2', 'msg_1'), ...words('Good'))
  await world.settle()
  expect(world.lines).toEqual(['user: Hello', 'assistant: Good'])
  expect(world.isRunning).toBe(true)

  await chat?.send({ type: 'text-delta', id: 't1', delta: ' morning' }, FINISH)
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Good morning'])
  expect(world.path[1]?.status).toEqual({ type: 'complete', reason: 'stop' })
  expect(world.isRunning).toBe(false)
})

test('is shown before its call is made; stopped until then, no call is made', async () => {
  const draws = Promise.withResolvers<void>()
  const world = createSessionWorld({ letDraw: () => draws.promise })
  world.session.send({ text: 'Hello' })
  expect(world.lines).toEqual(['user: Hello', 'assistant: '])
  expect(world.cloud.chats).toEqual([])
  draws.resolve()
  await world.settle()
  expect(world.cloud.chats).toHaveLength(1)

  const stopped = createSessionWorld({ letDraw: () => draws.promise.then(() => undefined) })
  stopped.session.send({ text: 'Hello' })
  stopped.session.stop()
  await stopped.settle()
  expect(stopped.cloud.chats).toEqual([])
  expect(stopped.cloud.stops).toEqual([])
  expect(stopped.returned).toEqual(['Hello'])
})

test('names thread and message by local ids first, then the message before it by its row (4.7, 7.43)', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'One' })
  const [first] = world.cloud.chats
  const [user] = world.path
  expect(first?.body).toMatchObject({
    id: '__LOCALID_abcdefg',
    trigger: 'submit-message',
    messages: [{ id: user?.id, role: 'user', parts: [{ type: 'text', text: 'One' }] }],
  })
  await first?.send(start('msg_2', 'msg_1'), ...words('1'), FINISH)
  await world.settle()

  world.session.send({ text: 'Two' })

  expect(world.cloud.chats[1]?.body.id).toBe('thread_1')
  expect(world.cloud.chats[1]?.body.messages.map(({ id }) => id)).toEqual([
    'msg_2',
    world.path[2]?.id,
  ])
  expect(world.changes).toContainEqual({ type: 'thread', id: 'thread_1' })
})

test('keeps the ids on the screen when the rows become known', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'One' })
  const before = world.path.map(({ id }) => id)

  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'), ...words('1'), FINISH)
  await world.settle()

  expect(world.path.map(({ id }) => id)).toEqual(before)
})

test('sends once for two sends in the same moment (4.13, U27)', () => {
  const world = createSessionWorld()

  expect([world.session.send({ text: 'Hello' }), world.session.send({ text: 'Hello' })]).toEqual([
    true,
    false,
  ])

  expect(world.cloud.chats).toHaveLength(1)
  expect(world.lines).toHaveLength(2)
})

test('keeps a message that was not sent, and sends it again under the same id', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })
  const id = world.path[0]?.id ?? ''
  await world.cloud.chats[0]?.refuse(offline())

  expect(world.lines).toEqual(['user: Hello'])
  expect([...world.unsent]).toEqual([id])
  expect(world.isRunning).toBe(false)
  expect(world.failures).toMatchObject([{ during: 'send', error: { code: 'offline' } }])

  world.session.retry(id)
  expect(world.unsent.size).toBe(0)
  await world.cloud.chats[1]?.send(start('msg_2', 'msg_1'), ...words('Hi'), FINISH)
  await world.settle()

  expect(world.cloud.chats[1]?.body.messages).toEqual(world.cloud.chats[0]?.body.messages)
  expect(world.lines).toEqual(['user: Hello', 'assistant: Hi'])
})

test('keeps a message that came while another answer runs elsewhere', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })

  await world.cloud.chats[0]?.refuse(new AlcoveError('run_active', 'An answer is running.'))

  expect(world.lines).toEqual(['user: Hello'])
  expect(world.unsent.size).toBe(1)
  expect(world.failures).toMatchObject([{ error: { code: 'run_active' } }])
})

test('goes on behind an unsent message, and sends that one at the end when it is tried again', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Lost' })
  const lostId = world.path[0]?.id ?? ''
  await world.cloud.chats[0]?.refuse(offline())
  world.session.send({ text: 'Next' })
  expect(world.cloud.chats[1]?.body.messages.map(({ id }) => id)).toEqual([world.path[1]?.id])
  await world.cloud.chats[1]?.send(start('msg_2', 'msg_1'), ...words('Yes'), FINISH)
  await world.settle()
  expect(world.lines).toEqual(['user: Lost', 'user: Next', 'assistant: Yes'])

  world.session.retry(lostId)
  await world.cloud.chats[2]?.send(start('msg_4', 'msg_3'), ...words('Found'), FINISH)
  await world.settle()

  expect(world.cloud.chats[2]?.body.messages.map(({ id }) => id)).toEqual(['msg_2', lostId])
  expect(world.lines).toEqual(['user: Next', 'assistant: Yes', 'user: Lost', 'assistant: Found'])
})

test('shows the error of an answer, keeps what came, and makes it again as a branch (4.22, 8.46)', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'), ...words('Half'), {
    type: 'error',
    errorText: 'The model is busy.',
  })
  await world.settle()
  const failed = world.path[1]
  expect(world.lines).toEqual(['user: Hello', 'assistant: Half'])
  expect(failed?.status).toEqual({
    type: 'incomplete',
    reason: 'error',
    error: 'The model is busy.',
  })

  world.session.retry(failed?.id ?? '')
  expect(world.cloud.chats[1]?.body).toMatchObject({
    id: 'thread_1',
    trigger: 'regenerate-message',
    messageId: 'msg_2',
    messages: [{ id: 'msg_1', role: 'user' }],
  })
  await world.cloud.chats[1]?.send(start('msg_3', 'msg_1'), ...words('Whole'), FINISH)
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Whole'])
  expect(world.path[1]?.id).not.toBe(failed?.id)
})

test('keeps the failed answer, with the new reason, when making it again is refused', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'), ...words('Half'), {
    type: 'error',
    errorText: 'Busy.',
  })
  await world.settle()

  world.session.retry(world.path[1]?.id ?? '')
  await world.cloud.chats[1]?.refuse(new AlcoveError('rate_limited', 'Too many.'))

  expect(world.lines).toEqual(['user: Hello', 'assistant: Half'])
  expect(world.path[1]?.status).toMatchObject({
    error: { code: 'rate_limited', message: 'Too many.' },
  })
  expect(world.isRunning).toBe(false)
})

test('asks without an answer’s id when the server has no answer', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })
  await world.cloud.chats[0]?.send(
    {
      type: 'start',
      messageMetadata: { alcove: { threadId: 'thread_1', userMessageId: 'msg_1' } },
    },
    { type: 'error', errorText: 'Busy.' },
  )
  await world.settle()

  world.session.retry(world.path[1]?.id ?? '')

  expect(world.cloud.chats[1]?.body).not.toHaveProperty('messageId')
  expect(world.cloud.chats[1]?.body).toMatchObject({
    trigger: 'regenerate-message',
    messages: [{ id: 'msg_1', role: 'user' }],
  })
  expect(world.lines).toEqual(['user: Hello', 'assistant: '])
})

test('sends the message again when an answer failed before the server named its row', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })
  const [user] = world.path
  await world.cloud.chats[0]?.cut()
  await world.settle()
  expect(world.path[1]?.status).toMatchObject({ reason: 'error', error: { code: 'interrupted' } })

  world.session.retry(world.path[1]?.id ?? '')

  expect(world.cloud.chats[1]?.body).toMatchObject({
    trigger: 'submit-message',
    messages: [{ id: user?.id }],
  })
})

test.each([
  ['is cut', async (world: ReturnType<typeof createSessionWorld>) => world.cloud.chats[0]?.cut()],
  [
    'ends early',
    async (world: ReturnType<typeof createSessionWorld>) => world.cloud.chats[0]?.end(),
  ],
  [
    'closes early',
    async (world: ReturnType<typeof createSessionWorld>) => world.cloud.chats[0]?.close(),
  ],
  [
    'falls silent',
    async (world: ReturnType<typeof createSessionWorld>) =>
      world.clock.advance(STREAM_SILENCE_MAX_MS),
  ],
])('keeps what came of a stream that %s, and says that it was interrupted', async (_, end) => {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'), ...words('Half'))

  await end(world)
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Half'])
  expect(world.path[1]?.status).toMatchObject({
    type: 'incomplete',
    reason: 'error',
    error: { code: 'interrupted' },
  })
  expect(world.isRunning).toBe(false)
})

test('waits as long as heartbeats come', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'), ...words('Half'))

  for (let beat = 0; beat < 3; beat += 1) {
    await world.clock.advance(STREAM_SILENCE_MAX_MS - 1)
    await world.cloud.chats[0]?.send({ type: 'start-step' })
  }

  expect(world.isRunning).toBe(true)
})

test('tells nothing any more once it is closed, and lets the connection go', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'), ...words('Half'))
  await world.settle()
  const told = world.changes.length

  world.session.close()
  await world.settle()
  expect(world.session.send({ text: 'More' })).toBe(false)
  world.session.retry(world.path[1]?.id ?? '')

  expect(world.cloud.chats[0]?.signal.aborted).toBe(true)
  expect(world.changes).toHaveLength(told)
  expect(world.cloud.chats).toHaveLength(1)
})

test('tells nothing of a change during which it is closed', () => {
  const told: string[] = []
  const session = createConversation({
    cloud: createFakeCloud(),
    clock: createManualClock(),
    pace: { isImmediate: () => true, subscribe: () => () => {} },
    threadId: '__LOCALID_abcdefg',
    isNew: true,
    onChange({ type }) {
      told.push(type)
      if (type === 'message') session.close()
    },
  })

  session.send({ text: 'Hello' })

  expect(told).toEqual(['history', 'capabilities', 'message'])
})

// @vitest-environment node
import { expect, test } from 'vitest'
import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { start, words } from './fake-cloud.test-support.ts'
import { ask, call, CALLS, createToolWorld, partsOf, statusOf } from './tool-world.test-support.ts'

test('a stop ends the tools, and the answer does not go on (4.37)', async () => {
  let signal: AbortSignal | undefined
  const world = createToolWorld({
    look(_, context) {
      signal = context.signal
      return new Promise(() => {})
    },
  })
  await ask(world, call('look'))
  expect(world.isRunning).toBe(true)

  world.session.stop()
  await world.settle()

  expect(signal?.aborted).toBe(true)
  expect(world.cloud.chats[1]?.body).toMatchObject({
    isStopped: true,
    messages: [{ id: 'msg_a', parts: [{ errorText: THREAD_TEXTS.toolAborted }] }],
  })
  const told = { type: 'tool-output-error', errorText: THREAD_TEXTS.toolAborted } as const
  await world.cloud.chats[1]?.send(
    start('msg_a', 'msg_u'),
    { ...told, toolCallId: 'call_1' },
    { type: 'abort' },
  )
  await world.settle()

  expect(world.isRunning).toBe(false)
  expect(world.cloud.chats).toHaveLength(2)
  expect(statusOf(world)).toEqual({ type: 'incomplete', reason: 'cancelled' })
  expect(partsOf(world)).toMatchObject([{ result: { error: THREAD_TEXTS.toolAborted } }])
})

test('a second stop ends what the first one has to say, when the server does not answer', async () => {
  const world = createToolWorld({ look: () => new Promise(() => {}) })
  await ask(world, call('look'))
  world.session.stop()
  await world.settle()
  // The outcome of the call is sent: the first stop does not abort that.
  expect(world.cloud.chats).toHaveLength(2)
  expect(world.cloud.chats[1]?.signal.aborted).toBe(false)
  expect(world.isRunning).toBe(true)

  world.session.stop()
  await world.settle()

  expect(world.cloud.chats[1]?.signal.aborted).toBe(true)
  expect(world.cloud.chats).toHaveLength(2)
  expect(world.isRunning).toBe(false)
  expect(statusOf(world)).toEqual({ type: 'incomplete', reason: 'cancelled' })
  expect(world.failures).toEqual([])
})

test('a stop that nobody hears of ends the answer here, without a word', async () => {
  const world = createToolWorld({ look: () => new Promise(() => {}) })
  await ask(world, call('look'))

  world.session.stop()
  await world.settle()
  await world.cloud.chats[1]?.refuse(new AlcoveError('unavailable', 'Not now.'))
  await world.settle()

  expect(world.isRunning).toBe(false)
  expect(world.cloud.chats).toHaveLength(2)
  expect(world.failures).toEqual([])
  expect(statusOf(world)).toEqual({ type: 'incomplete', reason: 'cancelled' })
  expect(partsOf(world)).toMatchObject([{ result: { error: THREAD_TEXTS.toolAborted } }])
})

test('a call that comes after a stop does not run, whether the stream says so or waits', async () => {
  let runs = 0
  const world = createToolWorld({ look: () => (runs += 1) })
  world.session.send({ text: 'Where?' })
  await world.cloud.chats[0]?.send(start('msg_a', 'msg_u'), ...words('Let me '))
  await world.settle()
  world.session.stop()
  await world.cloud.chats[0]?.send(call('look'), CALLS)
  await world.settle()

  expect(runs).toBe(0)
  expect(world.cloud.chats).toHaveLength(1)
  expect(statusOf(world)).toEqual({ type: 'incomplete', reason: 'cancelled' })
})

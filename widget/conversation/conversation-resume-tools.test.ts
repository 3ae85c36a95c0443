// @vitest-environment node
import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import { RETRY_MS } from '../api/backoff.ts'
import { FINISH, start, words } from './fake-cloud.test-support.ts'
import { createSessionWorld } from './session.test-support.ts'
import { onePage, storedRow } from './stored-rows.test-support.ts'
import {
  ask,
  call,
  CALLS,
  createToolWorld,
  output,
  partsOf,
  statusOf,
} from './tool-world.test-support.ts'

function createCounted(settings: Parameters<typeof createToolWorld>[1] = {}) {
  const runs = { count: 0 }
  const look = () => `run ${(runs.count += 1)}`
  return { runs, world: createToolWorld({ look }, { hasStreams: true, ...settings }) }
}

test('a tool that is called after a break runs, once', async () => {
  const { runs, world } = createCounted()
  world.session.send({ text: 'Where?' })
  await world.cloud.chats[0]?.send(start('msg_a', 'msg_u'))
  await world.cloud.chats[0]?.sendFrom(1, ...words('Let me look. '))
  await world.cloud.chats[0]?.cut()
  await world.clock.advance(RETRY_MS)
  await world.cloud.follows[0]?.send(start('msg_a', 'msg_u'))
  await world.cloud.follows[0]?.sendFrom(3, call('look'), CALLS)
  await world.settle()

  expect(runs.count).toBe(1)
  expect(world.cloud.chats[1]?.body.messages[0]?.parts).toMatchObject([{ output: 'run 1' }])
})

test('a tool whose call is read from the row of an answer that was cut runs, once', async () => {
  const { runs, world } = createCounted()
  world.session.send({ text: 'Where?' })
  await world.cloud.chats[0]?.send(start('msg_a', 'msg_u'))
  await world.cloud.chats[0]?.cut()
  await world.clock.advance(RETRY_MS)
  const part = {
    type: 'tool-call',
    toolCallId: 'call_1',
    toolName: 'look',
    args: {},
    argsText: '{}',
  }
  const waiting = {
    content: [part],
    status: { type: 'requires-action', reason: 'tool-calls' },
  }
  world.cloud.pages.set(
    null,
    onePage(
      storedRow('msg_u', null, 'user', 'Where?'),
      storedRow('msg_a', 'msg_u', 'assistant', '', waiting),
    ),
  )
  await world.cloud.follows[0]?.nothing()
  await world.settle()

  expect(runs.count).toBe(1)
  expect(world.cloud.chats[1]?.body.messages[0]?.parts).toMatchObject([{ output: 'run 1' }])
})

test('an answer that goes on with what a tool gave goes on after a break too', async () => {
  const { runs, world } = createCounted()
  await ask(world, call('look'))
  await world.cloud.chats[1]?.send(start('msg_a', 'msg_u'))
  await world.cloud.chats[1]?.sendFrom(1, output('run 1'))
  await world.cloud.chats[1]?.cut()
  await world.clock.advance(RETRY_MS)
  expect(world.cloud.follows[0]?.place).toEqual({ answerId: 'msg_a', position: 1 })
  await world.cloud.follows[0]?.send(start('msg_a', 'msg_u'))
  await world.cloud.follows[0]?.sendFrom(2, ...words('It is here.'), FINISH)
  await world.settle()

  expect(partsOf(world)).toMatchObject([
    { type: 'tool-call', result: 'run 1' },
    { type: 'text', text: 'It is here.' },
  ])
  expect(statusOf(world)).toEqual({ type: 'complete', reason: 'stop' })
  expect(runs.count).toBe(1)
})

test('a call of an answer that began elsewhere is left to the person', async () => {
  const { runs, world } = createCounted({ threadId: 'thread_1', isNew: false })
  world.cloud.pages.set(null, onePage(storedRow('msg_u', null, 'user', 'Where?')))
  const loading = world.session.load()
  await world.cloud.follows[0]?.send(start('msg_a', 'msg_u'))
  await world.cloud.follows[0]?.sendFrom(1, call('look'), CALLS)
  await loading
  await world.settle()

  expect(runs.count).toBe(0)
  expect(statusOf(world)?.type).toBe('requires-action')
  world.session.answerTool('call_1', { type: 'run' })
  await world.settle()
  expect(runs.count).toBe(1)
  expect(world.cloud.chats[0]?.body.messages[0]?.parts).toMatchObject([{ output: 'run 1' }])
})

test('an answer that is made again and lost before its first word is found in the thread', async () => {
  const world = createSessionWorld({ hasStreams: true })
  world.session.send({ text: 'Hello' })
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'))
  await world.cloud.chats[0]?.sendFrom(1, ...words('Hi'), FINISH)
  await world.settle()
  world.session.reload(world.path[1]?.id ?? '')
  await world.cloud.chats[1]?.cut()
  await world.clock.advance(RETRY_MS)

  expect(world.cloud.chats).toHaveLength(2)
  expect(world.cloud.follows[0]?.place).toEqual({ answerId: null, position: 0 })
  await world.cloud.follows[0]?.send(start('msg_3', 'msg_1'))
  await world.cloud.follows[0]?.sendFrom(1, ...words('Hello'), FINISH)
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Hello'])
  expect(world.branches).toEqual({ Hello: '2/2' })
})

test('an answer that ended before its first word was read is shown as its row', async () => {
  const world = createSessionWorld({ hasStreams: true })
  world.session.send({ text: 'Hello' })
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'))
  await world.cloud.chats[0]?.sendFrom(1, ...words('Hi'), FINISH)
  await world.settle()
  world.session.reload(world.path[1]?.id ?? '')
  await world.cloud.chats[1]?.cut()
  await world.clock.advance(RETRY_MS)
  const again = { ...storedRow('msg_3', 'msg_1', 'assistant', 'Again'), createdAt: '2026-11-22' }
  world.cloud.pages.set(
    null,
    onePage(
      storedRow('msg_1', null, 'user', 'Hello'),
      storedRow('msg_2', 'msg_1', 'assistant', 'Hi'),
      again,
    ),
  )
  await world.cloud.follows[0]?.nothing()
  await world.cloud.follows[1]?.nothing()
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Again'])
  expect(world.isRunning).toBe(false)
})

test('a token that is refused while an answer is looked for is told with the answer', async () => {
  const world = createSessionWorld({ hasStreams: true })
  world.session.send({ text: 'Hello' })
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'))
  await world.cloud.chats[0]?.cut()
  await world.clock.advance(RETRY_MS)

  const expired = new AlcoveError('token_rejected', 'Sign in.', { data: { status: 401 } })
  await world.cloud.follows[0]?.refuse(expired)
  await world.settle()

  expect(world.path[1]?.status).toMatchObject({ error: { code: 'token_rejected' } })
  expect(world.failures).toMatchObject([{ during: 'send', error: { code: 'token_rejected' } }])
})

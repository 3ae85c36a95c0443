// @vitest-environment node
import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { FINISH, start, words } from './fake-cloud.test-support.ts'
import { HELD_BACK_AFTER_MS, HELD_BACK_AGAIN_MS, PIECE_PAUSE_MS, PIECE_S } from './held-back.ts'
import { createSessionWorld, type SessionWorld } from './session.test-support.ts'
import { onePage, storedRow } from './stored-rows.test-support.ts'

const slow = () => new AlcoveError('call_timeout', 'Slow.')
const more = (delta: string): Chunk => ({ type: 'text-delta', id: 't1', delta })

/** Sends a message whose call is silent; the server has it as this row. */
function sendIntoSilence(row = 'msg_1', world = createSessionWorld({ hasStreams: true })) {
  world.session.send({ text: 'Hello' })
  store(world, row)
  return world
}

function store({ cloud, path }: SessionWorld, row: string) {
  const externalId = path.findLast(({ role }) => role === 'user')?.id ?? ''
  const question = { ...storedRow(row, null, 'user', 'Hello'), externalId }
  cloud.pages.set(null, onePage(question))
}

/** Sends a whole piece. */
async function answerPiece(world: SessionWorld, index: number, from: number, ...chunks: Chunk[]) {
  const piece = world.cloud.follows[index]
  await piece?.send(start('msg_2', 'msg_1'))
  if (chunks.length > 0) await piece?.sendFrom(from, ...chunks)
  if (chunks.includes(FINISH)) await piece?.end()
  await piece?.close()
}

test('an answer whose own stream is held back comes in pieces', async () => {
  const world = sendIntoSilence()
  await world.clock.advance(HELD_BACK_AFTER_MS - 1)
  expect(world.cloud.follows).toEqual([])

  await world.clock.advance(1)
  expect(world.cloud.follows[0]?.place).toEqual({ answerId: null, position: 0, seconds: PIECE_S })
  await answerPiece(world, 0, 1, ...words('Half'))
  await world.settle()
  expect(world.lines).toEqual(['user: Hello', 'assistant: Half'])
  expect(world.cloud.chats[0]?.signal.aborted).toBe(true)

  await world.clock.advance(PIECE_PAUSE_MS)
  expect(world.cloud.follows[1]?.place).toEqual({
    answerId: 'msg_2',
    position: 2,
    seconds: PIECE_S,
  })
  await answerPiece(world, 1, 3)
  await world.clock.advance(PIECE_PAUSE_MS)
  await answerPiece(world, 2, 3, more(' and half'), FINISH)
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Half and half'])
  expect(world.path[1]?.status).toEqual({ type: 'complete', reason: 'stop' })
  expect(world.cloud.chats).toHaveLength(1)
  expect(world.cloud.follows).toHaveLength(3)
  expect(world.failures).toEqual([])
  expect(world.isReconnecting).toBe(false)
  expect(world.clock.timers).toBe(0)
})

test('pieces that end at once are asked for again after a pause', async () => {
  const world = sendIntoSilence()
  await world.clock.advance(HELD_BACK_AFTER_MS)
  await answerPiece(world, 0, 1, ...words('Half'))

  await world.clock.advance(PIECE_PAUSE_MS - 1)
  expect(world.cloud.follows).toHaveLength(1)
  await world.clock.advance(1)
  expect(world.cloud.follows).toHaveLength(2)
})

test('where streams were held back before, the next call is looked for sooner', async () => {
  const world = sendIntoSilence()
  await world.clock.advance(HELD_BACK_AFTER_MS)
  await answerPiece(world, 0, 1, ...words('Hi'), FINISH)
  await world.settle()

  world.session.send({ text: 'And?' })
  await world.clock.advance(HELD_BACK_AGAIN_MS - 1)
  expect(world.cloud.follows).toHaveLength(1)
  await world.clock.advance(1)
  expect(world.cloud.follows).toHaveLength(2)
})

test('an answer that ended between two pieces is read from its row', async () => {
  const world = sendIntoSilence()
  await world.clock.advance(HELD_BACK_AFTER_MS)
  await answerPiece(world, 0, 1, ...words('Half'))
  await world.clock.advance(PIECE_PAUSE_MS)
  world.cloud.pages.set(
    null,
    onePage(
      storedRow('msg_1', null, 'user', 'Hello'),
      storedRow('msg_2', 'msg_1', 'assistant', 'Half and half'),
    ),
  )

  await world.cloud.follows[1]?.nothing()
  await world.clock.advance(HELD_BACK_AGAIN_MS)
  await world.cloud.follows[2]?.nothing()
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Half and half'])
  expect(world.isRunning).toBe(false)
})

test('a call that is only slow goes its way', async () => {
  const world = sendIntoSilence()
  await world.clock.advance(HELD_BACK_AFTER_MS)
  await world.cloud.follows[0]?.nothing()
  await world.clock.advance(HELD_BACK_AFTER_MS)
  expect(world.cloud.follows).toHaveLength(2)

  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'))
  await world.cloud.chats[0]?.sendFrom(1, ...words('Hi'), FINISH)
  await world.settle()

  expect(world.cloud.follows[1]?.signal.aborted).toBe(true)
  expect(world.lines).toEqual(['user: Hello', 'assistant: Hi'])
  expect(world.clock.timers).toBe(0)
})

test('the answer to somebody else’s message is not taken for this one’s', async () => {
  const world = sendIntoSilence('msg_7')
  await world.clock.advance(HELD_BACK_AFTER_MS)
  await world.cloud.follows[0]?.send(start('msg_8', 'msg_1'))

  expect(world.cloud.chats[0]?.signal.aborted).toBe(false)
  await world.cloud.chats[0]?.refuse(slow())
  await world.settle()

  expect(world.lines).toEqual(['user: Hello'])
  expect(world.unsent.size).toBe(1)
})

test('a call of which the server knows nothing fails as it did', async () => {
  const world = sendIntoSilence()
  await world.clock.advance(HELD_BACK_AFTER_MS)
  await world.cloud.follows[0]?.refuse(slow())
  await world.cloud.chats[0]?.refuse(slow())

  expect(world.unsent.size).toBe(1)
  expect(world.failures).toMatchObject([{ during: 'send', error: { code: 'call_timeout' } }])
  expect(world.clock.timers).toBe(0)
})

test('a stop ends the search too', async () => {
  const world = sendIntoSilence()
  await world.clock.advance(HELD_BACK_AFTER_MS)
  world.session.stop()
  await world.cloud.stops[0]?.answer([])
  await world.clock.advance(HELD_BACK_AFTER_MS)
  await settle()

  expect(world.cloud.follows[0]?.signal.aborted).toBe(true)
  expect(world.isRunning).toBe(false)
  expect(world.clock.timers).toBe(0)
})

test('a lost stream that is held back when it is asked for comes in pieces', async () => {
  const world = sendIntoSilence()
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'))
  await world.cloud.chats[0]?.sendFrom(1, ...words('Half'))
  await world.settle()
  await world.cloud.chats[0]?.cut()
  await world.clock.advance(HELD_BACK_AGAIN_MS)
  expect(world.cloud.follows[0]?.place).toEqual({ answerId: 'msg_2', position: 2 })

  await world.cloud.follows[0]?.refuse(slow())
  expect(world.cloud.follows[1]?.place).toEqual({
    answerId: 'msg_2',
    position: 2,
    seconds: PIECE_S,
  })
  await answerPiece(world, 1, 3, more(' and half'), FINISH)
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Half and half'])
})

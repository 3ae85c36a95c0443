// @vitest-environment node
import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import { goesOn } from '../../shared/wire/chunk.ts'
import { ABORT, FINISH, start, words } from './fake-cloud.test-support.ts'
import { createSessionWorld } from './session.test-support.ts'

const FINISH_LENGTH = { type: 'finish', messageMetadata: { finishReason: 'length' } } as const

/** An answer that reached the length limit. */
async function cutOff(text: string) {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'), ...words(text), FINISH_LENGTH)
  await world.settle()
  expect(world.path[1]?.status).toEqual({ type: 'incomplete', reason: 'length' })
  return { world, id: world.path[1]!.id }
}

test('an answer that was cut off goes on in its own part, with one call that names its row', async () => {
  const { world, id } = await cutOff('Half')
  const { cloud, session } = world

  session.continueAnswer(id)
  await world.settle()
  expect(world.isRunning).toBe(true)
  expect(cloud.chats[1]?.body).toMatchObject({
    trigger: 'submit-message',
    continueText: true,
    messages: [{ id: 'msg_2', role: 'assistant', parts: [] }],
  })
  await cloud.chats[1]?.send(start('msg_2', 'msg_1'), goesOn(), ...words(' and half'), FINISH)
  await world.settle()

  expect(world.lines).toEqual(['user: Hello', 'assistant: Half and half'])
  expect(world.path.at(-1)).toMatchObject({
    id,
    content: [{ type: 'text', text: 'Half and half' }],
    status: { type: 'complete' },
  })
})

test('stopped while it goes on, it keeps what came, and can go on again', async () => {
  const { world, id } = await cutOff('Half')
  const { cloud, session } = world
  session.continueAnswer(id)
  await cloud.chats[1]?.send(start('msg_2', 'msg_1'), goesOn(), ...words(' and'))
  await world.settle()

  session.stop()
  await cloud.stops[0]?.answer([])
  await cloud.chats[1]?.send(ABORT)
  await world.settle()
  expect(world.lines.at(-1)).toBe('assistant: Half and')

  session.continueAnswer(id)
  await cloud.chats[2]?.send(start('msg_2', 'msg_1'), goesOn(), ...words(' half'), FINISH)
  await world.settle()
  expect(world.lines.at(-1)).toBe('assistant: Half and half')
})

test('a refusal leaves it as it was, and says so', async () => {
  const { world, id } = await cutOff('Half')
  const before = world.path.at(-1)
  world.session.continueAnswer(id)
  await world.cloud.chats[1]?.refuse(new AlcoveError('invalid_request', 'No such thing.'))
  await world.settle()

  expect(world.path.at(-1)).toEqual(before)
  expect(world.isRunning).toBe(false)
  expect(world.changes).toContainEqual(
    expect.objectContaining({ type: 'failure', during: 'reload' }),
  )
})

test('a whole answer does not go on', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Hello' })
  await world.cloud.chats[0]?.send(start('msg_2', 'msg_1'), ...words('Whole'), FINISH)
  await world.settle()

  world.session.continueAnswer(world.path[1]!.id)

  expect(world.cloud.chats).toHaveLength(1)
  expect(world.isRunning).toBe(false)
})

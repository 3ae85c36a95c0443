// @vitest-environment node
import { expect, test } from 'vitest'
import type { StoredMessage } from '../api/message-calls.ts'
import { FINISH, start, words } from './fake-cloud.test-support.ts'
import type { ChosenPath, PathMemory } from './path-shower.ts'
import { createSessionWorld, type SessionWorld } from './session.test-support.ts'

const row = (id: string, parentId: string | null, role: string, second: number): StoredMessage => ({
  id,
  externalId: null,
  parentId,
  createdAt: new Date(second * 1000).toISOString(),
  format: 'aui/v0',
  content: { role, content: [{ type: 'text', text: id }], metadata: {} },
})
const TALK = [
  row('worse', 'q', 'assistant', 3),
  row('better', 'q', 'assistant', 2),
  row('q', null, 'user', 1),
]

function createMemory(): PathMemory {
  const paths = new Map<string, ChosenPath>()
  return {
    read: (threadId) => paths.get(threadId) ?? null,
    write: (threadId, chosen) =>
      chosen ? void paths.set(threadId, chosen) : void paths.delete(threadId),
  }
}

/** A page that loads the thread from its rows. */
async function load(pathMemory: PathMemory, rows: readonly StoredMessage[]) {
  const world = createSessionWorld({ threadId: 'thread_9', isNew: false, pathMemory })
  world.cloud.pages.set(null, { rows: [...rows], unreadable: [], next: null })
  await world.session.load()
  return world
}

test('the chosen version of an answer is shown again after a reload', async () => {
  const memory = createMemory()
  const first = await load(memory, TALK)
  expect(first.lines).toEqual(['user: q', 'assistant: worse'])
  first.session.switchTo('better')

  const second = await load(memory, TALK)
  expect(second.lines).toEqual(['user: q', 'assistant: better'])

  second.session.switchTo('worse')
  const third = await load(memory, TALK)
  expect(third.lines).toEqual(['user: q', 'assistant: worse'])
})

test('a message that came after the choice is shown, wherever it stands', async () => {
  const memory = createMemory()
  const first = await load(memory, TALK)
  first.session.switchTo('better')

  const second = await load(memory, [row('next', 'worse', 'user', 4), ...TALK])
  expect(second.lines.at(-1)).toBe('user: next')
})

test('a version is kept that was made since the thread was loaded', async () => {
  const memory = createMemory()
  const first = await load(memory, TALK)
  first.session.reload('worse')
  await first.cloud.chats[0]?.send(start('newest', 'q', 'thread_9'), ...words('New'), FINISH)
  await first.settle()
  first.session.switchTo('better')

  const second = await load(memory, [row('newest', 'q', 'assistant', 4), ...TALK])
  expect(second.lines).toEqual(['user: q', 'assistant: better'])
})

/** A question with a good answer, and a second answer that failed. */
async function createFailedAgain(partial: string, isFirstGood = true): Promise<SessionWorld> {
  const world = createSessionWorld()
  world.session.send({ text: 'One' })
  const error = { type: 'error', errorText: 'Busy.' } as const
  const end = isFirstGood ? [FINISH] : [error]
  await world.cloud.chats[0]?.send(start('msg_1a', 'msg_1u'), ...words('Good'), ...end)
  await world.settle()
  world.session.reload(world.path.at(-1)!.id)
  await world.cloud.chats[1]?.send(start('msg_2a', 'msg_1u'), ...words(partial), error)
  await world.settle()
  return world
}

test.each(['', 'Half'])(
  'after an answer again that failed with "%s", the next message follows the good answer',
  async (partial) => {
    const world = await createFailedAgain(partial)
    expect(world.path.at(-1)?.status).toMatchObject({ reason: 'error' })
    world.session.send({ text: 'Two' })

    expect(world.cloud.chats[2]?.body.messages).toMatchObject([{ id: 'msg_1a' }, {}])
    expect(world.lines.slice(0, 3)).toEqual(['user: One', 'assistant: Good', 'user: Two'])
  },
)

test('where no version is good, the next message follows the one that is shown', async () => {
  const world = await createFailedAgain('Half', false)
  world.session.send({ text: 'Two' })

  expect(world.cloud.chats[2]?.body.messages).toMatchObject([{ id: 'msg_2a' }, {}])
})

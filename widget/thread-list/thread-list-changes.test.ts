// @vitest-environment node
import { expect, test } from 'vitest'
import { LOCAL_THREAD_PREFIX } from '../../shared/ids.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import {
  createThreadsWorld,
  failure,
  loadThreads,
  type ThreadsWorld,
} from './threads-world.test-support.ts'

const NOT_YET = 'Thread is not yet initialized'
const NOT_YET_OR_ARCHIVED = 'Thread is not yet initialized or already archived'

type Act = (world: ThreadsWorld, id: string) => Promise<void>
const rename: Act = ({ threads }, id) => threads.rename(id, 'Other')
const archive: Act = ({ threads }, id) => threads.archive(id)
const unarchive: Act = ({ threads }, id) => threads.unarchive(id)
const remove: Act = ({ threads }, id) => threads.delete(id)
const detach: Act = ({ threads }, id) => threads.detach(id)
const generate: Act = ({ threads }, id) => threads.generateTitle(id, [])

const DONE = {
  rename: 'renamed',
  archive: 'archived',
  unarchive: 'unarchived',
  delete: 'deleted',
} as const

test.each([
  ['archived', 'new', archive, NOT_YET_OR_ARCHIVED],
  ['archived', 'archived', archive, NOT_YET_OR_ARCHIVED],
  ['unarchived', 'new', unarchive, 'Thread is not archived'],
  ['unarchived', 'regular', unarchive, 'Thread is not archived'],
  ['deleted', 'new', remove, NOT_YET],
  ['detached', 'new', detach, NOT_YET],
  ['renamed', 'new', rename, NOT_YET],
  ['named', 'new', generate, NOT_YET],
])(
  'a thread cannot be %s while it is %s (5.10, 5.11, 5.12, 5.13, 8.7, 8.8, 8.9)',
  async (_, status, act, text) => {
    const world = await loadThreads(['a'], ['b'])
    const ids: Record<string, string> = { new: world.threads.mainId, regular: 'a', archived: 'b' }

    const error = await failure(act(world, ids[status] ?? ''))

    expect(error).toMatchObject({ code: 'conflict', message: text })
    expect(world.calls.filter(({ name }) => name !== 'list')).toEqual([])
    expect([world.names('regular'), world.names('archived')]).toEqual([['A'], ['B']])
  },
)

test.each([
  ['rename', rename, 'a', ['Other'], ['B']],
  ['archive', archive, 'a', [], ['A', 'B']],
  ['unarchive', unarchive, 'b', ['B', 'A'], []],
  ['delete', remove, 'a', [], ['B']],
  ['delete', remove, 'b', ['A'], []],
] as const)(
  '%s shows at once and stays, or is taken back when it fails (4.2, 4.3, 4.4, 4.11)',
  async (...row) => {
    const [name, act, id, regular, archived] = row
    for (const isRefused of [false, true]) {
      const world = await loadThreads(['a'], ['b'])
      const acting = failure(act(world, id))
      await settle()
      expect([world.names('regular'), world.names('archived')]).toEqual([regular, archived])

      const call = world.next(name)
      expect(call.args[0]).toBe(id)
      await (isRefused ? call.refuse() : call.answer())

      expect((await acting) === undefined).toBe(!isRefused)
      expect([world.names('regular'), world.names('archived')]).toEqual(
        isRefused ? [['A'], ['B']] : [regular, archived],
      )
      expect(world.done).toEqual(isRefused ? [] : [`${DONE[name]} ${id}`])
    }
  },
)

test.each([
  ['rename', rename],
  ['archive', archive],
  ['unarchive', unarchive],
  ['delete', remove],
  ['detach', detach],
])('%s of a thread that is not there says so (8.6)', async (_, act) => {
  const world = await loadThreads(['a'])

  expect(await failure(act(world, 'nowhere'))).toMatchObject({
    code: 'not_found',
    message: 'Thread not found',
  })
})

test('a new thread becomes regular with its first message, in front, and keeps its id for ever (3.7, 4.1, 4.6, 7.34)', async () => {
  const world = await loadThreads(['a'])
  const { threads } = world
  const id = threads.mainId
  expect(id).toMatch(new RegExp(`^${LOCAL_THREAD_PREFIX}[0-9A-Za-z]{7}$`))
  expect(threads.find(id)).toMatchObject({ status: 'new' })
  expect(threads.state.regular).toEqual(['a'])

  const made = Promise.all([threads.initialize(id), threads.initialize(id)])
  expect(threads.find(id)?.status).toBe('regular')
  expect(threads.find(id)?.remoteId).toBeUndefined()
  expect(threads.state).toMatchObject({ regular: [id, 'a'], newId: null })
  expect(world.waiting('initialize')).toHaveLength(1)
  await world.next('initialize').answer({ remoteId: 'thread_1', externalId: id })

  expect(new Set(await made)).toEqual(new Set([{ remoteId: 'thread_1', externalId: id }]))
  expect(threads.find('thread_1')).toMatchObject({ id, remoteId: 'thread_1', status: 'regular' })
  expect(threads.mainId).toBe(id)
  await threads.initialize(id)
  expect(world.calls.filter(({ name }) => name === 'initialize')).toHaveLength(1)
})

test('a thread that could not be made is a new one again, and can be made later', async () => {
  const world = createThreadsWorld()
  const { threads } = world
  const id = threads.mainId
  const made = failure(threads.initialize(id))
  await settle()
  await world.next('initialize').refuse()
  expect(await made).toBeInstanceOf(Error)
  expect(threads.find(id)).toEqual({ id, status: 'new', isRunning: false })
  expect(threads.state).toMatchObject({ regular: [], newId: id })

  const again = threads.initialize(id)
  await settle()
  await world.next('initialize').answer({ remoteId: 'thread_1', externalId: id })
  expect((await again).remoteId).toBe('thread_1')
})

test('a new thread that was left before its making failed stays in the list', async () => {
  const world = createThreadsWorld()
  const { threads } = world
  const first = threads.mainId
  const made = failure(threads.initialize(first))
  await settle()
  await threads.switchToNew()
  expect(threads.mainId).not.toBe(first)

  await world.next('initialize').refuse()
  await made

  expect(threads.find(first)).toMatchObject({ id: first, status: 'regular' })
  expect(threads.find(first)?.remoteId).toBeUndefined()
  expect(threads.state).toMatchObject({ regular: [first], newId: threads.mainId })
  // The thread was not made: it can be deleted, but not changed.
  expect(await failure(threads.archive(first))).toMatchObject({ message: NOT_YET_OR_ARCHIVED })
  expect(await failure(threads.rename(first, 'x'))).toMatchObject({ message: NOT_YET })
  await threads.delete(first)
  expect(threads.state.regular).toEqual([])
  expect(world.waiting('delete')).toEqual([])
})

test('changes of a thread that is being made wait for its id', async () => {
  const world = createThreadsWorld()
  const { threads } = world
  const id = threads.mainId
  void threads.initialize(id)
  const renamed = threads.rename(id, 'Early')
  await settle()
  expect(threads.find(id)?.title).toBe('Early')
  expect(world.waiting('rename')).toEqual([])

  await world.next('initialize').answer({ remoteId: 'thread_1', externalId: id })

  expect(world.next('rename').args.slice(0, 2)).toEqual(['thread_1', 'Early'])
  await world.next('rename').answer()
  await renamed
  expect(threads.find(id)?.title).toBe('Early')
})

test.each([
  ['made', true, ['thread_1']],
  ['not made', false, []],
])('a thread that is deleted while it is %s yet is gone', async (_, isMade, deleted) => {
  const world = createThreadsWorld()
  const { threads } = world
  const id = threads.mainId
  const made = failure(threads.initialize(id))
  await settle()
  const deleting = threads.delete(id)
  await settle()
  expect(threads.find(id)).toBeUndefined()

  if (isMade) await world.next('initialize').answer({ remoteId: 'thread_1', externalId: id })
  else await world.next('initialize').refuse()
  await made
  expect(world.waiting('delete').map(({ args }) => args[0])).toEqual(deleted)
  await world.waiting('delete')[0]?.answer()
  await deleting

  expect(threads.find(id)).toBeUndefined()
  expect(threads.state.regular).toEqual([])
  expect(world.detached).toEqual([id])
})

test('changes of one thread go out one after the other, those of another do not wait', async () => {
  const world = await loadThreads(['a', 'b'])
  const { threads } = world
  const first = failure(threads.rename('a', 'One'))
  void threads.rename('a', 'Two')
  void threads.rename('b', 'Other')
  await settle()
  expect(world.waiting('rename').map(({ args }) => args[1])).toEqual(['One', 'Other'])
  expect(world.names('regular')).toEqual(['Two', 'Other'])

  await world.next('rename').refuse()
  await first
  expect(world.names('regular')).toEqual(['Two', 'Other'])
  await world
    .waiting('rename')
    .find(({ args }) => args[1] === 'Two')
    ?.answer()
  expect(world.names('regular')).toEqual(['Two', 'Other'])
})

test('a thread archived and brought back in one breath ends as it was asked for last', async () => {
  const world = await loadThreads(['a'])
  const archived = world.threads.archive('a')
  await settle()
  const back = world.threads.unarchive('a')
  await settle()
  expect(world.names('regular')).toEqual(['A'])
  expect(world.waiting('unarchive')).toEqual([])

  await world.next('archive').answer()
  await archived
  expect(world.names('regular')).toEqual(['A'])
  await world.next('unarchive').answer()
  await back

  expect([world.names('regular'), world.names('archived')]).toEqual([['A'], []])
})

test('a thread that was deleted elsewhere leaves list and screen without a call', async () => {
  const world = await loadThreads(['a', 'b'])
  const { threads } = world
  await threads.switchTo('a')

  await threads.forget('a')
  await threads.forget('unknown')

  expect(world.names('regular')).toEqual(['B'])
  expect(threads.find(threads.mainId)).toMatchObject({ status: 'new' })
  expect(world.detached).toEqual(['a'])
  expect(world.waiting('delete')).toEqual([])
})

test('something that is written moves its thread to the front', async () => {
  const world = await loadThreads(['a', 'b'])

  world.threads.touch('b')
  world.threads.touch('nowhere')

  expect(world.names('regular')).toEqual(['B', 'A'])
})

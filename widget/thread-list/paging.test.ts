// @vitest-environment node
import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import {
  ago,
  answerLists,
  createThreadsWorld,
  failure,
  item,
  loadThreads,
  page,
} from './threads-world.test-support.ts'

const cursor = (remoteId: string, minutes: number) => ({ remoteId, lastMessageAt: ago(minutes) })

/** The first page with `a` and `b`, and the second one with `c` and `d`, loaded. */
async function loadTwoPages() {
  const world = createThreadsWorld()
  void world.threads.load()
  await settle()
  const first = [item('a', { lastMessageAt: ago(1) }), item('b', { lastMessageAt: ago(2) })]
  await answerLists(world, page(first, cursor('b', 2)))
  const more = world.threads.loadMore('regular')
  expect(world.threads.isLoadingMore).toBe(true)
  const second = [item('c', { lastMessageAt: ago(3) }), item('d', { lastMessageAt: ago(4) })]
  await world.next('list').answer(page(second, cursor('d', 4)))
  await more
  return world
}

test('is loading until both kinds are there, and once for two calls', async () => {
  const world = createThreadsWorld()
  expect(world.threads.status).toBe('idle')
  const loading = Promise.all([world.threads.load(), world.threads.load()])
  await settle()
  expect(world.threads.status).toBe('loading')
  expect(world.waiting('list').map(({ args }) => args[0])).toEqual([
    { status: 'regular', after: null },
    { status: 'archived', after: null },
  ])

  await answerLists(world, page([item('a')]), page([item('b', { status: 'archived' })]))
  await loading

  expect(world.threads.status).toBe('ready')
  expect([world.names('regular'), world.names('archived')]).toEqual([['A'], ['B']])
})

test('a list that failed can be loaded again', async () => {
  const world = createThreadsWorld()
  const loading = failure(world.threads.load())
  await settle()
  await world.next('list').refuse()
  expect(await loading).toMatchObject({ message: 'Refused.' })
  expect(world.threads.status).toBe('failed')
  await world.next('list').answer(page([]))

  const again = world.threads.load()
  await settle()
  await answerLists(world, page([item('a')]))
  await again

  expect(world.threads.status).toBe('ready')
  expect(world.names('regular')).toEqual(['A'])
})

test('goes on behind the last thread of a page, and each thread is there once', async () => {
  const world = await loadTwoPages()
  expect(world.calls.at(-1)?.args[0]).toEqual({ status: 'regular', after: cursor('b', 2) })
  expect(world.names('regular')).toEqual(['A', 'B', 'C', 'D'])

  const more = Promise.all([world.threads.loadMore('regular'), world.threads.loadMore('regular')])
  expect(world.waiting('list')).toHaveLength(1)
  // A thread that was written to meanwhile has moved, so the page contains a known one.
  await world.next('list').answer(page([item('d'), item('e', { lastMessageAt: ago(5) })]))
  await more

  expect(world.names('regular')).toEqual(['A', 'B', 'C', 'D', 'E'])
  expect(world.threads.state.next.regular).toBeNull()
  await world.threads.loadMore('regular')
  expect(world.waiting('list')).toEqual([])
})

test('read again, it keeps later pages and drops threads that are gone from the first one', async () => {
  const world = await loadTwoPages()
  const reloading = world.threads.reload()
  await settle()

  await answerLists(
    world,
    page(
      [item('n', { lastMessageAt: ago(0) }), item('b', { lastMessageAt: ago(2) })],
      cursor('b', 2),
    ),
  )
  await reloading

  expect(world.names('regular')).toEqual(['N', 'B', 'C', 'D'])
  expect(world.threads.state.next.regular).toEqual(cursor('d', 4))
  expect(world.threads.find('a')).toBeUndefined()
})

test('read again whole, it drops everything that is not there', async () => {
  const world = await loadTwoPages()
  const reloading = world.threads.reload()
  await settle()

  await answerLists(world, page([item('c')]))
  await reloading

  expect(world.names('regular')).toEqual(['C'])
  expect(world.threads.state.next.regular).toBeNull()
})

test('threads that are shown or running only leave their list', async () => {
  const world = await loadThreads(['a', 'b', 'c'])
  await world.threads.switchTo('a')
  world.held.add('b')
  const reloading = world.threads.reload()
  await settle()
  await answerLists(world, page([]))
  await reloading

  expect(world.names('regular')).toEqual([])
  expect(['a', 'b', 'c'].map((id) => world.threads.find(id)?.id)).toEqual(['a', 'b', undefined])
})

test('begins anew when the thread is gone that the next page comes after', async () => {
  const world = await loadTwoPages()
  const more = world.threads.loadMore('regular')
  await world.next('list').refuse(new AlcoveError('invalid_request', 'No such row.'))

  await answerLists(world, page([item('a'), item('b', { lastMessageAt: ago(2) })], cursor('b', 2)))
  await more

  expect(world.names('regular')).toEqual(['A', 'B'])
  expect(world.threads.state.next.regular).toEqual(cursor('b', 2))
  // Any other error is reported.
  const failing = failure(world.threads.loadMore('regular'))
  await world.next('list').refuse()
  expect(await failing).toMatchObject({ message: 'Refused.' })
  expect(world.threads.isLoadingMore).toBe(false)
})

test('a thread that moved to the other kind elsewhere keeps its slot', async () => {
  const world = await loadThreads(['a'], ['b'])
  const { threads } = world
  const first = threads.mainId
  void threads.initialize(first)
  await settle()
  await world.next('initialize').answer({ remoteId: 'x', externalId: first })
  const reloading = threads.reload()
  await settle()

  await answerLists(
    world,
    page([item('b')]),
    page([item('x', { status: 'archived' }), item('a', { status: 'archived' })]),
  )
  await reloading

  expect(threads.find('x')).toMatchObject({ id: first, status: 'archived' })
  expect(threads.state).toMatchObject({ regular: ['b'], archived: [first, 'a'] })
})

test('a thread that is listed before the call that made it answers is there once', async () => {
  const world = createThreadsWorld()
  const { threads } = world
  const id = threads.mainId
  const made = threads.initialize(id)
  const loading = threads.load()
  await settle()
  await answerLists(world, page([item('x', { externalId: id })]))
  await loading
  expect(threads.state.regular).toEqual([id])

  await world.next('initialize').answer({ remoteId: 'x', externalId: id })
  await made

  expect(threads.state.regular).toEqual([id])
  expect(threads.find('x')).toMatchObject({ id, title: 'X' })
})

test('a server that does not tell local names has its thread once all the same', async () => {
  const world = createThreadsWorld()
  const { threads } = world
  const id = threads.mainId
  const made = threads.initialize(id)
  const loading = threads.load()
  await settle()
  await answerLists(world, page([item('x')]))
  await loading
  await world.next('initialize').answer({ remoteId: 'x', externalId: id })
  await made

  expect(threads.state.regular).toEqual([id])
  expect([...threads.state.slots.keys()]).toEqual([id])
})

test.each([
  ['rename', ['Mine', 'B']],
  ['archive', ['B']],
  ['delete', ['B']],
] as const)(
  'a list that was asked for before a %s does not undo it (4.11)',
  async (name, expected) => {
    for (const isAnsweredFirst of [true, false]) {
      const world = await loadThreads(['a', 'b'])
      const reloading = world.threads.reload()
      await settle()
      const acting = world.threads[name]('a', 'Mine')
      await settle()

      if (isAnsweredFirst) await world.next(name).answer()
      await answerLists(world, page([item('a'), item('b')]))
      await reloading
      expect(world.names('regular')).toEqual(expected)
      if (!isAnsweredFirst) await world.next(name).answer()
      await acting

      expect(world.names('regular')).toEqual(expected)
    }
  },
)

test('a list that is asked for after a change is believed', async () => {
  const world = await loadThreads(['a', 'b'])
  const acting = world.threads.rename('a', 'Mine')
  await settle()
  await world.next('rename').answer()
  await acting
  const reloading = world.threads.reload()
  await settle()

  await answerLists(world, page([item('a', { title: 'Theirs' }), item('b')]))
  await reloading

  expect(world.names('regular')).toEqual(['Theirs', 'B'])
})

test('calls during a load read the list once more, together', async () => {
  const world = createThreadsWorld()
  void world.threads.load()
  await settle()
  const again = Promise.all([world.threads.reload(), world.threads.reload()])
  await answerLists(world, page([item('a')]))
  await settle()
  expect(world.waiting('list')).toHaveLength(2)

  await answerLists(world, page([item('b')]))
  await again

  expect(world.names('regular')).toEqual(['B'])
  expect(world.waiting('list')).toEqual([])
})

test('a written-to thread keeps its place in front of an older word of the server', async () => {
  const world = await loadThreads(['a', 'b'])
  const reloading = world.threads.reload()
  await settle()
  world.threads.touch('b')
  const touchedAt = world.threads.find('b')?.lastMessageAt

  await answerLists(world, page([item('a'), item('b', { lastMessageAt: ago(60) })]))
  await reloading

  expect(world.threads.find('b')?.lastMessageAt).toBe(touchedAt)
  expect(world.threads.find('b')?.listedAt).toBe(ago(60))
})

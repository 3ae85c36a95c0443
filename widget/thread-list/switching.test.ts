// @vitest-environment node
import { expect, test } from 'vitest'
import type { ThreadOperations } from '../api/cloud-threads.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import type { ThreadList } from './thread-list.ts'
import { createThreadsWorld, failure, item, loadThreads } from './threads-world.test-support.ts'

const DELETED = 'Thread was deleted before runtime was started'

test('begins with a new thread, and shows another by its own id or the server’s', async () => {
  const world = await loadThreads(['a'])
  const { threads } = world
  const first = threads.mainId
  void threads.initialize(first)
  await settle()
  await world.next('initialize').answer({ remoteId: 'thread_1', externalId: first })

  await threads.switchTo('a')
  expect(threads.mainId).toBe('a')
  await threads.switchTo('thread_1')

  expect(threads.mainId).toBe(first)
  expect(world.shown).toEqual(['a', first])
})

test('keeps an empty new thread, and begins another when it holds something', async () => {
  const world = await loadThreads(['a'])
  const { threads } = world
  const first = threads.mainId
  await threads.switchToNew()
  expect(threads.mainId).toBe(first)
  await threads.switchTo('a')
  await threads.switchToNew()
  expect(threads.mainId).toBe(first)

  world.used.add(first)
  await threads.switchToNew()

  expect(threads.mainId).not.toBe(first)
  expect(threads.find(first)?.status).toBe('regular')
  expect(threads.state.regular).toEqual([first, 'a'])
})

test('an archived thread comes back before it is shown (4.9)', async () => {
  const world = await loadThreads(['a'], ['b'])
  const { threads } = world
  const before = threads.mainId
  const switching = threads.switchTo('b')
  await settle()
  expect(threads.mainId).toBe(before)

  await world.next('unarchive').answer()
  await switching

  expect(threads.mainId).toBe('b')
  expect(threads.find('b')?.status).toBe('regular')
})

test('an archived thread that cannot come back is not shown, and stays archived (4.9)', async () => {
  const world = await loadThreads(['a'], ['b'])
  const { threads } = world
  const before = threads.mainId
  const switching = failure(threads.switchTo('b'))
  await settle()

  await world.next('unarchive').refuse()

  expect(await switching).toMatchObject({ message: 'Refused.' })
  expect(threads.mainId).toBe(before)
  expect(world.names('archived')).toEqual(['B'])
  expect(world.shown).toEqual([])
})

test('a shown thread that was archived elsewhere is left when it cannot come back', async () => {
  const world = await loadThreads(['a'], ['b'], {
    main: { id: 'b', remoteId: 'b', status: 'regular', isRunning: false },
  })
  const { threads } = world
  expect(threads.find(threads.mainId)).toMatchObject({ id: 'b', status: 'archived' })
  const failing = failure(threads.unarchive('b'))
  await settle()

  await world.next('unarchive').refuse()
  await failing

  expect(threads.find(threads.mainId)).toMatchObject({ status: 'new' })
})

test.each(['archive', 'delete'] as const)(
  'the main thread is left for a new one before it is %sd (4.10)',
  async (name) => {
    const world = await loadThreads(['a', 'b'])
    const { threads } = world
    await threads.switchTo('a')

    const acting = failure(threads[name]('a'))
    await settle()

    const main = threads.find(threads.mainId)
    expect(main?.status).toBe('new')
    expect(world.shown).toEqual(['a', main?.id])
    await world.next(name).refuse()
    expect(await acting).toMatchObject({ message: 'Refused.' })
    // The former state is back; the person stays in their present thread.
    expect(world.names('regular')).toEqual(['A', 'B'])
    expect(threads.mainId).toBe(main?.id)
    expect(world.detached).toEqual([])
  },
)

test('leaves what is shown only, and never the new thread (8.11)', async () => {
  const world = await loadThreads(['a', 'b'])
  const { threads } = world
  expect(await failure(threads.ensureNotMain(threads.mainId))).toMatchObject({
    code: 'conflict',
    message: 'Cannot ensure new thread is not main',
  })
  await threads.switchTo('a')
  await threads.ensureNotMain('b')
  expect(threads.mainId).toBe('a')

  await threads.ensureNotMain('a')

  expect(threads.find(threads.mainId)?.status).toBe('new')
})

test('detaches a thread without a call (5.12)', async () => {
  const world = await loadThreads(['a'])
  await world.threads.switchTo('a')

  await world.threads.detach('a')

  expect(world.detached).toEqual(['a'])
  expect(world.names('regular')).toEqual(['A'])
  expect(world.threads.find(world.threads.mainId)?.status).toBe('new')
})

test('a thread that is deleted while it comes back is not shown (8.10)', async () => {
  const world = await loadThreads(['a'], ['b'])
  const { threads } = world
  const before = threads.mainId
  const switching = failure(threads.switchTo('b'))
  await settle()
  const deleting = threads.delete('b')
  await settle()

  await world.next('unarchive').answer()
  expect(await switching).toMatchObject({ code: 'not_found', message: DELETED })
  await world.next('delete').answer()
  await deleting

  expect(threads.mainId).toBe(before)
  expect(world.shown).toEqual([])
  expect(threads.find('b')).toBeUndefined()
})

test('the last choice wins, however long an earlier one takes', async () => {
  const world = await loadThreads(['a'], ['b'])
  const { threads } = world
  const slow = threads.switchTo('b')
  await settle()

  await threads.switchTo('a')
  await world.next('unarchive').answer()
  await slow

  expect(threads.mainId).toBe('a')
  expect(world.shown).toEqual(['a'])
  expect(world.names('regular')).toEqual(['B', 'A'])
})

test('a thread that cannot be shown leaves the one before', async () => {
  const world = await loadThreads(['a'])
  const before = world.threads.mainId
  world.showing = () => Promise.reject(new Error('No engine.'))

  await expect(world.threads.switchTo('a')).rejects.toThrow('No engine.')

  expect(world.threads.mainId).toBe(before)
})

test('asks for a thread that no list has, and says when there is none (8.6)', async () => {
  const world = await loadThreads(['a'])
  const { threads } = world
  const switching = threads.switchTo('far')
  await settle()
  await world.next('fetch').answer(item('far'))
  await switching
  expect(threads.mainId).toBe('far')
  expect(world.names('regular')).toEqual(['A'])

  const lost = failure(threads.switchTo('lost'))
  await settle()
  await world.next('fetch').refuse(new Error('404'))
  expect(await lost).toMatchObject({ message: '404' })

  const blind = await loadThreads(['a'], [], { without: ['fetch'] })
  expect(await failure(blind.threads.switchTo('far'))).toMatchObject({
    code: 'not_found',
    message: 'Thread not found',
  })
})

test('a thread that is being deleted, or is deleted, is not found again', async () => {
  const world = await loadThreads(['a'])
  const { threads } = world
  const deleting = threads.delete('a')
  await settle()
  const during = failure(threads.switchTo('a'))
  await settle()
  await world.next('fetch').answer(item('a'))
  expect(await during).toMatchObject({ message: 'Thread not found' })

  await world.next('delete').answer()
  await deleting
  expect(await failure(threads.switchTo('a'))).toMatchObject({ message: 'Thread not found' })
  expect(world.waiting('fetch')).toEqual([])
  expect(threads.find('a')).toBeUndefined()
})

test.each([
  ['switchToThread', 'switching to thread', ({ switchTo }) => switchTo('a')],
  ['switchToNewThread', 'switching to new thread', ({ switchToNew }) => switchToNew()],
  ['rename', 'renaming', (threads) => threads.rename('a', 'x')],
  ['archive', 'archiving', (threads) => threads.archive('a')],
  ['unarchive', 'unarchiving', (threads) => threads.unarchive('b')],
  ['delete', 'deleting', (threads) => threads.delete('a')],
] as readonly [keyof ThreadOperations, string, (threads: ThreadList) => Promise<void>][])(
  'a list that lacks %s says so (8.39, 8.40, 8.41, 8.42)',
  async (name, words, act) => {
    const world = await loadThreads(['a'], ['b'], { without: [name] })

    expect(await failure(act(world.threads))).toMatchObject({
      code: 'unavailable',
      message: `External store adapter does not support ${words}`,
    })
    expect([world.names('regular').at(-1), world.names('archived')]).toEqual(['A', ['B']])
    // An adapter with the operation does not.
    const able = await loadThreads(['a'], ['b'])
    const acting = failure(act(able.threads))
    await settle()
    for (const call of able.waiting(name)) await call.answer()
    expect(await acting).toBeUndefined()
  },
)

test.each(['initialize', 'generateTitle'] as const)(
  'a list that lacks %s has not implemented it (8.39, 8.40, 8.41, 8.42)',
  async (name) => {
    const { threads } = await loadThreads(['a'], [], { without: [name] })

    const acting =
      name === 'initialize' ? threads.initialize(threads.mainId) : threads.generateTitle('a', [])

    expect(await failure(acting)).toMatchObject({ message: 'Method not implemented.' })
  },
)

test('a list that begins no threads has its one thread, under the default id (4.12)', async () => {
  const { threads } = createThreadsWorld({ without: ['switchToNewThread', 'list'] })

  expect(threads.mainId).toBe('DEFAULT_THREAD_ID')
  expect(threads.find('DEFAULT_THREAD_ID')).toMatchObject({ status: 'regular' })
  expect(threads.state).toMatchObject({ newId: null, regular: ['DEFAULT_THREAD_ID'] })
  await threads.load()
  expect(threads.status).toBe('ready')
  expect(threads.state.regular).toEqual(['DEFAULT_THREAD_ID'])
})

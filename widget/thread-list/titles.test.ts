// @vitest-environment node
import { expect, onTestFinished, test, vi } from 'vitest'
import { TITLE_MAX } from '../../shared/wire/threads.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { TITLE_MAX_MS } from './title-maker.ts'
import { failure, item, loadThreads, type ThreadsWorld } from './threads-world.test-support.ts'

const MESSAGES = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }]

/** A thread without a title, first in the list. */
async function loadUntitled(options: Parameters<typeof loadThreads>[2] = {}) {
  const world = await loadThreads([], [], options)
  const { threads } = world
  const made = threads.initialize(threads.mainId, async () => ({
    remoteId: 'a',
    externalId: undefined,
  }))
  await made
  return world
}

/** A title that arrives in pieces. */
function openTitle() {
  let controller: ReadableStreamDefaultController<string>
  const state = { isCancelled: false }
  const stream = new ReadableStream<string>({
    start: (given) => void (controller = given),
    cancel: () => void (state.isCancelled = true),
  })
  return {
    stream,
    state,
    async say(...pieces: readonly string[]) {
      for (const piece of pieces) controller.enqueue(piece)
      await settle()
    },
    async end() {
      controller.close()
      await settle()
    },
  }
}

async function generate(world: ThreadsWorld, id = 'a') {
  const done = failure(world.threads.generateTitle(id, MESSAGES))
  await settle()
  const title = openTitle()
  await world.waiting('generateTitle').at(-1)?.answer(title.stream)
  return { ...title, done }
}

const titleOf = (world: ThreadsWorld) => world.threads.find('a')?.title

test('a title shows as it comes, without a call to keep it (7.32)', async () => {
  const world = await loadUntitled()
  const title = await generate(world)
  expect(world.calls.at(-1)?.args.slice(0, 2)).toEqual(['a', MESSAGES])

  await title.say('Where ')
  expect(titleOf(world)).toBe('Where')
  await title.say('is it')
  expect(titleOf(world)).toBe('Where is it')
  await title.end()

  expect(await title.done).toBeUndefined()
  expect(world.waiting('rename')).toEqual([])
})

test.each([[[]], [['']], [['  ', '\n']]])('a title of %j is none', async (pieces) => {
  const world = await loadThreads(['a'])
  const title = await generate(world)

  await title.say(...pieces)
  await title.end()
  await title.done

  expect(titleOf(world)).toBe('A')
})

test('a title ends where titles end, however much follows', async () => {
  const world = await loadUntitled()
  const title = await generate(world)
  await title.say('x'.repeat(TITLE_MAX - 1))
  expect(title.state.isCancelled).toBe(false)

  await title.say('xx')
  await title.done

  expect(titleOf(world)).toHaveLength(TITLE_MAX)
  expect(title.state.isCancelled).toBe(true)
})

test('a title by hand wins: before, during and after one that is made', async () => {
  const world = await loadUntitled()
  const title = await generate(world)
  await title.say('Made')
  const renamed = world.threads.rename('a', 'Mine')
  await settle()
  await title.say(' up')
  expect(titleOf(world)).toBe('Mine')

  await world.next('rename').answer()
  await renamed
  await title.say(' more')
  expect(titleOf(world)).toBe('Mine')
  await title.end()
  const later = await generate(world)
  await later.say('Again')

  expect(titleOf(world)).toBe('Mine')
})

test('a title by hand that is refused leaves the made one, as far as it has come', async () => {
  const world = await loadUntitled()
  const title = await generate(world)
  await title.say('Made')
  const renamed = failure(world.threads.rename('a', 'Mine'))
  await settle()
  await title.say(' up')

  await world.next('rename').refuse()
  await renamed

  expect(titleOf(world)).toBe('Made up')
})

test('a title that is asked for again takes the place of the one that comes', async () => {
  const world = await loadUntitled()
  const first = await generate(world)
  await first.say('First')
  const second = await generate(world)

  await first.say(' goes on').catch(() => {})
  await second.say('Second')

  expect(titleOf(world)).toBe('Second')
  expect(first.state.isCancelled).toBe(true)
})

test('after the first answer the title of the server is taken, and none is asked for', async () => {
  const world = await loadUntitled()
  const naming = world.threads.nameOnce('a', MESSAGES)
  await settle()

  await world.next('fetch').answer(item('a', { title: 'By the server' }))
  await naming

  expect(titleOf(world)).toBe('By the server')
  expect(world.waiting('generateTitle')).toEqual([])
  await world.threads.nameOnce('a', MESSAGES)
  expect(world.calls.filter(({ name }) => name === 'fetch')).toHaveLength(1)
})

test('without one the title is asked for, once; after a failure again (7.37)', async () => {
  const world = await loadUntitled()
  const failing = failure(world.threads.nameOnce('a', MESSAGES))
  await settle()
  await world.next('fetch').answer(item('a', { title: undefined }))
  await world.next('generateTitle').refuse()
  expect(await failing).toMatchObject({ message: 'Refused.' })

  const naming = world.threads.nameOnce('a', MESSAGES)
  await settle()
  await world.next('fetch').answer(item('a', { title: undefined }))
  const title = openTitle()
  await world.next('generateTitle').answer(title.stream)
  await title.say('At last')
  await title.end()
  await naming

  expect(titleOf(world)).toBe('At last')
})

test('a list that can neither tell nor make titles is not asked', async () => {
  const world = await loadUntitled({ without: ['fetch', 'generateTitle'] })

  await world.threads.nameOnce('a', MESSAGES)

  expect(titleOf(world)).toBeUndefined()
})

test('a thread that is deleted while its title comes stays away', async () => {
  const world = await loadThreads(['a'])
  const title = await generate(world)
  const deleting = world.threads.delete('a')
  await settle()
  await world.next('delete').answer()
  await deleting

  await title.say('Late')

  expect(world.threads.find('a')).toBeUndefined()
})

test('a title whose stream hangs is given up, and its connection with it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const title = await generate(await loadUntitled())
  await title.say('Hal')

  await vi.advanceTimersByTimeAsync(TITLE_MAX_MS - 1)
  expect(title.state.isCancelled).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await title.done

  expect(title.state.isCancelled).toBe(true)
})

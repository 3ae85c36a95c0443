// @vitest-environment node
import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import type { MessagePage, StoredMessage } from '../api/message-calls.ts'
import { FINISH, start, words } from './fake-cloud.test-support.ts'
import { createSessionWorld, type SessionWorld } from './session.test-support.ts'
import { IDLE_PAGE_DELAY_MS, IDLE_PAGES_MAX } from './thread-history.ts'

const row = (
  id: string,
  parentId: string | null,
  externalId: string | null = null,
): StoredMessage => ({
  id,
  externalId,
  parentId,
  createdAt: '2026-11-21T00:00:00.000Z',
  format: 'aui/v0',
  content: { role: 'user', content: [{ type: 'text', text: id }], metadata: {} },
})
const page = (rows: readonly StoredMessage[], next: string | null = null): MessagePage => ({
  rows,
  unreadable: [],
  next,
})
const createStored = () => createSessionWorld({ threadId: 'thread_1', isNew: false })

/** Stores a chain `m1` … `m<count>`, in pages of `size`. */
function store({ cloud }: SessionWorld, count: number, size: number) {
  let after: string | null = null
  for (let last = count; last > 0; last -= size) {
    const rows = Array.from({ length: Math.min(size, last) }, (_, index) =>
      row(`m${last - index}`, last - index === 1 ? null : `m${last - index - 1}`),
    )
    const next = last > size ? `m${last - size + 1}` : null
    cloud.pages.set(after, page(rows, next))
    after = next
  }
}

test('loads a stored thread, and only then sends (4.50)', async () => {
  const world = createStored()
  world.cloud.pages.set(null, page([row('msg_1', null)]))
  expect(world.history).toBe('idle')
  expect(world.session.send({ text: 'Early' })).toBe(false)
  const loading = world.session.load()
  expect(world.history).toBe('loading')
  expect(world.session.send({ text: 'Early' })).toBe(false)

  await loading

  expect(world.history).toBe('ready')
  expect(world.older).toBe('none')
  expect(world.lines).toEqual(['user: msg_1'])
  expect(world.session.send({ text: 'Now' })).toBe(true)
  expect(world.cloud.chats[0]?.body.messages[0]?.id).toBe('msg_1')
})

test('shows the newest page, and asks for no other before it is idle', async () => {
  const world = createStored()
  store(world, 10, 4)

  await world.session.load()

  expect(world.cloud.asked).toEqual([null])
  expect(world.history).toBe('ready')
  expect(world.older).toBe('more')
  expect(world.lines).toEqual(['user: m7', 'user: m8', 'user: m9', 'user: m10'])
  await world.clock.advance(IDLE_PAGE_DELAY_MS - 1)
  expect(world.cloud.asked).toHaveLength(1)
  await world.clock.advance(1)
  expect(world.lines).toHaveLength(8)
})

test('loads older pages one by one when it is idle, until the first message is there', async () => {
  const world = createStored()
  store(world, 10, 4)
  await world.session.load()

  await world.clock.advance(IDLE_PAGE_DELAY_MS * 10)

  expect(world.cloud.asked).toEqual([null, 'm7', 'm3'])
  expect(world.lines).toHaveLength(10)
  expect(world.lines[0]).toBe('user: m1')
  expect(world.older).toBe('none')
  expect(world.clock.timers).toBe(0)
})

test('loads the older page at once when somebody scrolls there, once for two asks', async () => {
  const world = createStored()
  store(world, 10, 4)
  await world.session.load()

  const asked = [world.session.loadOlder(), world.session.loadOlder()]
  expect(world.older).toBe('loading')
  await Promise.all(asked)

  expect(world.cloud.asked).toEqual([null, 'm7'])
  expect(world.older).toBe('more')
})

test.each([IDLE_PAGES_MAX, IDLE_PAGES_MAX + 1])(
  'of %i pages so many come by themselves',
  async (count) => {
    const world = createStored()
    store(world, count, 1)
    await world.session.load()

    await world.clock.advance(IDLE_PAGE_DELAY_MS * (count + 5))

    expect(world.cloud.asked).toHaveLength(IDLE_PAGES_MAX)
    expect(world.older).toBe(count === IDLE_PAGES_MAX ? 'none' : 'more')
    await world.session.loadOlder()
    expect(world.lines).toHaveLength(count)
  },
)

test('ends at a page that brings nothing new', async () => {
  const world = createStored()
  world.cloud.pages.set(null, page([row('a', null)], 'a'))
  world.cloud.pages.set('a', page([row('a', null)], 'a'))
  await world.session.load()

  await world.clock.advance(IDLE_PAGE_DELAY_MS * 5)

  expect(world.cloud.asked).toEqual([null, 'a'])
  expect(world.older).toBe('none')
})

test('says that an older page did not come, and loads it when it is asked for again', async () => {
  const world = createStored()
  store(world, 8, 4)
  const older = world.cloud.pages.get('m5')
  world.cloud.pages.set('m5', new AlcoveError('unavailable', 'No.'))
  await world.session.load()
  await world.clock.advance(IDLE_PAGE_DELAY_MS)
  expect(world.older).toBe('failed')
  expect(world.history).toBe('ready')
  expect(world.failures).toMatchObject([{ during: 'history', error: { code: 'unavailable' } }])
  await world.clock.advance(IDLE_PAGE_DELAY_MS * 10)
  expect(world.cloud.asked).toHaveLength(2)

  if (older) world.cloud.pages.set('m5', older)
  await world.session.loadOlder()

  expect(world.older).toBe('none')
  expect(world.lines).toHaveLength(8)
})

test('waits with older pages until the answer is there', async () => {
  const world = createStored()
  store(world, 8, 4)
  await world.session.load()
  world.session.send({ text: 'Now' })
  await world.clock.advance(IDLE_PAGE_DELAY_MS * 4)
  expect(world.cloud.asked).toHaveLength(1)

  await world.cloud.chats[0]?.send(start('msg_a', 'msg_u', 'thread_1'), ...words('Yes'), FINISH)
  await world.clock.advance(IDLE_PAGE_DELAY_MS * 2)

  expect(world.lines).toHaveLength(10)
  expect(world.lines.slice(-2)).toEqual(['user: Now', 'assistant: Yes'])
})

test('a page that comes during a run goes above it, and the run goes on', async () => {
  const world = createStored()
  store(world, 8, 4)
  await world.session.load()
  world.session.send({ text: 'Now' })
  await world.cloud.chats[0]?.send(start('msg_a', 'msg_u', 'thread_1'), ...words('Ye'))
  await world.session.loadOlder()
  await world.cloud.chats[0]?.send({ type: 'text-delta', id: 't1', delta: 's' }, FINISH)
  await world.settle()

  expect(world.lines).toHaveLength(10)
  expect(world.lines.slice(-2)).toEqual(['user: Now', 'assistant: Yes'])
})

test('an edit of the first loaded message goes beside it, below the row that is not loaded', async () => {
  const world = createStored()
  store(world, 8, 4)
  await world.session.load()

  world.session.edit('m5', { text: 'Other' })

  expect(world.cloud.chats[0]?.body.messages.map(({ id }) => id)).toEqual(['m4', world.path[0]?.id])
  await world.cloud.chats[0]?.send(start('msg_a', 'msg_u', 'thread_1'), ...words('Yes'), FINISH)
  await world.settle()
  await world.session.loadOlder()
  expect(world.lines).toEqual([
    'user: m1',
    'user: m2',
    'user: m3',
    'user: m4',
    'user: Other',
    'assistant: Yes',
  ])
  expect(world.branches).toEqual({ Other: '2/2' })
})

test('loading again during a run changes nothing', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Now' })

  await world.session.load()

  expect(world.cloud.asked).toEqual([])
  expect(world.lines).toEqual(['user: Now', 'assistant: '])
})

test('a page that was asked for before everything was loaded again is let go', async () => {
  const world = createStored()
  store(world, 8, 4)
  await world.session.load()
  const gate = Promise.withResolvers<void>()
  world.cloud.pageGate = gate.promise
  const late = world.session.loadOlder()
  world.cloud.pageGate = null
  await world.session.load()
  gate.resolve()
  await late
  await settle()

  expect(world.lines).toHaveLength(4)
  expect(world.older).toBe('more')
})

test('says that the history did not load, sends nothing, and loads it when asked again (8.48, R29)', async () => {
  const world = createStored()
  world.cloud.pages.set(null, new AlcoveError('unavailable', 'No.'))
  await world.session.load()
  expect(world.history).toBe('failed')
  expect(world.failures).toMatchObject([{ during: 'history', error: { code: 'unavailable' } }])
  expect(world.session.send({ text: 'Lost?' })).toBe(false)

  world.cloud.pages.set(null, page([row('msg_1', null)]))
  await world.session.load()

  expect(world.history).toBe('ready')
  expect(world.lines).toEqual(['user: msg_1'])
})

test('whoever loads while it loads waits for the same page', async () => {
  const world = createStored()
  world.cloud.pages.set(null, page([row('msg_1', null)]))
  const gate = Promise.withResolvers<void>()
  world.cloud.pageGate = gate.promise
  void world.session.load()
  const states: string[] = []
  const second = world.session.load().then(() => states.push(world.history))
  await world.settle()
  expect(states).toEqual([])

  gate.resolve()
  await second

  expect(states).toEqual(['ready'])
  expect(world.cloud.asked).toEqual([null])
})

test('a thread that is shown stays open when it does not load again, and says so', async () => {
  const world = createStored()
  world.cloud.pages.set(null, page([row('msg_1', null)]))
  await world.session.load()
  world.cloud.pages.set(null, new AlcoveError('unavailable', 'No.'))

  await world.session.load()

  expect(world.history).toBe('ready')
  expect(world.failures).toMatchObject([{ during: 'history', error: { code: 'unavailable' } }])
  expect(world.session.send({ text: 'On' })).toBe(true)
})

test('what was not sent is never gone from the screen while the thread is shown anew', async () => {
  const world = createSessionWorld()
  for (const text of ['One', 'Two']) {
    world.session.send({ text })
    await world.cloud.chats.at(-1)?.refuse(new AlcoveError('offline', 'No.'))
  }
  const ids = world.path.map(({ id }) => id)
  const rows = [row('msg_1', null)]
  world.cloud.pages.set(null, page(rows))
  const seen = world.changes.length

  await world.session.load()

  const changes = world.changes.slice(seen)
  expect(changes.filter(({ type }) => type === 'message-removed')).toEqual([])
  expect(changes.flatMap((change) => (change.type === 'path' ? [change.ids] : []))).toEqual([
    ['msg_1', ...ids],
  ])
  expect([...world.unsent]).toEqual(ids)
})

test('keeps unsent messages and the ids on the screen when it loads again (7.47)', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Kept' })
  const [kept] = world.path
  await world.cloud.chats[0]?.refuse(new AlcoveError('offline', 'No.'))
  world.session.send({ text: 'Arrived' })
  const arrived = world.path[1]
  await world.cloud.chats[1]?.refuse(new AlcoveError('offline', 'No.'))
  world.cloud.pages.set(null, page([row('msg_1', null, arrived?.id ?? null)]))

  await world.session.load()

  expect(world.path.map(({ id }) => id)).toEqual([arrived?.id, kept?.id])
  expect([...world.unsent]).toEqual([kept?.id])
})

test('reads as much of 5,000 messages as of 400 until the thread is usable (R28)', async () => {
  const small = createStored()
  store(small, 400, 200)
  const large = createStored()
  store(large, 5_000, 200)

  for (const world of [small, large]) await world.session.load()

  for (const world of [small, large]) {
    expect(world.cloud.asked).toHaveLength(1)
    expect(world.path).toHaveLength(200)
    expect(world.changes.filter(({ type }) => type === 'message')).toHaveLength(200)
    expect(world.changes.filter(({ type }) => type === 'path')).toHaveLength(1)
  }
})

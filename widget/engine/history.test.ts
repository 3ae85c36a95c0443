// @vitest-environment node
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import { createMessageTree } from '../../shared/thread/message-tree.ts'
import { messageText } from '../../shared/thread/message.ts'
import type { MessagePage, StoredMessage } from '../cloud/cloud.ts'
import { createFakeCloud } from './fake-cloud.test-support.ts'
import { buildTree, HISTORY_PAGES_MAX, loadHistory } from './history.ts'
import { createSessionWorld } from './session.test-support.ts'

const signal = new AbortController().signal
const row = (
  id: string,
  parentId: string | null,
  more: Partial<StoredMessage> = {},
): StoredMessage => ({
  id,
  externalId: null,
  parentId,
  createdAt: '2026-11-21T00:00:00.000Z',
  format: 'aui/v0',
  content: { role: 'user', content: [{ type: 'text', text: id }], metadata: {} },
  ...more,
})
const page = (rows: readonly StoredMessage[], next: string | null = null): MessagePage => ({
  rows,
  unreadable: [],
  next,
})
const shownOf = (rows: readonly StoredMessage[], skipped = new Map<string, string | null>()) =>
  createMessageTree(buildTree({ rows, skipped }, ({ id }) => id))
    .path()
    .map(messageText)

test('reads page behind page, oldest first in the end, each row once', async () => {
  const cloud = createFakeCloud()
  cloud.pages.set(null, page([row('d', 'c'), row('c', 'b')], 'c'))
  cloud.pages.set('c', page([row('c', 'b'), row('b', 'a')], 'b'))
  cloud.pages.set('b', page([row('a', null)]))

  const { rows } = await loadHistory(cloud, 'thread_1', signal)

  expect(cloud.asked).toEqual([null, 'c', 'b'])
  expect(rows.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
})

test('ends at a page that brings nothing new', async () => {
  const cloud = createFakeCloud()
  cloud.pages.set(null, page([row('a', null)], 'a'))
  cloud.pages.set('a', page([row('a', null)], 'a'))

  await loadHistory(cloud, 'thread_1', signal)

  expect(cloud.asked).toEqual([null, 'a'])
})

test('ends after so many pages', async () => {
  const cloud = createFakeCloud()
  let count = 0
  cloud.messages = () => {
    count += 1
    return Promise.resolve(page([row(`m${count}`, null)], `m${count}`))
  }

  expect((await loadHistory(cloud, 'thread_1', signal)).rows).toHaveLength(HISTORY_PAGES_MAX)
  expect(count).toBe(HISTORY_PAGES_MAX)
})

test('shows the path to the newest row, past branches', () => {
  const rows = [row('a', null), row('b', 'a'), row('b2', 'a'), row('c', 'b2')]

  expect(shownOf(rows)).toEqual(['a', 'b2', 'c'])
})

test('bridges rows that cannot be read', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const bad = row('b', 'a', { content: { role: 'robot' } })

  expect(shownOf([row('a', null), bad, row('c', 'b')])).toEqual(['a', 'c'])
  expect(shownOf([row('a', null), row('c', 'x')], new Map([['x', 'a']]))).toEqual(['a', 'c'])
  expect(shownOf([row('a', null), row('f', 'a', { format: 'other/v1' }), row('c', 'f')])).toEqual([
    'a',
    'c',
  ])
  warn.mockRestore()
})

test('hangs a row with an unknown parent behind the row before it', () => {
  expect(shownOf([row('a', null), row('b', 'gone')])).toEqual(['a', 'b'])
})

test('survives any rows, whatever their parents and order', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  const anyRow = fc.record({ id, parentId: fc.option(id) })
  fc.assert(
    fc.property(
      fc.uniqueArray(anyRow, { selector: (value) => value.id }),
      fc.array(fc.tuple(id, fc.option(id))),
      (rows, skipped) => {
        const shown = shownOf(
          rows.map((value) => row(value.id, value.parentId)),
          new Map(skipped),
        )
        expect(shown.at(-1)).toBe(rows.at(-1)?.id)
        expect(new Set(shown).size).toBe(shown.length)
      },
    ),
  )
})

test('loads a stored thread, and only then sends', async () => {
  const world = createSessionWorld({ threadId: 'thread_1', isNew: false })
  world.cloud.pages.set(null, page([row('msg_1', null)]))
  expect(world.history).toBe('idle')
  expect(world.session.send({ text: 'Early' })).toBe(false)
  const loading = world.session.load()
  expect(world.history).toBe('loading')
  expect(world.session.send({ text: 'Early' })).toBe(false)

  await loading

  expect(world.history).toBe('ready')
  expect(world.lines).toEqual(['user: msg_1'])
  expect(world.session.send({ text: 'Now' })).toBe(true)
  expect(world.cloud.chats[0]?.body.messages[0]?.id).toBe('msg_1')
})

test('says that the history did not load, sends nothing, and loads it when asked again', async () => {
  const world = createSessionWorld({ threadId: 'thread_1', isNew: false })
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

test('keeps unsent messages and the ids on the screen when it loads again', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'Kept' })
  const [kept] = world.path
  await world.cloud.chats[0]?.refuse(new AlcoveError('offline', 'No.'))
  world.session.send({ text: 'Arrived' })
  const arrived = world.path[1]
  await world.cloud.chats[1]?.refuse(new AlcoveError('offline', 'No.'))
  world.cloud.pages.set(null, page([row('msg_1', null, { externalId: arrived?.id ?? null })]))

  await world.session.load()

  expect(world.path.map(({ id }) => id)).toEqual([arrived?.id, kept?.id])
  expect([...world.unsent]).toEqual([kept?.id])
})

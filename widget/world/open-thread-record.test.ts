// @vitest-environment node
import { expect, test } from 'vitest'
import type { KeyValueStorage } from '../../shared/key-value-storage.ts'
import { json } from '../api/fake-http.test-support.ts'
import { createFakeStorage, tokenFor } from '../api/fake-tokens.test-support.ts'
import { mainThreadAtom, newThreadAtom, switchThreadAtom } from '../thread-list/atoms/shown-list.ts'
import { depsOf, provideDepsAtom } from './chat-deps.ts'
import { createChatWorld, KNOWN_VISITOR } from './chat-world.test-support.ts'
import { createOpenThreadRecord, OPEN_THREAD_MAX_CHARACTERS } from './open-thread-record.ts'
import { setPanelAtom } from '../thread-list/atoms/opening.ts'
import { serveThreads } from './stored-threads.test-support.ts'
import { identifyAtom } from './identify.ts'

const BASE = 'https://chat.example'
const KEY = `alcove:open-thread:${BASE}`

/** Loads the frame in a tab with this storage; the threads are `a`, `b`, `c`. */
async function openTab(storage: KeyValueStorage, change: (id: string) => object = () => ({})) {
  const world = createChatWorld({ stored: KNOWN_VISITOR })
  const { store } = world
  const deps = depsOf(store.get)
  store.set(provideDepsAtom, { ...deps, openTabStorage: () => storage })
  const server = serveThreads(world)
  for (const id of ['a', 'b', 'c']) server.add(id, change(id))
  await store.set(identifyAtom, { mode: 'anonymous', epoch: 0 })
  await store.set(setPanelAtom, { isOpen: true, userGesture: false })
  return { ...world, world, store, server, main: () => store.get(mainThreadAtom).id }
}

test('a reload shows the thread that was open in this tab, by one call', async () => {
  const storage = createFakeStorage()
  const first = await openTab(storage)
  expect(first.main()).toBe('a')
  await first.store.set(switchThreadAtom, 'b')

  const second = await openTab(storage)

  expect(second.main()).toBe('b')
  expect(second.world.lines[0]).toBe('user: Question of b')
  expect(second.http.to('GET /threads')).toEqual([])
  // Another tab has its own record.
  expect((await openTab(createFakeStorage())).main()).toBe('a')
})

test('one that was archived or deleted meanwhile is not shown; the last one is', async () => {
  const storage = createFakeStorage({ [KEY]: 'b' })
  expect((await openTab(storage, (id) => ({ isArchived: id === 'b' }))).main()).toBe('a')

  storage.setItem(KEY, 'nowhere')
  const world = createChatWorld({ stored: KNOWN_VISITOR })
  world.routes.set('GET /threads/nowhere', () =>
    json(404, { error: 'not_found', message: 'Thread not found' }),
  )
  serveThreads(world).add('a')
  const deps = depsOf(world.store.get)
  world.store.set(provideDepsAtom, { ...deps, openTabStorage: () => storage })
  await world.store.set(identifyAtom, { mode: 'anonymous', epoch: 0 })
  await world.store.set(setPanelAtom, { isOpen: true, userGesture: false })
  expect(world.store.get(mainThreadAtom).id).toBe('a')
  expect(storage.getItem(KEY)).toBe('a')
})

test('forgets it with a new thread, and with another person', async () => {
  const storage = createFakeStorage()
  const { store, clock } = await openTab(storage)
  expect(storage.getItem(KEY)).toBe('a')
  await store.set(newThreadAtom)
  expect(storage.getItem(KEY)).toBeNull()

  await store.set(switchThreadAtom, 'b')
  expect(storage.getItem(KEY)).toBe('b')
  const identified = store.set(identifyAtom, {
    mode: 'token',
    epoch: 1,
    getToken: () => tokenFor(clock.now()),
  })
  await identified
  // The next person sees their own last thread.
  expect(storage.getItem(KEY)).toBe('a')
})

test('a storage that throws, or holds something else, is none', () => {
  const refuse = () => {
    throw new DOMException('No.', 'SecurityError')
  }
  const blocked = { getItem: refuse, setItem: refuse, removeItem: refuse }
  const record = createOpenThreadRecord(BASE, () => blocked)
  record.write('a')
  record.remove()
  expect(record.read()).toBeUndefined()
  expect(createOpenThreadRecord(BASE, undefined).read()).toBeUndefined()

  const storage = createFakeStorage({ [KEY]: 'x'.repeat(OPEN_THREAD_MAX_CHARACTERS) })
  const kept = createOpenThreadRecord(BASE, () => storage)
  expect(kept.read()).toHaveLength(OPEN_THREAD_MAX_CHARACTERS)
  kept.write('x'.repeat(OPEN_THREAD_MAX_CHARACTERS + 1))
  expect(kept.read()).toBeUndefined()
})

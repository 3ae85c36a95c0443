import { expect, test, vi } from 'vitest'
import type { JsonValue } from '../../shared/json.ts'
import { json, never } from '../api/fake-http.test-support.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { questionAtom } from '../thread-list/atoms/page-question.ts'
import { identityAtom } from '../world/identity.ts'
import { provideForgetAtom } from '../world/owner.ts'
import { createChatWorld, KNOWN_VISITOR } from '../world/chat-world.test-support.ts'
import { createFakeStorage } from '../api/fake-tokens.test-support.ts'
import { runPageCommand } from './page-commands.ts'
import { PAGE_TITLE_MAX_CHARACTERS } from './page-threads.ts'
import { identifyAtom } from '../world/identify.ts'

const row = (id: string, isArchived = false) => ({
  id,
  title: `secret of ${id}`,
  is_archived: isArchived,
  last_message_at: `2026-11-0${id.at(-1)}T10:00:00.000Z`,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-01T00:00:00.000Z',
  external_id: null,
  metadata: null,
  project_id: 'p',
  workspace_id: 'w',
})

async function createPage() {
  const storage = createFakeStorage(KNOWN_VISITOR)
  const world = createChatWorld({ storage })
  world.routes.set('GET /threads', ({ path }) => {
    const isArchived = path.includes('is_archived=true')
    const threads = isArchived ? [row('thread_3', true)] : [row('thread_2'), row('thread_1')]
    return json(200, { threads })
  })
  for (const id of ['thread_1', 'thread_2', 'thread_3']) {
    world.routes.set(`PUT /threads/${id}`, () => json(200, {}))
    world.routes.set(`DELETE /threads/${id}`, () => json(200, {}))
  }
  await world.store.set(identifyAtom, { epoch: 1, mode: 'anonymous' })
  const run = (name: string, ...args: JsonValue[]) =>
    runPageCommand(world.store, { name, args }, new AbortController().signal)
  return { ...world, storage, run }
}

test('the list tells what a page can draw, and no title', async () => {
  const { run } = await createPage()

  const list = await run('threads.list')

  expect(list).toEqual({
    threads: ['thread_2', 'thread_1'].map((id) => ({
      id,
      isArchived: false,
      lastMessageAt: row(id).last_message_at,
      isRunning: false,
      isUnread: false,
    })),
    hasMore: false,
  })
  expect(await run('threads.list', { archived: true })).toMatchObject({
    threads: [{ id: 'thread_3', isArchived: true }],
  })
})

test('a conversation is renamed, archived and taken back at the server', async () => {
  const { run, http } = await createPage()

  await run('threads.rename', 'thread_1', ' Order 7 ')
  await run('threads.archive', 'thread_1')
  await run('threads.unarchive', 'thread_3')

  expect(http.to('PUT /threads/thread_1').map(({ body }) => body)).toEqual([
    { title: 'Order 7' },
    { is_archived: true },
  ])
  expect(http.to('PUT /threads/thread_3').map(({ body }) => body)).toEqual([{ is_archived: false }])
})

test('a conversation is deleted when the person says so, and only then', async () => {
  const { run, http, store } = await createPage()

  const declined = run('threads.delete', 'thread_1')
  await settle()
  store.get(questionAtom)?.answer(false)
  await expect(declined).resolves.toBe(false)
  expect(http.to('DELETE /threads/thread_1')).toEqual([])

  const replaced = run('threads.delete', 'thread_1')
  await settle()
  const allowed = run('threads.delete', 'thread_2')
  await expect(replaced).resolves.toBe(false)
  await settle()
  store.get(questionAtom)?.answer(true)
  await expect(allowed).resolves.toBe(true)

  expect(http.to('DELETE /threads/thread_1')).toEqual([])
  expect(http.to('DELETE /threads/thread_2')).toHaveLength(1)
  expect(store.get(questionAtom)).toBeNull()
})

test('a question closes when its person leaves, and when its caller leaves', async () => {
  const { run, store, http } = await createPage()
  const asked = run('threads.delete', 'thread_1')
  await settle()
  void store.set(identifyAtom, { epoch: 2, mode: 'token', getToken: () => null }).catch(() => {})

  await expect(asked).rejects.toMatchObject({ code: 'destroyed' })
  expect(store.get(questionAtom)).toBeNull()
  expect(http.to('DELETE /threads/thread_1')).toEqual([])
})

test.each<[string, readonly JsonValue[], string, string]>([
  ['threads.rename', ['thread_1', ''], 'invalid_request', 'a title of 1 to 255 characters'],
  ['threads.rename', ['thread_1', 'x'.repeat(256)], 'invalid_request', 'a title of 1 to 255'],
  ['threads.rename', ['', 'Title'], 'invalid_request', 'expected the id of a conversation'],
  ['threads.archive', ['thread_9'], 'not_found', 'no such conversation is in the list'],
  ['threads.delete', [null], 'invalid_request', 'expected the id of a conversation'],
  ['showView', ['home'], 'invalid_request', 'expected thread or history'],
])('%s %# is refused in words', async (name, args, code, message) => {
  const { run } = await createPage()

  await expect(run(name, ...args)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message),
  })
  await run('threads.rename', 'thread_1', 'x'.repeat(PAGE_TITLE_MAX_CHARACTERS))
})

test.each([
  [true, KNOWN_VISITOR],
  [false, {}],
])('a visitor who is signed out (kept: %j) is unknown here', async (keepAnonymous, kept) => {
  const { run, store, storage, http, routes } = await createPage()
  routes.set('POST /auth/tokens/revoke', never)
  const forget = vi.fn<() => Promise<void>>(() => Promise.resolve())
  store.set(provideForgetAtom, forget)
  await run('threads.list')

  // A call for an earlier or later user does not sign out.
  await run('signOut', { keepAnonymous }, 0)
  expect(store.get(identityAtom)).not.toBeNull()
  await run('signOut', { keepAnonymous }, 1)

  expect(store.get(identityAtom)).toBeNull()
  const [key] = Object.keys(KNOWN_VISITOR)
  expect(storage.getItem(key!) === null).toBe(Object.keys(kept).length === 0)
  // The command waits until the device's data are removed.
  expect(forget).toHaveBeenCalledTimes(keepAnonymous ? 0 : 1)
  // The server is notified, but not awaited.
  expect(http.to('POST /auth/tokens/revoke')).toHaveLength(keepAnonymous ? 0 : 1)
})

// @vitest-environment node
import { expect, test } from 'vitest'
import { json } from './fake-http.test-support.ts'
import { createFakeRequests } from './fake-requests.test-support.ts'
import { getThread, listThreads } from './list-threads.ts'
import { claimThreads, createThread, deleteThread, updateThread } from './thread-calls.ts'

const row = (id: string, more: object = {}) => ({ id, title: null, is_archived: false, ...more })
const LAST = '2026-11-21T00:00:00.000Z'

test.each([
  [{}, '/threads'],
  [{ isArchived: false, after: null }, '/threads'],
  [
    { isArchived: true, limit: 5, after: 'thread_1' },
    '/threads?is_archived=true&limit=5&after=thread_1',
  ],
  [
    { after: 'thread_1', afterTime: '2026-11-21T00:00:00.000Z' },
    '/threads?after=thread_1&after_time=2026-11-21T00%3A00%3A00.000Z',
  ],
])('asks for %j by %s', async (query, path) => {
  const { http, requests, signal } = createFakeRequests(() => json(200, { threads: [] }))

  await listThreads(requests, query, signal)

  expect(http.sent[0]?.path).toBe(path)
})

test('leaves out rows that it cannot read and goes on behind the last one', async () => {
  const threads = [
    row('a', { external_id: 'x', extra: 1 }),
    { title: 'no id' },
    'no row',
    { id: 'd', title: 7 },
  ]
  const { requests, signal } = createFakeRequests(() => json(200, { threads }))

  const page = await listThreads(requests, { limit: 4 }, signal)

  expect(page.threads).toEqual([
    {
      id: 'a',
      title: null,
      isArchived: false,
      externalId: 'x',
      lastMessageAt: null,
      lastText: null,
      metadata: null,
      isRunning: false,
    },
  ])
  expect(page.next).toBe('d')
  expect((await listThreads(requests, { limit: 5 }, signal)).next).toBeNull()
})

test('refuses a malformed list and a malformed thread', async () => {
  const { requests, signal } = createFakeRequests(() => json(200, { items: [] }))

  await expect(listThreads(requests, {}, signal)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(getThread(requests, 'a', signal)).rejects.toMatchObject({ code: 'unavailable' })
})

test('names the calls as the contract does (7.35, 7.36)', async () => {
  const { http, requests, signal } = createFakeRequests(({ method, path }) => {
    if (path === '/threads/claim') return json(200, { moved: 2 })
    return json(200, method === 'POST' ? { thread_id: 'thread_1' } : { thread: row('a/b') })
  })

  expect((await getThread(requests, 'a/b', signal)).id).toBe('a/b')
  expect(await createThread(requests, { last_message_at: LAST }, signal)).toBe('thread_1')
  await updateThread(requests, 'a/b', { title: 'T' }, signal)
  await deleteThread(requests, 'a/b', signal)
  expect(await claimThreads(requests, 'rt_1', signal)).toBe(2)

  expect(http.sent.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', '/threads/a%2Fb', undefined],
    ['POST', '/threads', { last_message_at: LAST }],
    ['PUT', '/threads/a%2Fb', { title: 'T' }],
    ['DELETE', '/threads/a%2Fb', undefined],
    ['POST', '/threads/claim', { refresh_token: 'rt_1' }],
  ])
})

test('makes a thread again only where the server would find it again', async () => {
  const { clock, http, requests, signal } = createFakeRequests(() => json(503, {}))
  const body = { last_message_at: LAST, external_id: 'own-1' }
  const settled = Promise.allSettled([createThread(requests, body, signal)])
  await clock.advance(60_000)
  await settled
  expect(http.sent).toHaveLength(1)

  const again = Promise.allSettled([createThread(requests, { ...body, upsert: true }, signal)])
  await clock.advance(60_000)
  await again
  expect(http.sent).toHaveLength(4)
})

// @vitest-environment node
import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import { json } from './fake-http.test-support.ts'
import { createFakeRequests } from './fake-requests.test-support.ts'
import {
  claimThreads,
  createThread,
  deleteThread,
  getThread,
  listThreads,
  updateThread,
} from './thread-calls.ts'
import { createThreadOperations } from './thread-operations.ts'

const row = (id: string, more: object = {}) => ({ id, title: null, is_archived: false, ...more })
const LAST = '2026-11-21T00:00:00.000Z'

test.each([
  [{}, '/threads'],
  [{ isArchived: false, after: null }, '/threads'],
  [
    { isArchived: true, limit: 5, after: 'thread_1' },
    '/threads?is_archived=true&limit=5&after=thread_1',
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
      metadata: null,
    },
  ])
  expect(page.next).toBe('d')
  expect((await listThreads(requests, { limit: 5 }, signal)).next).toBeNull()
})

test('refuses an answer that is no list and a thread that is none', async () => {
  const { requests, signal } = createFakeRequests(() => json(200, { items: [] }))

  await expect(listThreads(requests, {}, signal)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(getThread(requests, 'a', signal)).rejects.toMatchObject({ code: 'unavailable' })
})

test('names the calls as the contract does', async () => {
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

test('lists both kinds, a thread that moved in between once', async () => {
  const { clock, requests, signal } = createFakeRequests(({ path }) =>
    path.includes('is_archived=true')
      ? json(200, {
          threads: [row('b', { is_archived: true }), row('c', { is_archived: true, title: 'C' })],
        })
      : json(200, { threads: [row('a', { external_id: 'x' }), row('b')] }),
  )

  expect(await createThreadOperations(requests, clock).list(signal)).toEqual([
    { remoteId: 'a', externalId: 'x', status: 'regular', title: undefined },
    { remoteId: 'b', externalId: undefined, status: 'regular', title: undefined },
    { remoteId: 'c', externalId: undefined, status: 'archived', title: 'C' },
  ])
})

test('lists nothing for nobody, and says when listing failed', async () => {
  const nobody = createFakeRequests(() => json(200, {}), { token: () => Promise.resolve(null) })
  const { clock, requests, signal } = nobody
  expect(await createThreadOperations(requests, clock).list(signal)).toEqual([])
  expect(nobody.http.sent).toEqual([])

  const broken = createFakeRequests(() => json(403, {}))
  const failed = createThreadOperations(broken.requests, broken.clock).list(signal)
  await expect(failed).rejects.toBeInstanceOf(AlcoveError)
})

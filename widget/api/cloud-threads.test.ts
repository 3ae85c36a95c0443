// @vitest-environment node
import { expect, test } from 'vitest'
import { createThreadOperations, DELETED_PAGES_MAX, LIST_PAGE } from './cloud-threads.ts'
import { json, type Answer, type SentRequest } from './fake-http.test-support.ts'
import { createFakeRequests } from './fake-requests.test-support.ts'

const AT = '2026-11-21T00:00:00.000Z'
const FIRST = { status: 'regular', after: null } as const
const row = (id: string, more: object = {}) => ({
  id,
  title: null,
  is_archived: false,
  last_message_at: AT,
  ...more,
})

function createOperations(
  answer: (request: SentRequest) => Answer,
  auth?: Parameters<typeof createFakeRequests>[1],
) {
  const world = createFakeRequests(answer, auth)
  return { ...world, threads: createThreadOperations(world.requests, world.clock) }
}

test('lists a kind, and knows which thread runs (7.33)', async () => {
  const { http, threads, signal } = createOperations(() =>
    json(200, {
      threads: [
        row('a', { external_id: 'x', is_running: true, title: 'Hats' }),
        row('b', { title: '', is_archived: true }),
      ],
    }),
  )

  expect(await threads.list({ status: 'archived', after: null }, signal)).toEqual({
    items: [
      {
        remoteId: 'a',
        externalId: 'x',
        status: 'regular',
        title: 'Hats',
        lastMessageAt: AT,
        isRunning: true,
      },
      {
        remoteId: 'b',
        externalId: undefined,
        status: 'archived',
        title: undefined,
        lastMessageAt: AT,
        isRunning: false,
      },
    ],
    next: null,
  })
  expect(http.sent[0]?.path).toBe(`/threads?is_archived=true&limit=${LIST_PAGE}`)
})

test('goes on where a page ended, also behind a row that could not be read', async () => {
  const rows = Array.from({ length: LIST_PAGE }, (_, index) => row(`t${index}`))
  const { http, threads, signal } = createOperations(({ path }) =>
    json(200, {
      threads: path.includes('after=') ? [...rows.slice(1), { id: 'odd', title: 7 }] : rows,
    }),
  )

  const { next } = await threads.list(FIRST, signal)
  expect(next).toEqual({ remoteId: `t${LIST_PAGE - 1}`, lastMessageAt: AT })
  const second = await threads.list({ status: 'regular', after: next }, signal)

  expect(http.sent[1]?.path).toContain(`&after=t${LIST_PAGE - 1}&after_time=`)
  expect(second.items).toHaveLength(LIST_PAGE - 1)
  expect(second.next).toEqual({ remoteId: 'odd', lastMessageAt: undefined })
})

test('lists and finds nothing for nobody, without a request, and says when listing failed', async () => {
  const nobody = createOperations(() => json(200, {}), { token: () => Promise.resolve(null) })
  expect(await nobody.threads.list(FIRST, nobody.signal)).toEqual({ items: [], next: null })
  expect(await nobody.threads.search('x', nobody.signal)).toEqual([])
  expect(nobody.http.sent).toEqual([])

  const broken = createOperations(() => json(403, {}))
  await expect(broken.threads.list(FIRST, broken.signal)).rejects.toMatchObject({
    code: 'auth_failed',
  })
  await expect(broken.threads.search('x', broken.signal)).rejects.toMatchObject({
    code: 'auth_failed',
  })
})

test('a thread that is gone already is deleted, and no other failure is one (4.2)', async () => {
  const gone = createOperations(() =>
    json(404, { error: 'not_found', message: 'Thread not found' }),
  )
  await gone.threads.delete('a', gone.signal)
  await expect(gone.threads.rename('a', 'T', gone.signal)).rejects.toMatchObject({
    code: 'not_found',
  })

  const broken = createOperations(() => json(403, {}))
  await expect(broken.threads.delete('a', broken.signal)).rejects.toMatchObject({
    code: 'auth_failed',
  })
})

test('finds threads with the place of the words, and leaves out what it cannot read', async () => {
  const match = { message_id: 'msg_1', text: 'an order', ranges: [[3, 8]] }
  const { http, threads, signal } = createOperations(() =>
    json(200, { threads: [row('a', { match }), row('b'), { match }] }),
  )

  expect(await threads.search('order & more', signal)).toMatchObject([
    { item: { remoteId: 'a' }, messageId: 'msg_1', text: 'an order', ranges: [[3, 8]] },
  ])
  expect(http.sent[0]?.path).toBe('/threads/search?query=order+%26+more')
})

test('says when a server of the contract cannot search', async () => {
  const { threads, signal } = createOperations(() => json(404, { error: 'Not Found' }))

  expect(await threads.search('x', signal)).toBeNull()
})

test('all of the caller’s is deleted by one call where the server has it', async () => {
  const { http, threads, signal } = createOperations(() => json(200, { threads: 3, runs: 1 }))

  await threads.deleteAll!(signal)

  expect(http.sent.map(({ method, path }) => [method, path])).toEqual([['DELETE', '/me']])
})

/** A server of the contract without a call that erases the caller. It may have any number of threads. */
function createSimpleServer(regular: number, archived: number, { pageLength = LIST_PAGE } = {}) {
  const rows = [
    ...Array.from({ length: regular }, (_, index) => row(`r${index}`)),
    ...Array.from({ length: archived }, (_, index) => row(`a${index}`, { is_archived: true })),
  ]
  const stored = new Map(rows.map((each) => [`/threads/${each.id}`, each]))
  const answer = ({ method, path }: SentRequest): Answer => {
    if (method === 'DELETE') {
      return stored.delete(path) ? json(200, {}) : json(404, { error: 'not_found' })
    }
    const isArchived = path.includes('is_archived=true')
    const kind = [...stored.values()].filter(({ is_archived: is }) => is === isArchived)
    return json(200, { threads: kind.slice(0, pageLength) })
  }
  return { answer, stored }
}

test('elsewhere each conversation is deleted, page by page, archived ones too', async () => {
  const { answer, stored } = createSimpleServer(LIST_PAGE + 1, 1)
  const { http, threads, signal } = createOperations((request) => {
    // Another tab has already deleted it.
    if (request.path === '/threads/r1') stored.delete(request.path)
    return answer(request)
  })

  await threads.deleteAll!(signal)

  expect([...stored.keys()]).toEqual([])
  const lists = http.sent.filter(({ method }) => method === 'GET').map(({ path }) => path)
  const regular = `/threads?limit=${LIST_PAGE}`
  const archived = `/threads?is_archived=true&limit=${LIST_PAGE}`
  expect(lists).toEqual([regular, regular, regular, archived, archived])
  expect(http.sent).toHaveLength(1 + lists.length + LIST_PAGE + 2)
})

test.each([
  ['the most pages of conversations are deleted', DELETED_PAGES_MAX - 1, 1, 'done'],
  ['of one page more the last one is left, and told', DELETED_PAGES_MAX, 1, 'unavailable'],
])('%s', async (_, regular, archived, outcome) => {
  const { answer, stored } = createSimpleServer(regular, archived, { pageLength: 1 })
  const { threads, signal } = createOperations(answer)

  const deleting = threads.deleteAll!(signal).then(() => 'done')

  expect(await deleting.catch(({ code }: { code: string }) => code)).toBe(outcome)
  expect(stored.size).toBe(regular + archived - DELETED_PAGES_MAX)
})

test('a server that keeps what is deleted comes to an end', async () => {
  const { http, threads, signal } = createOperations(({ method, path }) => {
    if (path === '/me') return json(404, { error: 'Not Found' })
    return method === 'GET' ? json(200, { threads: [row('a')] }) : json(200, {})
  })

  await expect(threads.deleteAll!(signal)).rejects.toMatchObject({ code: 'unavailable' })

  expect(http.sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1 + DELETED_PAGES_MAX)
})

test.each([
  ['the erasure', '/me', 1],
  ['the list', '/threads?limit=', 2],
  ['one conversation', '/threads/r0', 3],
])('what is wrong with %s is told, and nothing more is asked', async (_, failing, calls) => {
  const { answer, stored } = createSimpleServer(2, 1)
  const { http, threads, signal } = createOperations((request) =>
    request.path.startsWith(failing) ? json(403, {}) : answer(request),
  )

  await expect(threads.deleteAll!(signal)).rejects.toMatchObject({ code: 'auth_failed' })

  expect(http.sent).toHaveLength(calls)
  expect(stored.size).toBe(3)
})

test('nobody has anything to delete, and nothing is asked', async () => {
  const { http, threads, signal } = createOperations(() => json(200, {}), {
    token: () => Promise.resolve(null),
  })

  await threads.deleteAll!(signal)

  expect(http.sent).toEqual([])
})

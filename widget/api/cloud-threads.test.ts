// @vitest-environment node
import { expect, test } from 'vitest'
import { createThreadOperations, LIST_PAGE } from './cloud-threads.ts'
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

test('lists a kind, and knows which thread runs', async () => {
  const { http, threads, signal } = createOperations(() =>
    json(200, {
      threads: [row('a', { external_id: 'x', is_running: true }), row('b', { title: '' })],
    }),
  )

  expect(await threads.list({ status: 'archived', after: null }, signal)).toEqual({
    items: [
      {
        remoteId: 'a',
        externalId: 'x',
        status: 'regular',
        title: undefined,
        lastMessageAt: AT,
        isRunning: true,
      },
      {
        remoteId: 'b',
        externalId: undefined,
        status: 'regular',
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

test('a thread that is gone already is deleted, and no other failure is one', async () => {
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

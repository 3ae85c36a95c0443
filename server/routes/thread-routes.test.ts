import { afterEach, beforeEach, expect, test } from 'vitest'
import { createdThreadSchema, threadListSchema } from '../../shared/api/threads.ts'
import * as v from 'valibot'
import { createTestApp, jsonCall, type TestApp } from '../testing/create-test-app.ts'

const TIME = '2026-11-21T04:00:00.000Z'
const SDK = { 'Aui-Sdk': 'assistant-cloud/0.2.2' }

let world: TestApp
let authorization: string
beforeEach(async () => {
  world = await createTestApp()
  authorization = (await world.signIn()).authorization
})
afterEach(() => world.close())

const create = (body: object, as = authorization) =>
  world.request('/v1/threads', jsonCall({ last_message_at: TIME, ...body }, as))
const idOf = async (response: Response) =>
  v.parse(createdThreadSchema, await response.json()).thread_id
const get = (query = '', headers: Record<string, string> = {}, as = authorization) =>
  world.request(`/v1/threads${query}`, { headers: { Authorization: as, ...headers } })
const list = async (query = '', headers: Record<string, string> = {}, as = authorization) =>
  v.parse(threadListSchema, await (await get(query, headers, as)).json()).threads

async function createMany(count: number) {
  for (let index = 0; index < count; index++) {
    await create({ last_message_at: new Date(Date.parse(TIME) + index).toISOString() })
  }
}

test('a new thread is listed with every field of the contract (3.1, 3.4, 7.16)', async () => {
  const response = await create({ external_id: 'mine', metadata: { plan: 'gold' } })
  const id = await idOf(response)

  expect(response.status).toBe(201)
  expect(id).toMatch(/^thread_/)
  expect(await list()).toEqual([
    {
      id,
      project_id: 'default',
      workspace_id: expect.stringMatching(/^usr_anon_/),
      title: null,
      is_archived: false,
      external_id: 'mine',
      metadata: { plan: 'gold' },
      last_message_at: TIME,
      last_message_text: null,
      is_running: false,
      created_at: '2026-11-21T05:00:00.000Z',
      updated_at: '2026-11-21T05:00:00.000Z',
    },
  ])
})

test('a time of any ISO form is stored in the one that clients accept', async () => {
  await create({ last_message_at: '2026-11-21T06:30:00+02:00' })

  expect((await list())[0]?.last_message_at).toBe('2026-11-21T04:30:00.000Z')
})

test('the same external_id again gives the same thread, with 200 (3.4, 7.17, 7.18)', async () => {
  const first = await idOf(await create({ external_id: 'mine' }))
  const again = await create({ external_id: 'mine', upsert: true })

  expect(again.status).toBe(200)
  expect(await idOf(again)).toBe(first)
})

test.each([
  [{ last_message_at: undefined }, 'last_message_at'],
  [{ last_message_at: 'yesterday' }, 'last_message_at'],
  [{ last_message_at: '2026' }, 'last_message_at'],
  [{ last_message_at: 1 }, 'last_message_at'],
  [{ title: '' }, 'title'],
  [{ title: 't'.repeat(256) }, 'title'],
  [{ title: 'a\0b' }, 'title'],
  [{ external_id: '' }, 'external_id'],
  [{ external_id: 'e'.repeat(256) }, 'external_id'],
  [{ external_id: '\ud800' }, 'external_id'],
  [{ metadata: { key: 'v'.repeat(513) } }, 'metadata'],
  [{ metadata: { key: 7 } }, 'metadata'],
  [{ metadata: { key: 'a\0b' } }, 'key'],
  [{ title: 'a\0b', metadata: { title: 'fine' } }, 'title'],
  [{ external_id: 'a\0b', metadata: { external_id: 'fine' } }, 'external_id'],
  [{ workspace_id: 'another' }, 'workspace_id'],
  [{ is_archived: true }, 'is_archived'],
])('the body %j is a bad request that names the field (7.17)', async (body, field) => {
  const response = await create(body)

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    error: 'invalid_request',
    message: expect.stringContaining(field),
  })
  expect(await list()).toEqual([])
})

test('255 characters of title and external_id are kept', async () => {
  await create({ title: 't'.repeat(255), external_id: 'e'.repeat(255) })

  expect((await list())[0]).toMatchObject({ title: 't'.repeat(255), external_id: 'e'.repeat(255) })
})

test('the oldest client gets everything in one answer (7.16)', async () => {
  await createMany(25)

  expect(await list()).toHaveLength(25)
})

test('a client that names itself, or asks for a page, gets 20 at a time', async () => {
  await createMany(25)

  expect(await list('', SDK)).toHaveLength(20)
  expect(await list('?is_archived=false')).toHaveLength(20)
  expect(await list('?limit=3')).toHaveLength(3)
  expect(await list('?is_archived=true', SDK)).toEqual([])
})

test('pages follow each other, newest first, without gap or double', async () => {
  await createMany(25)
  const first = await list('', SDK)
  const second = await list(`?after=${first.at(-1)?.id}`, SDK)

  const times = [...first, ...second].map((thread) => thread.last_message_at)
  expect(times).toHaveLength(25)
  expect(times).toEqual([...new Set(times)].sort().reverse())
})

test('a page continues where the last one ended, even if the thread there moved or was deleted', async () => {
  await createMany(25)
  const first = await list('?limit=10')
  const last = first.at(-1)!
  await world.request(`/v1/threads/${last.id}`, {
    method: 'DELETE',
    headers: { Authorization: authorization },
  })

  const second = await list(`?limit=20&after=${last.id}&after_time=${last.last_message_at}`)

  expect((await get(`?limit=20&after=${last.id}`)).status).toBe(400)
  expect(second).toHaveLength(15)
  expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(25)
})

test.each(['?limit=1', '?limit=100'])('%s is a page (7.15)', async (query) => {
  expect((await get(query)).status).toBe(200)
})

test.each([
  '?limit=0',
  '?limit=101',
  '?limit=-1',
  '?limit=1e1',
  '?limit=',
  '?is_archived=1',
  '?is_archived=',
  '?after=thread_unknown',
  '?after=%00',
  '?after=%00&after_time=2026-11-21T04:00:00.000Z',
  '?after=thread_unknown&after_time=yesterday',
  '?after_time=2026-11-21T04:00:00.000Z',
  `?after=${'a'.repeat(300)}`,
])('%s is a bad request', async (query) => {
  expect((await get(query)).status).toBe(400)
})

test('threads of another workspace are neither listed nor a cursor', async () => {
  const id = await idOf(await create({}))
  const other = (await world.signIn()).authorization

  expect(await list('', {}, other)).toEqual([])
  expect((await get(`?after=${id}`, {}, other)).status).toBe(400)
  expect(await list()).toHaveLength(1)
})

test('a name that is the row id of another thread is a name like any other', async () => {
  const first = await idOf(await create({}))
  expect(await list(`?external_id=${first}`)).toEqual([])

  const made = await create({ external_id: first })
  const second = await idOf(made)

  expect(made.status).toBe(201)
  expect(second).not.toBe(first)
  expect(await list(`?external_id=${first}`)).toMatchObject([{ id: second, external_id: first }])
  const again = await create({ external_id: first })
  expect([again.status, await idOf(again)]).toEqual([200, second])
})

test('names that look like row ids count as new threads', async () => {
  const limited = await createTestApp({
    env: { ALCOVE_LIMITS: JSON.stringify({ threadsPerAnonymousUser: 2 }) },
  })
  const { authorization: as } = await limited.signIn()
  const make = (external_id?: string) =>
    limited.request('/v1/threads', jsonCall({ last_message_at: TIME, external_id }, as))
  const first = await idOf(await make())
  const second = await idOf(await make(first))

  expect((await make(second)).status).toBe(409)
  expect((await make(first)).status).toBe(200)
  await limited.close()
})

test.each([
  ['9999-12-31T23:59:59-14:00', '2026-11-21T05:00:00.000Z'],
  ['2026-11-21T05:00:00.001Z', '2026-11-21T05:00:00.000Z'],
  ['2026-11-21T05:00:00.000Z', '2026-11-21T05:00:00.000Z'],
  ['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z'],
])('a last message at %s is kept as %s (3.5)', async (last_message_at, kept) => {
  expect((await create({ last_message_at })).status).toBe(201)
  expect((await list())[0]?.last_message_at).toBe(kept)
})

test.each(['1969-12-31T23:59:59.999Z', '0000-01-01T00:00:00Z', '1970-01-01T00:00:00+00:01'])(
  'a last message at %s is a bad request',
  async (last_message_at) => {
    const response = await create({ last_message_at })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      message: 'last_message_at: Expected a time since 1970.',
    })
  },
)

import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  SEARCH_RESULTS_DEFAULT,
  SEARCH_RESULTS_MAX,
  threadSearchSchema,
} from '../../shared/api/threads.ts'
import { SEARCH_QUERY_MAX } from '../../shared/wire/threads.ts'
import { createTestApp, jsonCall, type TestApp } from '../testing/create-test-app.ts'

const TIME = '2026-11-21T04:00:00.000Z'

let world: TestApp
let authorization: string
beforeEach(async () => {
  world = await createTestApp()
  authorization = (await world.signIn()).authorization
})
afterEach(() => world.close())

const get = (query: string, as = authorization, app = world) =>
  app.request(`/v1/threads/search${query}`, { headers: { Authorization: as } })
const search = async (query: string, as = authorization) => {
  const response = await get(`?query=${encodeURIComponent(query)}`, as)
  return v.parse(threadSearchSchema, await response.json()).threads
}

async function create(title: string | undefined, text: string): Promise<string> {
  const made = await world.request(
    '/v1/threads',
    jsonCall({ last_message_at: TIME, ...(title === undefined ? {} : { title }) }, authorization),
  )
  const { thread_id: id } = (await made.json()) as { thread_id: string }
  const content = { role: 'user', content: [{ type: 'text', text }] }
  const message = { parent_id: null, format: 'aui/v0', content }
  await world.request(`/v1/threads/${id}/messages`, jsonCall(message, authorization))
  return id
}

test('a thread is found with its row, and where it has the words', async () => {
  const titled = await create('Blue boots', 'Hello')
  const said = await create('Other', 'Where are my boots?')
  const row = await world.request(`/v1/threads/${said}`, {
    headers: { Authorization: authorization },
  })
  const { thread } = (await row.json()) as { thread: object }

  const found = await search('BOOT')

  expect(found.map(({ id }) => id)).toEqual([titled, said])
  expect(found[0]?.match).toEqual({ message_id: null, text: 'Blue boots', ranges: [[5, 9]] })
  expect(found[1]).toEqual({
    ...thread,
    match: {
      message_id: expect.stringMatching(/^msg_/),
      text: 'Where are my boots?',
      ranges: [[13, 17]],
    },
  })
  expect(await search('shoes')).toEqual([])
})

test('another visitor finds nothing of it', async () => {
  await create('Blue boots', 'boots')

  expect(await search('boots', (await world.signIn()).authorization)).toEqual([])
  expect(await search('boots')).toHaveLength(1)
})

test('a search returns nothing when its caller has left', async () => {
  const id = await create('Blue boots', 'Where is my parcel?')
  const look = async (signal: AbortSignal) => {
    const headers = { Authorization: authorization }
    const response = await world.request('/v1/threads/search?query=parcel', { headers, signal })
    return v.parse(threadSearchSchema, await response.json()).threads.map((thread) => thread.id)
  }

  expect(await look(AbortSignal.abort())).toEqual([])
  expect(await look(new AbortController().signal)).toEqual([id])
})

test('a title that the server made is found', async () => {
  const id = await create(undefined, 'Where is my parcel?')
  await expect
    .poll(async () => (await search('parcel')).map(({ match }) => match.message_id))
    .toEqual([null])
  expect((await search('parcel'))[0]?.id).toBe(id)
})

test.each([
  `?query=${'a'.repeat(SEARCH_QUERY_MAX)}`,
  '?query=%22',
  '?query=%00',
  '?query=a&limit=1',
  `?query=a&limit=${SEARCH_RESULTS_MAX}`,
])('%s is a search', async (query) => {
  expect((await get(query)).status).toBe(200)
})

test.each([
  '',
  '?query=',
  `?query=${'a'.repeat(SEARCH_QUERY_MAX + 1)}`,
  '?query=a&limit=0',
  `?query=a&limit=${SEARCH_RESULTS_MAX + 1}`,
])('%s is a bad request', async (query) => {
  expect((await get(query)).status).toBe(400)
})

test('20 threads come unless more are asked for', async () => {
  const { identity, authorization: as } = await world.signIn()
  for (let n = 0; n <= SEARCH_RESULTS_DEFAULT; n++) {
    await world.store.threads.create(identity, { title: `Boots ${n}`, lastMessageAt: TIME })
  }

  expect(await search('boots', as)).toHaveLength(SEARCH_RESULTS_DEFAULT)
  const more = await get(`?query=boots&limit=${SEARCH_RESULTS_MAX}`, as)
  expect(((await more.json()) as { threads: unknown[] }).threads).toHaveLength(
    SEARCH_RESULTS_DEFAULT + 1,
  )
})

test('searches have a limit of their own, and others may still search', async () => {
  const limited = await createTestApp({
    env: { ALCOVE_LIMITS: JSON.stringify({ searchesPerUserPerMinute: 2 }) },
  })
  const one = (await limited.signIn()).authorization
  const two = (await limited.signIn()).authorization
  const status = async (as: string) => (await get('?query=a', as, limited)).status

  expect([await status(one), await status(one), await status(one)]).toEqual([200, 200, 429])
  expect(await status(two)).toBe(200)
  const list = await limited.request('/v1/threads', { headers: { Authorization: one } })
  expect(list.status).toBe(200)
  await limited.close()
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCaller, type Caller } from '../testing/create-caller.ts'
import { createTestApp, jsonCall, type TestApp } from '../testing/create-test-app.ts'

const TIME = '2026-11-21T04:00:00.000Z'
const NOT_FOUND = { error: 'not_found', message: 'Thread not found' }

let world: TestApp
let call: Caller
let authorization: string
let stranger: string
let thread: string
beforeEach(async () => {
  world = await createTestApp()
  authorization = (await world.signIn()).authorization
  call = createCaller(world, authorization)
  stranger = (await world.signIn()).authorization
  const created = await call('POST /threads', { last_message_at: TIME, external_id: 'mine' })
  thread = created.json.thread_id
})
afterEach(() => world.close())

const read = async () => (await call(`GET /threads/${thread}`)).json.thread

test('a thread is read by its id and by the caller’s own name for it', async () => {
  const byId = await call(`GET /threads/${thread}`)

  expect(byId.status).toBe(200)
  expect(byId.json.thread).toMatchObject({ id: thread, external_id: 'mine', title: null })
  // Clients of two generations read different places.
  expect(byId.json).toEqual({ ...byId.json.thread, thread: byId.json.thread })
  expect((await call('GET /threads/mine')).json).toEqual(byId.json)
})

test('what a change names changes, and the rest stays (3.3, 7.19)', async () => {
  const change = { title: 'Order', metadata: { plan: 'gold' }, last_message_at: TIME }

  const changed = await call(`PUT /threads/${thread}`, change)
  await call('PUT /threads/mine', { is_archived: true })

  expect(changed).toMatchObject({ status: 200, json: {} })
  expect(await read()).toMatchObject({ ...change, is_archived: true, external_id: 'mine' })
})

test('metadata: null clears it, and the last message’s time is kept in one spelling', async () => {
  await call(`PUT /threads/${thread}`, { metadata: { plan: 'gold' } })
  await call(`PUT /threads/${thread}`, {
    metadata: null,
    last_message_at: '2026-11-21T05:00:00+01:00',
  })

  expect(await read()).toMatchObject({ metadata: null, last_message_at: TIME })
})

test('an empty change is fine', async () => {
  expect((await call(`PUT /threads/${thread}`, {})).status).toBe(200)
})

test.each([
  [{ title: '' }, 'title'],
  [{ title: null }, 'title'],
  [{ title: 'x'.repeat(256) }, 'title'],
  [{ title: 'a\0b' }, 'title'],
  [{ metadata: { plan: 'a\0' } }, 'plan'],
  [{ metadata: { plan: 1 } }, 'metadata.plan'],
  [{ is_archived: 'true' }, 'is_archived'],
  [{ last_message_at: 'yesterday' }, 'last_message_at'],
  [{ workspace_id: 'mine' }, 'workspace_id'],
  [{ id: 'thread_mine' }, 'id'],
])('the change %j is a bad request that names the field', async (change, field) => {
  const { status, json } = await call(`PUT /threads/${thread}`, change)

  expect(status).toBe(400)
  expect(json.message).toContain(field)
})

test('a title of 255 characters is kept (3.2)', async () => {
  const title = 'x'.repeat(255)
  await call(`PUT /threads/${thread}`, { title })

  expect(await read()).toMatchObject({ title })
})

test('a deleted thread is gone with its messages, and deleted once (7.20)', async () => {
  const message = { parent_id: null, format: 'aui/v0', content: { role: 'user', content: [] } }
  await call(`POST /threads/${thread}/messages`, message)

  expect(await call(`DELETE /threads/${thread}`)).toMatchObject({ status: 200, json: {} })
  expect(await call(`DELETE /threads/${thread}`)).toMatchObject({ status: 404, json: NOT_FOUND })
  expect((await call(`GET /threads/${thread}`)).status).toBe(404)
  expect((await call(`GET /threads/${thread}/messages`)).json).toEqual({ messages: [] })
  expect((await call('GET /threads')).json).toEqual({ threads: [] })
})

test('an answer that is being made is stopped before its thread is deleted (R30, U91)', async () => {
  const chat = {
    id: thread,
    trigger: 'submit-message',
    messages: [{ id: 'abc1234', role: 'user', parts: [{ type: 'text', text: 'Tell me all' }] }],
  }
  const answer = await world.request('/v1/chat', {
    ...jsonCall(chat, authorization),
    headers: { ...jsonCall(chat, authorization).headers, 'Alcove-Stream': '1' },
  })
  await call(`DELETE /threads/${thread}`)

  expect(await answer.text()).toContain('[DONE]')
  expect((await call('GET /threads')).json).toEqual({ threads: [] })
})

test.each(['thread_unknown', '%00', 'a'.repeat(300), '%E0%A4%A', '..%2F..', '%20'])(
  'a thread named %s is not there (8.6)',
  async (name) => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await call(`${method} /threads/${name}`, method === 'PUT' ? {} : undefined)
      expect(answer).toMatchObject({ status: 404, json: NOT_FOUND })
    }
  },
)

test('somebody else’s thread answers like one that is not there', async () => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    for (const name of [thread, 'mine']) {
      const body = method === 'PUT' ? { title: 'Stolen' } : undefined
      const answer = await call(`${method} /threads/${name}`, body, { as: stranger })
      expect(answer).toMatchObject({ status: 404, json: NOT_FOUND })
    }
  }
  expect(await read()).toMatchObject({ title: null })
})

test('the time of the last message is never later than now, and never before 1970', async () => {
  const put = (last_message_at: string) => call(`PUT /threads/${thread}`, { last_message_at })

  expect((await put('9999-12-31T23:59:59-14:00')).status).toBe(200)
  expect(await read()).toMatchObject({ last_message_at: '2026-11-21T05:00:00.000Z' })
  expect((await put('1970-01-01T00:00:00Z')).status).toBe(200)
  expect((await put('1969-12-31T23:59:59Z')).status).toBe(400)
  expect(await read()).toMatchObject({ last_message_at: '1970-01-01T00:00:00.000Z' })
})

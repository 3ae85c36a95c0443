import { afterEach, beforeEach, expect, test } from 'vitest'
import * as v from 'valibot'
import { createdMessageSchema, messageListSchema } from '../../shared/api/messages.ts'
import { MESSAGE_CONTENT_MAX_BYTES } from '../../shared/wire/messages.ts'
import { createTestApp, jsonCall, type TestApp } from '../testing/create-test-app.ts'

const CONTENT = { role: 'user', content: [{ type: 'text', text: 'hi' }] }

let world: TestApp
let authorization: string
let thread: string
beforeEach(async () => {
  world = await createTestApp()
  authorization = (await world.signIn()).authorization
  const body = { last_message_at: '2026-11-21T04:00:00.000Z', external_id: 'mine' }
  const created = await world.request('/v1/threads', jsonCall(body, authorization))
  thread = ((await created.json()) as { thread_id: string }).thread_id
})
afterEach(() => world.close())

const add = (body: object, init: { as?: string; to?: string; headers?: object } = {}) => {
  const call = jsonCall(
    { parent_id: null, format: 'aui/v0', content: CONTENT, ...body },
    init.as ?? authorization,
  )
  return world.request(`/v1/threads/${init.to ?? thread}/messages`, {
    ...call,
    headers: { ...call.headers, ...init.headers },
  })
}
const idOf = async (response: Response) =>
  v.parse(createdMessageSchema, await response.json()).message_id
const get = (query = '', as = authorization, of = thread) =>
  world.request(`/v1/threads/${of}/messages${query}`, { headers: { Authorization: as } })
const list = async (query = '', as = authorization, of = thread) =>
  v.parse(messageListSchema, await (await get(query, as, of)).json()).messages

test('a message comes back with every field of the contract (3.25, 3.41, 7.22, 7.23)', async () => {
  const response = await add({ external_id: 'abc1234' })
  const id = await idOf(response)

  expect(response.status).toBe(201)
  expect(await list()).toEqual([
    {
      id,
      external_id: 'abc1234',
      parent_id: null,
      format: 'aui/v0',
      content: CONTENT,
      height: 0,
      created_at: '2026-11-21T05:00:00.000Z',
      updated_at: '2026-11-21T05:00:00.000Z',
    },
  ])
})

test('messages come newest first, a page at a time (4.53, 7.21)', async () => {
  let parent: string | null = null
  const ids: string[] = []
  for (let index = 0; index < 5; index++) {
    parent = await idOf(await add({ parent_id: parent }))
    ids.unshift(parent)
  }

  expect((await list()).map(({ id }) => id)).toEqual(ids)
  expect((await list('?limit=2')).map(({ id }) => id)).toEqual(ids.slice(0, 2))
  expect((await list(`?limit=2&after=${ids[1]}`)).map(({ id }) => id)).toEqual(ids.slice(2, 4))
})

test('a thread answers to the caller’s own name for it', async () => {
  await add({}, { to: 'mine' })

  expect(await list('', authorization, 'mine')).toHaveLength(1)
})

test.each(['?limit=200', '?limit=1', '?format=aui/v0'])('%s is a page', async (query) => {
  expect((await get(query)).status).toBe(200)
})

test.each(['?limit=201', '?limit=0', '?after=msg_unknown', '?after=%00'])(
  '%s is a bad request',
  async (query) => {
    expect((await get(query)).status).toBe(400)
  },
)

test('a name repeated with other content updates the row and answers 200 (7.24)', async () => {
  const first = await idOf(await add({ external_id: 'abc1234' }))
  const content = { ...CONTENT, content: [{ type: 'text', text: 'hello' }] }
  const again = await add({ external_id: 'abc1234', content })

  expect(again.status).toBe(200)
  expect(await idOf(again)).toBe(first)
  expect(await list()).toMatchObject([{ id: first, content }])
})

test('the id of a row as a name is that row, which another content changes', async () => {
  const id = await idOf(await add({ external_id: 'abc1234' }))
  const nameless = await idOf(await add({ parent_id: id }))

  for (const row of [id, nameless]) {
    const again = await add({ external_id: row, parent_external_id: id })
    expect({ status: again.status, id: await idOf(again) }).toEqual({ status: 200, id: row })
  }
  const content = { ...CONTENT, content: [{ type: 'text', text: 'hello' }] }
  await add({ external_id: nameless, content })

  expect(await list()).toMatchObject([
    { id: nameless, content, parent_id: id, external_id: null },
    { id, content: CONTENT, external_id: 'abc1234' },
  ])
})

test('the id of a row of another thread is a name like any other', async () => {
  const id = await idOf(await add({}))
  const body = { last_message_at: '2026-11-21T04:00:00.000Z' }
  const created = await world.request('/v1/threads', jsonCall(body, authorization))
  const { thread_id: other } = (await created.json()) as { thread_id: string }

  const copy = await add({ external_id: id }, { to: other })

  expect(copy.status).toBe(201)
  expect(await list('', authorization, other)).toMatchObject([{ external_id: id }])
})

test('a copy of a row in another format changes nothing', async () => {
  const content = { role: 'user', parts: [{ type: 'text', text: 'hi' }] }
  const id = await idOf(await add({ external_id: 'abc1234', format: 'ai-sdk/v6', content }))

  for (const name of [id, 'abc1234']) {
    const copy = await add({ external_id: name })
    expect({ status: copy.status, id: await idOf(copy) }).toEqual({ status: 200, id })
  }

  expect(await list()).toMatchObject([{ id, format: 'ai-sdk/v6', content }])
})

test('a name repeated with another role is a conflict', async () => {
  await add({ external_id: 'abc1234' })
  const again = await add({ external_id: 'abc1234', content: { ...CONTENT, role: 'assistant' } })

  expect(again.status).toBe(409)
})

test('a parent may be named by row id, by parent_external_id, or by external_id', async () => {
  const parent = await idOf(await add({ external_id: 'abc1234' }))
  await add({ parent_id: parent })
  await add({ parent_id: null, parent_external_id: 'abc1234' })
  await add({ parent_id: 'abc1234' })

  expect((await list()).map((row) => row.parent_id)).toEqual([parent, parent, parent, null])
})

test('an unknown parent of a published client becomes a root when no row could have its id', async () => {
  expect((await add({ parent_id: 'local12' })).status).toBe(201)
  expect(await list()).toMatchObject([{ parent_id: null }])
})

test.each([
  ['a row id', { parent_id: 'msg_unknown' }, {}, 'Parent message not found in thread'],
  [
    'a parent_external_id',
    { parent_external_id: 'local12' },
    {},
    'Parent message with external_id not found in thread',
  ],
  [
    'any id of our own frame',
    { parent_id: 'local12' },
    { 'Alcove-Stream': '1' },
    'Parent message not found in thread',
  ],
])('%s that is unknown is a bad request (7.23, B12)', async (_title, body, headers, message) => {
  const response = await add(body, { headers })

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: 'invalid_request', message })
})

test.each([
  [{ parent_id: undefined }, 'parent_id'],
  [{ format: '' }, 'format'],
  [{ format: 'f'.repeat(256) }, 'format'],
  [{ content: 'text' }, 'content'],
  [{ content: [] }, 'content'],
  [{ content: null }, 'content'],
  [{ external_id: 'a\0' }, 'external_id'],
  [{ id: 'msg_mine' }, 'id'],
])('the body %j is a bad request (7.23)', async (body, field) => {
  const response = await add(body)

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ message: expect.stringContaining(field) })
})

test('content of 512 KiB is kept and one byte more is not', async () => {
  const rest = JSON.stringify({ ...CONTENT, text: 'é' }).length + 1
  const content = (bytes: number) => ({ ...CONTENT, text: `é${'x'.repeat(bytes - rest)}` })

  const refused = await add({ content: content(MESSAGE_CONTENT_MAX_BYTES + 1) })

  expect(refused.status).toBe(413)
  expect(await refused.json()).toMatchObject({
    error: 'too_large',
    message: 'content: Expected at most 524288 bytes of JSON.',
    details: { limit: 524_288 },
  })
  expect(await list()).toEqual([])
  expect((await add({ content: content(MESSAGE_CONTENT_MAX_BYTES) })).status).toBe(201)
})

test('hostile texts come back as they were', async () => {
  const text = 'a\0b \ud83d\ude00 \u202e </script> {"__proto__":1} \u2028'
  await add({ content: { ...CONTENT, content: [{ type: 'text', text }] } })

  expect(await list()).toMatchObject([{ content: { content: [{ text }] } }])
})

test('a body cannot reach into objects of the server', async () => {
  const body = `{"parent_id":null,"format":"aui/v0","content":{"role":"user","__proto__":{"polluted":1}},"__proto__":{"polluted":1}}`
  const response = await world.request(`/v1/threads/${thread}/messages`, {
    ...jsonCall({}, authorization),
    body,
  })

  expect(response.status).toBeLessThan(500)
  expect('polluted' in {}).toBe(false)
})

test('a thread of another workspace looks like none', async () => {
  await add({})
  const other = (await world.signIn()).authorization

  for (const id of [thread, 'thread_unknown', '%00', 'a'.repeat(300)]) {
    const written = await add({}, { as: other, to: id })
    expect(await list('', other, id)).toEqual([])
    expect(written.status).toBe(404)
    expect(await written.json()).toEqual({ error: 'not_found', message: 'Thread not found' })
  }
})

test('rows come in the format that is asked for, where they can, and no page is shorter', async () => {
  const part = { type: 'tool-call', toolCallId: 't', toolName: 'look', args: {}, result: 1 }
  const rows = [
    { format: 'aui/v0', content: { role: 'assistant', content: [part] } },
    { format: 'ai-sdk/v5', content: { role: 'user', parts: [{ type: 'text', text: 'five' }] } },
    { format: 'ai-sdk/v6', content: { role: 'user', parts: [{ type: 'text', text: 'six' }] } },
    { format: 'aui/v0', content: { role: 'user', content: [{ type: 'text' }] } },
  ]
  let parent: string | null = null
  for (const row of rows) parent = await idOf(await add({ ...row, parent_id: parent }))
  const read = async (query: string) =>
    (await list(query)).map(({ format, content }) => ({ format, content })).toReversed()

  expect(await read('')).toEqual(rows)
  expect(await read('?format=aui/v0')).toEqual(rows)
  const sdk = { ...part, type: 'tool-look', state: 'output-available', input: {}, output: 1 }
  const { toolName: _, args: __, result: ___, ...call } = sdk
  const converted = { role: 'assistant', parts: [call] }
  expect(await read('?format=ai-sdk/v6')).toEqual([
    { format: 'ai-sdk/v6', content: converted },
    { ...rows[1], format: 'ai-sdk/v6' },
    rows[2],
    rows[3],
  ])
  expect(await read('?format=ai-sdk/v5')).toEqual([
    { format: 'ai-sdk/v5', content: converted },
    ...rows.slice(1),
  ])
  const warnings = world.lines.filter((line) => line.includes('could not be converted'))
  expect(warnings).toHaveLength(2)
  expect(warnings[0]).toContain('"format":"aui/v0"')
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { MESSAGES_DELETE_MAX } from '../../shared/api/messages.ts'
import { MESSAGE_CONTENT_MAX_BYTES } from '../../shared/wire/messages.ts'
import { createCaller, type Caller } from '../testing/create-caller.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'

const TIME = '2026-11-21T04:00:00.000Z'
const content = (text: string, role = 'user') => ({ role, content: [{ type: 'text', text }] })

let world: TestApp
let call: Caller
let stranger: string
let thread: string
let first: string
beforeEach(async () => {
  world = await createTestApp()
  call = createCaller(world, (await world.signIn()).authorization)
  stranger = (await world.signIn()).authorization
  thread = (await call('POST /threads', { last_message_at: TIME })).json.thread_id
  first = await add({ external_id: 'abc1234' })
})
afterEach(() => world.close())

async function add(body: object): Promise<string> {
  const message = { parent_id: null, format: 'aui/v0', content: content('hi'), ...body }
  return (await call(`POST /threads/${thread}/messages`, message)).json.message_id
}
const list = async () => (await call(`GET /threads/${thread}/messages`)).json.messages
const put = (name: string, body: unknown, as?: string) =>
  call(`PUT /threads/${thread}/messages/${name}`, body, as === undefined ? {} : { as })
const remove = (ids: unknown, as?: string) =>
  call(`DELETE /threads/${thread}/messages`, { message_ids: ids }, as === undefined ? {} : { as })

test('a message’s content is replaced, by its id or by the caller’s own name for it', async () => {
  expect(await put(first, { content: content('hello') })).toMatchObject({ status: 200, json: {} })
  expect(await list()).toMatchObject([{ id: first, content: content('hello') }])

  await put('abc1234', { content: content('good day') })
  expect(await list()).toMatchObject([{ id: first, content: content('good day') }])
})

test('a change does not move the thread up', async () => {
  const before = (await call(`GET /threads/${thread}`)).json.thread.last_message_at
  world.clock.ms += 60_000
  await put(first, { content: content('hello') })

  expect((await call(`GET /threads/${thread}`)).json.thread.last_message_at).toBe(before)
})

test('a message keeps its role', async () => {
  expect(await put(first, { content: content('hi', 'assistant') })).toMatchObject({
    status: 409,
    json: { error: 'conflict', message: 'Message role cannot change' },
  })
})

test.each([[{}], [{ content: 'text' }], [{ content: {}, parent_id: null }], [[]]])(
  'the change %j is a bad request',
  async (body) => {
    expect((await put(first, body)).status).toBe(400)
  },
)

test('content of 512 KiB is taken and one byte more is not', async () => {
  const rest = JSON.stringify(content('')).length
  const most = content('x'.repeat(MESSAGE_CONTENT_MAX_BYTES - rest))
  const more = content('x'.repeat(MESSAGE_CONTENT_MAX_BYTES - rest + 1))

  expect((await put(first, { content: more })).status).toBe(413)
  expect((await put(first, { content: most })).status).toBe(200)
})

test('deleted messages are gone, and their answers hang on what stays', async () => {
  const second = await add({ parent_id: first })
  const third = await add({ parent_id: second })

  expect(await remove([second])).toMatchObject({ status: 200, json: {} })
  expect(await list()).toMatchObject([
    { id: third, parent_id: first, height: 1 },
    { id: first, height: 0 },
  ])
})

test('ids that match nothing are fine beside one that does, and alone they are not', async () => {
  expect(await remove(['msg_unknown', '\0'])).toMatchObject({
    status: 404,
    json: { error: 'not_found', message: 'Messages not found' },
  })
  expect((await remove(['msg_unknown', '\0', 'abc1234'])).status).toBe(200)
  expect(await list()).toEqual([])
})

test('200 ids are deleted at once, and neither none nor 201', async () => {
  const ids = Array.from({ length: MESSAGES_DELETE_MAX - 1 }, (_, index) => `msg_${index}`)

  expect((await remove([...ids, 'a', 'b'])).status).toBe(400)
  expect((await remove([])).status).toBe(400)
  expect((await remove([...ids, first])).status).toBe(200)
})

test('messages of another user answer like missing ones', async () => {
  for (const name of [first, 'abc1234', 'msg_unknown', '%00']) {
    expect(await put(name, { content: content('stolen') }, stranger)).toMatchObject({
      status: 404,
      json: { error: 'not_found', message: 'Thread not found' },
    })
  }
  expect(await remove([first], stranger)).toMatchObject({
    status: 404,
    json: { error: 'not_found', message: 'Thread not found' },
  })
  expect(await list()).toMatchObject([{ content: content('hi') }])
})

test('a message of another thread is not there (B11)', async () => {
  const other = (await call('POST /threads', { last_message_at: TIME })).json.thread_id

  const changed = await call(`PUT /threads/${other}/messages/${first}`, { content: content('x') })
  const removed = await call(`DELETE /threads/${other}/messages`, { message_ids: [first] })

  expect(changed).toMatchObject({ status: 404, json: { message: 'Message not found' } })
  expect(removed).toMatchObject({ status: 404, json: { message: 'Messages not found' } })
  expect(await list()).toHaveLength(1)
})

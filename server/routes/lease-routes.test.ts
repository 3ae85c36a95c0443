import { afterEach, beforeEach, expect, test } from 'vitest'
import { HEARTBEAT_INTERVAL_MS } from '../../shared/wire/messages.ts'
import { createCaller, type Caller } from '../testing/create-caller.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'

let world: TestApp
let call: Caller
let messages: string
let runs: string
beforeEach(async () => {
  world = await createTestApp()
  call = createCaller(world, (await world.signIn()).authorization)
  const { json } = await call('POST /threads', { last_message_at: '2026-11-21T04:00:00.000Z' })
  messages = `/threads/${json.thread_id}/messages`
  runs = `/threads/${json.thread_id}/runs`
})
afterEach(() => world.close())

const saying = (text: string) => ({ role: 'assistant', content: [{ type: 'text', text }] })
const post = (body: object) =>
  call(`POST ${messages}`, { parent_id: null, format: 'aui/v0', content: saying(''), ...body })
const open = async (externalId = 'reply') => {
  const { status, json } = await post({ external_id: externalId, open_run: true })
  return { status, json, id: json.message_id as string, lease: json.lease_id as string }
}
const put = (id: string, body: object) => call(`PUT ${messages}/${id}`, body)
const beat = (lease: string) => call(`POST ${runs}/${lease}/heartbeat`)
const end = (lease: string, body?: object) => call(`POST ${runs}/${lease}/end`, body)
const list = async () => (await call(`GET ${messages}`)).json.messages

test('a message that is being written is running until its holder ends it', async () => {
  const { status, json, id, lease } = await open()
  expect({ status, json }).toMatchObject({
    status: 201,
    json: { lease_id: lease, heartbeat_interval_ms: HEARTBEAT_INTERVAL_MS },
  })
  expect(await list()).toMatchObject([{ id, run: { status: 'running', last_heartbeat_ms_ago: 0 } }])

  world.clock.ms += 7_000
  expect(await list()).toMatchObject([{ run: { last_heartbeat_ms_ago: 7_000 } }])
  expect(await beat(lease)).toMatchObject({
    status: 200,
    json: { heartbeat_interval_ms: HEARTBEAT_INTERVAL_MS },
  })
  expect(await list()).toMatchObject([{ run: { last_heartbeat_ms_ago: 0 } }])

  world.clock.ms += 7_000
  expect((await put(id, { content: saying('hi'), lease_id: lease })).status).toBe(200)
  expect(await list()).toMatchObject([
    { content: saying('hi'), run: { status: 'running', last_heartbeat_ms_ago: 0 } },
  ])

  expect((await end(lease, { reason: 'cancelled' })).status).toBe(200)
  expect((await end(lease)).status).toBe(200)
  expect(await list()).toMatchObject([{ run: { status: 'ended' } }])
})

test('a message without a lease says nothing of a run', async () => {
  await post({})

  expect((await list())[0]).not.toHaveProperty('run')
})

test('an ended lease neither writes nor beats, and its message is written without one', async () => {
  const { id, lease } = await open()
  await end(lease)

  const ended = { status: 409, json: { error: 'run_ended' } }
  expect(await put(id, { content: saying('late'), lease_id: lease })).toMatchObject(ended)
  expect(
    await post({ external_id: 'reply', content: saying('late'), lease_id: lease }),
  ).toMatchObject(ended)
  expect(await beat(lease)).toMatchObject(ended)
  expect(await list()).toMatchObject([{ content: saying('') }])
  expect((await put(id, { content: saying('hi') })).status).toBe(200)
})

test('a lease writes its own message only', async () => {
  const { lease } = await open()
  const other = await open('other')
  const plain = (await post({ external_id: 'plain' })).json.message_id as string

  const mismatch = { status: 409, json: { error: 'lease_mismatch' } }
  const content = saying('mine?')
  expect(await put(other.id, { content, lease_id: lease })).toMatchObject(mismatch)
  expect(await put(plain, { content, lease_id: lease })).toMatchObject(mismatch)
  expect(await put(plain, { content, lease_id: 'unknown' })).toMatchObject(mismatch)
  expect(await post({ external_id: 'new', lease_id: lease })).toMatchObject(mismatch)
  expect(await list()).toHaveLength(3)
  expect((await put(other.id, { content, lease_id: other.lease })).status).toBe(200)
})

test('an unknown lease, and one of another thread, is not found', async () => {
  const { lease } = await open()
  const { json } = await call('POST /threads', { last_message_at: '2026-11-21T04:00:00.000Z' })
  const elsewhere = `/threads/${json.thread_id}/runs/${lease}`

  expect((await beat('lease_unknown')).status).toBe(404)
  expect((await end('lease_unknown')).status).toBe(404)
  expect((await call(`POST ${elsewhere}/heartbeat`)).status).toBe(404)
  expect((await call(`POST ${elsewhere}/end`)).status).toBe(404)
  expect((await beat(lease)).status).toBe(200)
})

test('opening again, as after a lost answer, replaces the lease of the message', async () => {
  const first = await open()
  const second = await open()

  expect(second).toMatchObject({ status: 200, id: first.id })
  expect((await beat(first.lease)).status).toBe(404)
  expect((await beat(second.lease)).status).toBe(200)
  expect(await list()).toHaveLength(1)
})

test.each([
  { open_run: 1 },
  { lease_id: '' },
  { lease_id: 'a\0' },
  { open_run: true, lease_id: 'a' },
])('%j is a bad request', async (body) => {
  expect((await post(body)).status).toBe(400)
  expect(await list()).toEqual([])
})

test('a run ends for one of three reasons', async () => {
  const { lease } = await open()

  expect((await end(lease, { reason: 'bored' })).status).toBe(400)
  expect((await end(lease, { reason: 'error' })).status).toBe(200)
})

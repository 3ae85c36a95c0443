import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCaller, type Caller } from '../testing/create-caller.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'

const ORIGIN = 'https://chat.test'
const TIME = '2026-11-21T04:00:00.000Z'
const SECRET = 'canary of the owner'
const content = (text: string, metadata: object = {}) => ({
  role: 'user',
  content: [{ type: 'text', text }],
  metadata,
})

let world: TestApp
let owner: Caller
let call: Caller
/** Rows of the owner. */
let message: string
let fileUrl: string
/** The stranger's own thread, with references to the owner's rows. */
let own: string
beforeEach(async () => {
  world = await createTestApp({ env: { ALCOVE_PUBLIC_URL: ORIGIN } })
  owner = createCaller(world, (await world.signIn()).authorization)
  call = createCaller(world, (await world.signIn()).authorization)
  const thread = (await owner('POST /threads', { last_message_at: TIME })).json.thread_id
  message = await add(owner, thread, SECRET, 'abc1234')
  own = (await call('POST /threads', { last_message_at: TIME })).json.thread_id
  const upload = await owner('POST /files/attachments/generate-presigned-upload-url', {
    filename: 'secret.txt',
  })
  const path = upload.json.signedUrl.slice(ORIGIN.length)
  await world.request(path, { method: 'PUT', body: SECRET })
  fileUrl = upload.json.publicUrl
})
afterEach(() => world.close())

async function add(by: Caller, thread: string, text: string, name: string, metadata?: object) {
  const body = {
    parent_id: null,
    external_id: name,
    format: 'aui/v0',
    content: content(text, metadata),
  }
  return (await by(`POST /threads/${thread}/messages`, body)).json.message_id as string
}

const MESSAGE_NOT_FOUND = { status: 404, json: { message: 'Message not found' } }

test('a message of another thread is no parent', async () => {
  const body = { parent_id: message, format: 'aui/v0', content: content('hi') }

  expect(await call(`POST /threads/${own}/messages`, body)).toMatchObject({
    status: 400,
    json: { message: 'Parent message not found in thread' },
  })
})

test('the name of another thread’s message is free in one’s own', async () => {
  const mine = await add(call, own, 'hi', 'abc1234')

  expect(mine).not.toBe(message)
  expect((await call(`GET /threads/${own}/messages`)).text).not.toContain(SECRET)
})

test('a message of another thread is not changed, rated, deleted or passed by', async () => {
  const place = `/threads/${own}/messages/${message}`

  expect(await call(`PUT ${place}`, { content: content('x') })).toMatchObject(MESSAGE_NOT_FOUND)
  expect(await call(`POST ${place}/feedback`, { type: 'positive' })).toMatchObject(
    MESSAGE_NOT_FOUND,
  )
  expect(await call(`DELETE /threads/${own}/messages`, { message_ids: [message] })).toMatchObject({
    status: 404,
    json: { message: 'Messages not found' },
  })
  expect(await call(`GET /threads/${own}/messages?after=${message}`)).toMatchObject({ status: 400 })
})

test('a report leaves a message of another thread out', async () => {
  await call('POST /runs', { thread_id: own, message_id: message, status: 'completed' })

  expect(await world.store.reports.listRuns('default', { limit: 1 })).toMatchObject([
    { threadId: own, messageId: null },
  ])
})

test('an answer neither follows nor repeats a message of another thread', async () => {
  const headers = { 'Alcove-Stream': '1' }
  const before = { id: message, role: 'user', parts: [] }
  const asked = { id: 'def5678', role: 'user', parts: [{ type: 'text', text: 'hi' }] }
  const chat = { id: own, trigger: 'submit-message', messages: [before, asked] }

  const followed = await call('POST /chat', chat, { headers })
  const repeat = { ...chat, trigger: 'regenerate-message', messageId: message }
  const repeated = await call('POST /chat', repeat, { headers })

  expect([followed.status, repeated.status]).toEqual([400, 404])
  expect((await call(`GET /threads/${own}/messages`)).json).toEqual({ messages: [] })
})

test('history opens no file of somebody else, whoever’s message names it', async () => {
  await add(call, own, fileUrl, 'def5678', { custom: { attachments: [{ url: fileUrl }] } })

  const { text } = await call(`GET /threads/${own}/messages`)

  expect(text).toContain(fileUrl)
  expect(text).not.toContain('signature=')
  expect((await world.store.files.findByKey(fileUrl.split('/').at(-1) ?? ''))?.threadId).toBeNull()
})

test('a file of somebody else is not sent to the model', async () => {
  const part = { type: 'file', url: fileUrl, mediaType: 'text/plain' }
  const asked = { id: 'def5678', role: 'user', parts: [{ type: 'text', text: 'hi' }, part] }
  const chat = { id: own, trigger: 'submit-message', messages: [asked] }

  const answer = await call('POST /chat', chat, { headers: { 'Alcove-Stream': '1' } })

  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
})

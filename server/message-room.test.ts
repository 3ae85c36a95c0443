import { afterEach, expect, test } from 'vitest'
import { createMessageId } from '../shared/ids.ts'
import type { Identity } from './auth/identity.ts'
import { PROJECT_BYTES_LIFE_MS } from './limits/message-room.ts'
import { createHeldAnswer, createScriptedModel, sayText } from './models/testing/scripted-model.ts'
import { MESSAGE_ROW_BYTES } from './store/message-bytes.ts'
import { createCaller } from './testing/create-caller.ts'
import { createTestApp, type TestApp } from './testing/create-test-app.ts'

// Quotas of messages, from the call to the database.

/** With a title, so that no model is asked for one. */
const THREAD = { last_message_at: '2026-11-21T04:00:00.000Z', title: 'Mugs' }
const contentOf = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] })
const bytesOf = (text: string) =>
  MESSAGE_ROW_BYTES + Buffer.byteLength(JSON.stringify(contentOf(text)))

let world: TestApp
afterEach(() => world.close())

async function createWorld(
  limits: Readonly<Record<string, number>>,
  answer = () => sayText('Yes.'),
) {
  const model = createScriptedModel(answer)
  const assistant = {
    model,
    system: undefined,
    tools: [],
    maxSteps: 1,
    maxOutputTokens: undefined,
    takesClientSystem: false,
  }
  world = await createTestApp({
    env: { ALCOVE_LIMITS: JSON.stringify(limits) },
    assistants: { find: async () => assistant },
  })
  return { model }
}

/** A visitor with a new thread, or a user whom the host names. */
async function createVisitor(name?: string) {
  const named: Identity | undefined =
    name === undefined
      ? undefined
      : { projectId: 'default', workspaceId: name, userId: name, kind: 'host' }
  const { authorization, identity } = await world.signIn(named)
  const call = createCaller(world, authorization)
  const thread: string = (await call('POST /threads', THREAD)).json.thread_id
  const add = (text: string, rest = {}) =>
    call(`POST /threads/${thread}/messages`, {
      parent_id: null,
      format: 'aui/v0',
      content: contentOf(text),
      ...rest,
    })
  return {
    identity,
    thread,
    call,
    add,
    change: (id: string, text: string) =>
      call(`PUT /threads/${thread}/messages/${id}`, { content: contentOf(text) }),
    chat: (text: string, id = thread) =>
      call(
        'POST /chat',
        {
          id,
          trigger: 'submit-message',
          messages: [{ id: createMessageId(), role: 'user', parts: [{ type: 'text', text }] }],
        },
        { headers: { 'Alcove-Stream': '1' } },
      ),
  }
}

test('a user stores messages to the byte, and is told what they take when one does not fit', async () => {
  const limit = bytesOf('one') + bytesOf('two')
  await createWorld({ anonymousMessageBytes: limit })
  const { add, change, call, thread } = await createVisitor()
  const { message_id: id } = (await add('one', { external_id: 'e' })).json

  expect(await add('two!')).toMatchObject({
    status: 409,
    json: { error: 'quota_exceeded', details: { limit, used: bytesOf('one') } },
  })
  expect((await add('two')).status).toBe(201)
  expect((await change(id, 'one!')).status).toBe(409)
  expect((await change(id, 'two')).status).toBe(200)
  expect((await add('two', { external_id: 'e' })).status).toBe(200)

  expect((await call(`DELETE /threads/${thread}`)).status).toBe(200)
  expect((await (await createVisitor()).add('one')).status).toBe(201)
})

test('who deletes a chat has room again', async () => {
  await createWorld({ anonymousMessageBytes: bytesOf('one') })
  const { add, call, thread } = await createVisitor()
  await add('one')
  const other = (await call('POST /threads', THREAD)).json.thread_id
  const addToOther = () =>
    call(`POST /threads/${other}/messages`, {
      parent_id: null,
      format: 'aui/v0',
      content: contentOf('one'),
    })

  expect((await addToOther()).status).toBe(409)
  await call(`DELETE /threads/${thread}`)
  expect((await addToOther()).status).toBe(201)
})

test('a chat call that does not fit asks no model and leaves nothing', async () => {
  const { model } = await createWorld({ anonymousMessageBytes: 2 * MESSAGE_ROW_BYTES })
  const { chat, call, identity } = await createVisitor()

  expect(await chat('x'.repeat(2 * MESSAGE_ROW_BYTES), 'new')).toMatchObject({
    status: 409,
    json: { error: 'quota_exceeded' },
  })
  expect(model.requests).toEqual([])
  expect((await call('GET /threads?external_id=new')).json.threads).toEqual([])
  expect(await world.store.messages.usedBytes(identity)).toBe(0)
})

test('an answer that has begun is kept whole, and the next question is refused', async () => {
  const { answer, release } = createHeldAnswer()
  const { model } = await createWorld({ anonymousMessageBytes: 1_000 }, answer as () => never)
  const { chat, call, identity, thread } = await createVisitor()

  const first = chat('Hi')
  await expect.poll(() => model.requests.length).toBe(1)
  release()
  expect((await first).text).toContain('Held.')
  await expect.poll(() => world.store.messages.usedBytes(identity)).toBeGreaterThan(1_000)
  expect((await chat('And?')).status).toBe(409)
  expect((await call(`GET /threads/${thread}/messages`)).json.messages).toHaveLength(2)
  expect(model.requests).toHaveLength(1)
})

test('a project that is full takes nothing new of anybody, ten seconds later at the latest', async () => {
  const { model } = await createWorld({ projectMessageBytes: bytesOf('one') })
  const [ada, bob] = [await createVisitor('ada'), await createVisitor('bob')]
  const { message_id: id } = (await ada.add('one')).json

  expect((await bob.add('one')).status).toBe(201)
  world.clock.ms += PROJECT_BYTES_LIFE_MS + 1
  expect(await bob.add('two')).toMatchObject({ status: 409, json: { error: 'quota_exceeded' } })
  expect((await bob.chat('Hi')).status).toBe(409)
  expect(model.requests).toEqual([])
  expect((await ada.change(id, 'two')).status).toBe(200)
  expect(world.lines.filter((line) => line.includes('as many messages as it may'))).toHaveLength(1)

  await ada.call(`DELETE /threads/${ada.thread}`)
  await bob.call(`DELETE /threads/${bob.thread}`)
  world.clock.ms += PROJECT_BYTES_LIFE_MS + 1
  expect((await bob.chat('Hi', 'new')).status).toBe(200)
})

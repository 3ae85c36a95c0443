import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startModelServer, type ModelServer } from '../../e2e/model-server/start-model-server.ts'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { createMessageId, randomId } from '../../shared/ids.ts'
import { ALCOVE_STREAM_HEADER } from '../../shared/wire/chat.ts'
import type { Identity } from '../auth/identity.ts'
import { createCaller, type Caller } from '../testing/create-caller.ts'
import { createTestApp, jsonCall, type TestApp } from '../testing/create-test-app.ts'

const ORIGIN = 'https://chat.test'
const TIME = '2026-11-21T05:00:00.000Z'
const INTERRUPTED = 'The answer was interrupted. Try again.'

interface Person {
  readonly call: Caller
  readonly authorization: string
}

describe.each(ENGINES)('DELETE /me, on %s', (engine) => {
  let model: ModelServer
  let place: StorePlace
  let world: TestApp
  beforeAll(async () => {
    model = await startModelServer()
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    world = await createTestApp({
      place,
      env: {
        ALCOVE_PUBLIC_URL: ORIGIN,
        ALCOVE_MODEL: 'openai-compatible/any',
        OPENAI_BASE_URL: model.url,
      },
      config: { projects: { library: { readOnly: true } } },
    })
    await world.store.projects.create({ id: 'library', name: 'Library' })
  })
  afterAll(async () => {
    await world?.close()
    await place?.remove()
    await model?.stop()
  })

  const named = (more: Partial<Identity> = {}): Identity => {
    const userId = more.userId ?? `ada-${randomId(8)}`
    return { projectId: 'default', workspaceId: userId, userId, kind: 'host', ...more }
  }
  async function signIn(identity?: Identity): Promise<Person> {
    const { authorization } = await world.signIn(identity)
    const base = identity?.projectId === 'library' ? '/p/library' : ''
    return { authorization, call: createCaller(world, authorization, base) }
  }

  /** A thread with a message, a report and a file. */
  async function fill({ call }: Person) {
    const body = { last_message_at: TIME }
    const { thread_id: thread } = (await call('POST /threads', body)).json
    const name = { filename: 'a.txt' }
    const upload = (await call('POST /files/attachments/generate-presigned-upload-url', name)).json
    const put = { method: 'PUT', headers: { 'Content-Type': 'text/plain' }, body: 'Hello' }
    await world.request(upload.signedUrl.slice(ORIGIN.length), put)
    const content = [{ type: 'file', data: upload.publicUrl, mimeType: 'text/plain' }]
    const message = { parent_id: null, format: 'aui/v0', content: { role: 'user', content } }
    await call(`POST /threads/${thread}/messages`, message)
    await call('POST /runs', { thread_id: thread, status: 'completed' })
    const link = { key: upload.key }
    const read = (await call('POST /files/attachments/generate-presigned-download-url', link)).json
    const statusOf = async (name: string) => (await call(name)).status
    /** Lists the rows by the API, and returns the results. */
    return async () => ({
      threads: (await call('GET /threads')).json.threads.length,
      messages: (await call(`GET /threads/${thread}/messages`)).json.messages.length,
      file: await statusOf(`GET /files/attachments/${upload.key}`),
      bytes: (await world.request(read.signedUrl.slice(ORIGIN.length))).status,
    })
  }
  const THERE = { threads: 1, messages: 1, file: 302, bytes: 200 }
  const GONE = { threads: 0, messages: 0, file: 404, bytes: 404 }

  test.each([
    ['a visitor', () => undefined],
    ['a named user', () => named()],
  ])('%s erases threads, messages and files of their own, and nobody else’s', async (_who, who) => {
    const [own, other] = [await signIn(who()), await signIn(named())]
    const [look, lookAtOther] = [await fill(own), await fill(other)]
    expect([await look(), await lookAtOther()]).toEqual([THERE, THERE])

    const answer = await own.call('DELETE /me')

    expect(answer).toMatchObject({ status: 200, json: { threads: 1, runs: 1 } })
    expect([await look(), await lookAtOther()]).toEqual([GONE, THERE])
    expect((await own.call('DELETE /me')).json).toEqual({ threads: 0, runs: 0 })
  })

  test('a user erases nothing in another workspace, whatever that is called', async () => {
    const elsewhere = named({ workspaceId: 'sales' })
    const [own, there] = [
      await signIn(named({ userId: elsewhere.userId })),
      await signIn(elsewhere),
    ]
    const colleague = await signIn(named({ workspaceId: elsewhere.userId }))
    await fill(own)
    const [lookThere, lookAtColleague] = [await fill(there), await fill(colleague)]
    const both = { ...THERE, threads: 2 }
    expect([await lookThere(), await lookAtColleague()]).toEqual([THERE, both])

    expect((await there.call('DELETE /me')).json).toEqual({ threads: 1, runs: 1 })
    expect([await lookThere(), await lookAtColleague()]).toEqual([GONE, both])

    // The user's own workspace as a whole.
    expect((await own.call('DELETE /me')).json).toEqual({ threads: 2, runs: 2 })
    expect(await lookAtColleague()).toEqual(GONE)
  })

  test('of a workspace that users share, only what the caller began goes', async () => {
    const team = named({ workspaceId: `team-${randomId(8)}` })
    const [own, colleague] = [await signIn(team), await signIn({ ...team, userId: 'bob' })]
    await fill(own)
    const look = await fill(colleague)
    expect((await look()).threads).toBe(2)

    expect((await own.call('DELETE /me')).json).toEqual({ threads: 1, runs: 1 })

    expect(await look()).toEqual(THERE)
  })

  /** A running answer that never ends by itself. */
  async function ask({ authorization }: Person) {
    const parts = [{ type: 'text', text: 'say Begun; hold never' }]
    const messages = [{ id: createMessageId(), role: 'user', parts }]
    const init = jsonCall({ id: 'mine', messages, trigger: 'submit-message' }, authorization)
    const response = await world.request('/v1/chat', {
      ...init,
      headers: { ...init.headers, [ALCOVE_STREAM_HEADER]: '1' },
    })
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const readUntil = async (words: string) => {
      while (!text.includes(words)) {
        const { value, done } = await reader.read()
        if (done) break
        text += value
      }
      return text
    }
    expect(await readUntil('Begun')).toContain('Begun')
    return { readToEnd: () => readUntil('[DONE]') }
  }

  test('the caller’s answers end at once and nothing of them is kept, those of others go on', async () => {
    const [own, other] = [await signIn(), await signIn(named())]
    const [ends, goesOn] = [await ask(own), await ask(other)]

    expect((await own.call('DELETE /me')).json).toMatchObject({ threads: 1 })

    expect(await ends.readToEnd()).toContain(INTERRUPTED)
    expect((await own.call('GET /threads')).json.threads).toEqual([])
    const [{ id }] = (await other.call('GET /threads')).json.threads
    expect((await other.call(`GET /threads/${id}`)).json.thread.is_running).toBe(true)
    await other.call('DELETE /me')
    expect(await goesOn.readToEnd()).toContain(INTERRUPTED)
  })

  test('an answer of the same user in another workspace goes on', async () => {
    const elsewhere = named({ workspaceId: 'sales' })
    const [own, there] = [
      await signIn(named({ userId: elsewhere.userId })),
      await signIn(elsewhere),
    ]
    const [ends, goesOn] = [await ask(own), await ask(there)]

    await own.call('DELETE /me')

    expect(await ends.readToEnd()).toContain(INTERRUPTED)
    expect((await there.call('GET /threads')).json.threads).toMatchObject([{ is_running: true }])
    await there.call('DELETE /me')
    expect(await goesOn.readToEnd()).toContain(INTERRUPTED)
  })

  test('an erased visitor’s refresh token is refused, and another visitor’s is not', async () => {
    const call = createCaller(world)
    const mint = async () => (await call('POST /auth/tokens/anonymous')).json
    const [own, other] = [await mint(), await mint()]

    await call('DELETE /me', undefined, { as: `Bearer ${own.access_token}` })

    const refresh = async ({ refresh_token: { token } }: { refresh_token: { token: string } }) =>
      (await call('POST /auth/tokens/refresh', { refresh_token: token })).status
    expect([await refresh(own), await refresh(other)]).toEqual([401, 200])
  })

  test('a project that is read-only lets its users go, and lets them write nothing', async () => {
    const identity = named({ projectId: 'library' })
    const { call } = await signIn(identity)
    await world.store.threads.create(identity, { lastMessageAt: TIME })
    expect((await call('POST /threads', { last_message_at: TIME })).status).toBe(403)

    expect(await call('DELETE /me')).toMatchObject({ status: 200, json: { threads: 1 } })

    expect((await call('GET /threads')).json.threads).toEqual([])
  })

  test('the project’s own server erases whom it calls for', async () => {
    const [ada, bob] = [named(), named()]
    const [look, lookAtBob] = [await fill(await signIn(ada)), await fill(await signIn(bob))]
    const { key } = await world.apiKeys.create({ projectId: 'default', name: 'k', scope: 'server' })
    const server = createCaller(world, `Bearer ${key}`)

    await server('DELETE /me', undefined, { headers: { 'Aui-User-Id': ada.userId } })

    expect([await look(), await lookAtBob()]).toEqual([GONE, THERE])
  })

  test('nobody erases anything without credentials', async () => {
    const look = await fill(await signIn())
    const call = createCaller(world)

    expect((await call('DELETE /me')).status).toBe(401)
    const headers = { 'Aui-User-Id': 'ada' }
    expect((await call('DELETE /me', undefined, { headers })).status).toBe(401)
    expect((await call('DELETE /me', undefined, { as: 'Bearer x' })).status).toBe(403)

    expect(await look()).toEqual(THERE)
  })
})

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { startModelServer, type ModelServer } from '../../e2e/model-server/start-model-server.ts'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { createMessageId } from '../../shared/ids.ts'
import { ALCOVE_STREAM_HEADER } from '../../shared/wire/chat.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { createEventDecoder } from '../../shared/wire/sse.ts'
import type { Identity } from '../auth/identity.ts'
import { createCaller, type Caller } from '../testing/create-caller.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'

const named = (userId: string): Identity => ({
  projectId: 'default',
  workspaceId: userId,
  userId,
  kind: 'host',
})

// A visitor's answer goes on while the visitor signs in and takes their threads along.

describe.each(ENGINES)('on %s', (engine) => {
  let model: ModelServer
  let place: StorePlace
  let world: TestApp
  let visit: Caller
  let ada: Caller
  let bob: Caller
  let visitor: { readonly authorization: string; readonly refreshToken: string }

  beforeAll(async () => {
    model = await startModelServer()
  })
  afterAll(() => model.stop())
  beforeEach(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    const env = { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url }
    world = await createTestApp({
      place,
      env: { ...env, ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }) },
    })
    const { json } = await createCaller(world)('POST /auth/tokens/anonymous')
    visitor = {
      authorization: `Bearer ${json.access_token}`,
      refreshToken: json.refresh_token.token,
    }
    visit = createCaller(world, visitor.authorization)
    ada = createCaller(world, (await world.signIn(named('ada'))).authorization)
    bob = createCaller(world, (await world.signIn(named('bob'))).authorization)
  })
  afterEach(async () => {
    await world.close()
    await place.remove()
  })

  /** Makes a chat call of the visitor, and reads until `text` has come. */
  async function ask(thread: string, script: string, text: string, requestId?: string) {
    const id = createMessageId()
    const response = await world.request('/v1/chat', {
      method: 'POST',
      headers: {
        Authorization: visitor.authorization,
        'Content-Type': 'application/json',
        [ALCOVE_STREAM_HEADER]: '1',
      },
      body: JSON.stringify({
        id: thread,
        messages: [{ id, role: 'user', parts: [{ type: 'text', text: script }] }],
        trigger: 'submit-message',
        requestId,
      }),
    })
    const events = response.body!.pipeThrough(createEventDecoder()).getReader()
    const chunks: Chunk[] = []
    const readUntil = async (isEnough: (read: readonly Chunk[]) => boolean) => {
      while (!isEnough(chunks)) {
        const { value, done } = await events.read()
        if (done) break
        if (value.type === 'chunk') chunks.push(value.chunk)
      }
      return chunks
    }
    const wordsOf = (read: readonly Chunk[]) =>
      read.map((chunk) => (chunk.type === 'text-delta' ? chunk.delta : '')).join('')
    await readUntil((read) => read.length > 0 && wordsOf(read).includes(text))
    return { id, readToEnd: () => readUntil(() => false) }
  }

  const claim = () => ada('POST /threads/claim', { refresh_token: visitor.refreshToken })
  const threadOf = async (caller: Caller) => (await caller('GET /threads')).json.threads[0]
  const contents = async (thread: string) =>
    (await ada(`GET /threads/${thread}/messages`)).json.messages.map(
      (message: { content: unknown }) => message.content,
    )

  test('the new owner stops a claimed answer; what there is of it is kept', async () => {
    const { readToEnd } = await ask('mine', 'say Begun; hold never', 'Begun')
    const { id } = await threadOf(visit)
    expect((await claim()).json).toEqual({ moved: 1 })

    for (const name of [id, 'mine']) {
      const foreign = await bob(`POST /chat/${name}/stop`, {})
      expect(foreign).toMatchObject({ status: 200, json: { removed: [] } })
      // Not the visitor's any more, whose token is still valid.
      const former = await visit(`POST /chat/${name}/stop`, {})
      expect(former).toMatchObject({ status: 200, json: { removed: [] } })
    }
    expect(await contents(id)).toHaveLength(1)
    expect((await ada(`POST /chat/${id}/stop`, {})).json).toEqual({ removed: [] })

    const chunks = await readToEnd()
    expect(chunks.at(-1)).toMatchObject({ type: 'abort' })
    expect(await contents(id)).toMatchObject([
      {
        role: 'assistant',
        content: [{ type: 'text', text: 'Begun' }],
        status: { type: 'incomplete', reason: 'cancelled' },
      },
      { role: 'user' },
    ])
  })

  test('before any content the message is taken back, by the caller’s own name too', async () => {
    const { id: message, readToEnd } = await ask('mine', 'hold never', '', 'call-1')
    const { id } = await threadOf(visit)
    await claim()

    // A stop for another call does not stop this answer.
    expect((await ada('POST /chat/mine/stop', { requestId: 'call-2' })).json.removed).toEqual([])
    expect(await contents(id)).toHaveLength(1)
    const stopped = await ada('POST /chat/mine/stop', { requestId: 'call-1' })

    expect(stopped.json.removed).toMatchObject([{ external_id: message }])
    expect((await readToEnd()).at(-1)).toMatchObject({ type: 'abort' })
    expect(await contents(id)).toEqual([])
  })

  test('a stop of an idle thread ends no later answer', async () => {
    const first = await ask('mine', 'say First', 'First')
    await first.readToEnd()
    const { id } = await threadOf(visit)
    await claim()

    expect((await ada(`POST /chat/${id}/stop`, {})).json).toEqual({ removed: [] })

    const messages = (await ada(`GET /threads/${id}/messages`)).json.messages
    const next = await ada(
      'POST /chat',
      {
        id,
        messages: [
          { id: messages[0].id, role: 'assistant', parts: [] },
          { id: createMessageId(), role: 'user', parts: [{ type: 'text', text: 'say Next' }] },
        ],
        trigger: 'submit-message',
      },
      { headers: { [ALCOVE_STREAM_HEADER]: '1' } },
    )
    expect(next.text).toContain('Next')
    expect(await contents(id)).toHaveLength(4)
  })
})

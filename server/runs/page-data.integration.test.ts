import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startModelServer, type ModelServer } from '../../e2e/model-server/start-model-server.ts'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { CONTEXT_DATA_EXPECTED } from '../../shared/context-data.ts'
import { createMessageId } from '../../shared/ids.ts'
import { ALCOVE_STREAM_HEADER } from '../../shared/wire/chat.ts'
import { PAGE_DATA_TEXT } from '../models/page-data.ts'
import { createCaller } from '../testing/create-caller.ts'
import { createTestApp, jsonCall, type TestApp } from '../testing/create-test-app.ts'

describe.each(ENGINES)('what a page says with a message, on %s', (engine) => {
  let model: ModelServer
  let place: StorePlace
  let world: TestApp
  beforeAll(async () => {
    model = await startModelServer()
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    const env = { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url }
    world = await createTestApp({ place, env })
  })
  afterAll(async () => {
    await world?.close()
    await place?.remove()
    await model?.stop()
  })

  const question = (text: string, context?: unknown) => ({
    id: createMessageId(),
    role: 'user',
    parts: [{ type: 'text', text }],
    ...(context === undefined ? {} : { metadata: { custom: { context } } }),
  })
  /** A visitor; with `saves` the server stores the messages. */
  async function signIn(saves: boolean) {
    const { authorization } = await world.signIn()
    const send = async (body: object) => {
      const init = jsonCall({ id: 'mine', trigger: 'submit-message', ...body }, authorization)
      const headers = { ...init.headers, ...(saves ? { [ALCOVE_STREAM_HEADER]: '1' } : {}) }
      const response = await world.request('/v1/chat', { ...init, headers })
      return { status: response.status, text: await response.text() }
    }
    return { send, call: createCaller(world, authorization) }
  }
  /**
   * The user's text in each call for an answer: this model's answers repeat it, and titles may be requested
   * at any time.
   */
  const allAsked = () =>
    model.requests
      .map(({ body }) => (body as { messages: readonly { role: string }[] }).messages)
      .filter((messages) => !JSON.stringify(messages).includes('Name the conversation'))
      .map((messages) => JSON.stringify(messages.filter(({ role }) => role === 'user')))
  const asked = () => allAsked().at(-1)

  test('reaches the model with its question only, and is kept with it', async () => {
    const { send, call } = await signIn(true)
    const first = question('say One', { cart: ['red chair'] })
    await send({ messages: [first] })
    expect(asked()).toContain(PAGE_DATA_TEXT)
    expect(asked()).toContain('red chair')

    const [thread] = (await call('GET /threads')).json.threads
    const { messages } = (await call(`GET /threads/${thread.id}/messages`)).json
    const kept = messages.map(
      ({ content }: { content: { metadata?: { custom?: { context?: unknown } } } }) =>
        content.metadata?.custom?.context,
    )
    expect(kept).toEqual([undefined, { cart: ['red chair'] }])

    await send({ messages: [{ ...first, id: messages[0].id }, question('say Two')] })
    expect(asked()).toContain('say Two')
    expect(asked()).not.toContain('page-data')
  })

  test('reaches the model again when its answer is made again', async () => {
    const { send, call } = await signIn(true)
    await send({ messages: [question('say One', { cart: ['red chair'] })] })
    const [thread] = (await call('GET /threads')).json.threads
    const { messages } = (await call(`GET /threads/${thread.id}/messages`)).json
    const before = allAsked()

    await send({ trigger: 'regenerate-message', messageId: messages[0].id, messages: [] })

    expect(allAsked()).toHaveLength(before.length + 1)
    expect(asked()).toContain('red chair')
  })

  test('reaches the model of a caller who keeps their own rows, with the newest question only', async () => {
    const { send } = await signIn(false)
    const older = question('say One', { cart: ['red chair'] })
    const answer = { id: 'a', role: 'assistant', parts: [{ type: 'text', text: 'One' }] }

    await send({ messages: [older, answer, question('say Two', { cart: ['blue table'] })] })

    expect(asked()).toContain('blue table')
    expect(asked()).not.toContain('red chair')
  })

  test.each([true, false])('is refused where it is no data, saved or not: %s', async (saves) => {
    const { send } = await signIn(saves)
    const before = allAsked()

    const { status, text } = await send({ messages: [question('say One', 'red chair')] })

    expect(status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({
      message: `messages.0.metadata.custom.context: expected ${CONTEXT_DATA_EXPECTED}.`,
    })
    expect(allAsked()).toEqual(before)
  })
})

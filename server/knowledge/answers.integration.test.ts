import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startModelServer, type ModelServer } from '../../e2e/model-server/start-model-server.ts'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createMessageId } from '../../shared/ids.ts'
import { ALCOVE_STREAM_HEADER } from '../../shared/wire/chat.ts'
import { createCaller } from '../testing/create-caller.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { createTestApp, jsonCall, type TestApp } from '../testing/create-test-app.ts'
import { createMemoryKnowledge, passage } from './memory-knowledge.test-support.ts'

const TIME = 'You may return goods within 30 days of their arrival.'
const COSTS = 'Returns are free of charge in the European Union.'

describe.each(ENGINES)('answers from the owner’s pages, on %s', (engine) => {
  let model: ModelServer
  let place: StorePlace
  let world: TestApp
  beforeAll(async () => {
    model = await startModelServer()
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    world = await createTestApp({
      place,
      env: { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url },
      knowledge: createMemoryKnowledge([
        passage({ text: TIME }),
        passage({ text: COSTS, headings: ['Costs'], anchor: 'costs' }),
      ]),
    })
  })
  afterAll(async () => {
    await world?.close()
    await place?.remove()
    await model?.stop()
  })

  /** Asks by the frame's own call, and returns the stream and the stored answer. */
  async function ask(script: string) {
    const { authorization } = await world.signIn()
    const parts = [{ type: 'text', text: script }]
    const messages = [{ id: createMessageId(), role: 'user', parts }]
    const init = jsonCall({ id: 'mine', trigger: 'submit-message', messages }, authorization)
    const headers = { ...init.headers, [ALCOVE_STREAM_HEADER]: '1' }
    const response = await world.request('/v1/chat', { ...init, headers })
    const stream = await response.text()
    const call = createCaller(world, authorization)
    const [thread] = (await call('GET /threads')).json.threads
    const { messages: rows } = (await call(`GET /threads/${thread.id}/messages`)).json
    const { content, metadata } = rows[0].content
    return { stream, parts: content, metadata }
  }

  const sourcesOf = (parts: readonly { readonly type: string }[]) =>
    parts.filter(({ type }) => type === 'source')

  test('cites what it found, and lists nothing else as a source', async () => {
    const search = 'tool search_knowledge {"query":"returns of goods"}'
    const { stream, parts } = await ask(`${search}; next; say They are free【2】, and [9] more.`)

    expect(parts).toMatchObject([
      { type: 'tool-call', toolName: 'search_knowledge' },
      { type: 'text', text: 'They are free[2], and [9] more.' },
      {
        type: 'source',
        url: `https://shop.example/returns#costs:~:text=${encodeURIComponent(COSTS)}`,
        title: 'Returns',
        providerMetadata: {
          alcove: { passage: { number: 2, text: COSTS, headings: ['Costs'], date: '2026-03-01' } },
        },
      },
    ])
    expect(sourcesOf(parts)).toHaveLength(1)
    expect(stream).toContain('"type":"source-url"')
    expect(stream).not.toContain('knowledge-use')
  })
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startAlcove, type AlcoveServer } from '../e2e/alcove-server.ts'
import { startModelServer, type ModelServer } from '../e2e/model-server/start-model-server.ts'
import { ENGINES, type StorePlace } from '../scripts/store-place.ts'
import { createMigratedPlace } from './testing/migrated-place.ts'
import { createChatClient, userMessage, type ChatClient } from './testing/chat-client.ts'

/** An operator's file with two tools that run on the server. */
const CONFIG = `
export default {
  projects: {
    default: {
      assistants: {
        default: {
          maxSteps: 3,
          tools: [
            {
              name: 'order_status',
              description: 'Where an order is',
              parameters: {
                type: 'object',
                properties: { order: { type: 'string', pattern: '^[A-Z]-[0-9]+$' } },
                required: ['order'],
                additionalProperties: false,
              },
              execute: ({ order }, { userId }) => ({ order, state: 'on its way', asked: userId }),
            },
            {
              name: 'find_products',
              parameters: { type: 'object', properties: { query: { type: 'string' } } },
              execute: async () => { throw new Error('secret: postgres://root:hunter2@db') },
            },
          ],
        },
      },
    },
  },
}
`

describe.each(ENGINES)('tools that run on the server, on %s', (engine) => {
  let folder: string
  let place: StorePlace
  let model: ModelServer
  let alcove: AlcoveServer
  let client: ChatClient

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alcove-config-'))
    await writeFile(join(folder, 'alcove.config.ts'), CONFIG)
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    model = await startModelServer()
    alcove = await startAlcove({
      dataDir: place.dataDir,
      env: {
        ALCOVE_CONFIG: join(folder, 'alcove.config.ts'),
        ALCOVE_MODEL: 'openai-compatible/any',
        OPENAI_BASE_URL: model.url,
        ALCOVE_SECRET: 'a secret of the server, for tools that run on it',
        ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
      },
    })
    client = await createChatClient(`http://127.0.0.1:${alcove.port}`)
  })
  afterAll(async () => {
    await alcove?.stop()
    await model?.stop()
    await place.remove()
    await rm(folder, { recursive: true, force: true })
  })

  async function ask(thread: string, script: string) {
    const answer = await client.chat({ thread, messages: [userMessage(script)] })
    await answer.text()
    return (await client.messages(thread)).at(-1)
  }

  test('two steps of one answer use two tools, and the saved answer holds both', async () => {
    const script =
      'tool order_status {"order":"A-17"}; next; tool find_products {"query":"tea"}; next; say Done'

    const row = await ask('two-steps', script)

    expect(row?.content.status).toEqual({ type: 'complete', reason: 'stop' })
    expect(row?.content.content).toMatchObject([
      {
        type: 'tool-call',
        toolName: 'order_status',
        args: { order: 'A-17' },
        result: { order: 'A-17', state: 'on its way', asked: expect.stringMatching(/^usr_anon_/) },
      },
      { type: 'tool-call', toolName: 'find_products', isError: true },
      { type: 'text', text: 'Done' },
    ])
    expect(JSON.stringify(row)).not.toContain('hunter2')
    // The line of the call comes after those of its tools.
    await expect.poll(() => alcove.output()).toContain('/v1/chat')
    expect(alcove.output()).not.toContain('hunter2')
  })

  test('arguments that the schema refuses never reach the tool', async () => {
    const row = await ask('refused', 'tool order_status {"order":"drop table"}; next; say Sorry')

    const [call] = row?.content.content ?? []
    expect(call).toMatchObject({ type: 'tool-call', toolName: 'order_status', isError: true })
    expect(JSON.stringify(call)).not.toContain('on its way')
  })

  test('a page cannot put its own tool in the place of one of the server', async () => {
    const answer = await client.chat({
      thread: 'shadowed',
      messages: [userMessage('tool order_status {"order":"A-1"}; next; say Done')],
      tools: { order_status: { parameters: { type: 'object' } } },
    })
    await answer.text()

    const row = (await client.messages('shadowed')).at(-1)
    expect(row?.content.content[0]).toMatchObject({ result: { state: 'on its way' } })
  })

  test('an answer that never stops calling tools ends after the steps it has', async () => {
    await ask('endless', 'tool order_status {"order":"A-1"}')

    const calls = model.requests.filter(
      ({ prompt }) => prompt === 'tool order_status {"order":"A-1"}',
    )
    expect(calls).toHaveLength(3)
  })
})

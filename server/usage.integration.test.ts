import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AlcoveServer, startAlcove } from '../e2e/alcove-server.ts'
import { type ModelServer, startModelServer } from '../e2e/model-server/start-model-server.ts'
import type { StorePlace } from '../scripts/store-place.ts'
import { createMigratedPlace } from './testing/migrated-place.ts'
import { createApiKeys } from './auth/api-keys.ts'
import { openStore } from './store/store.ts'
import { createChatClient, userMessage } from './testing/chat-client.ts'

let place: StorePlace
let model: ModelServer
let alcove: AlcoveServer
let key: string

beforeAll(async () => {
  place = await createMigratedPlace('sqlite', '')
  const store = await openStore(place)
  const keys = createApiKeys({ queries: store.apiKeys, now: Date.now })
  ;({ key } = await keys.create({ projectId: 'default', name: 'backend', scope: 'server' }))
  await store.close()
  model = await startModelServer()
  alcove = await startAlcove({
    dataDir: place.dataDir,
    env: { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url },
  })
})
afterAll(async () => {
  await alcove?.stop()
  await model?.stop()
  await place.remove()
})

test('counts the answers that the server made, with what they cost', async () => {
  const origin = `http://127.0.0.1:${alcove.port}`
  const client = await createChatClient(origin)
  for (const text of ['say One', 'say Half; error of it']) {
    await (await client.chat({ thread: 'usage', messages: [userMessage(text)] })).text()
  }

  const headers = { Authorization: `Bearer ${key}` }
  const read = async (path: string) => (await fetch(`${origin}/v1${path}`, { headers })).json()
  const day = new Date().toISOString().slice(0, 10)

  expect(await read('/projects/runs')).toMatchObject({
    runs: [
      { status: 'error', model_id: 'openai-compatible/any' },
      { status: 'completed', input_tokens: 10, output_tokens: 1 },
    ],
  })
  expect(await read(`/projects/usage/period?from=${day}&to=${day}`)).toMatchObject({
    runs: 2,
    threads: 1,
    users: 1,
    input_tokens: 10,
    output_tokens: 1,
  })
})

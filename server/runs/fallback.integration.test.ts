import { afterAll, beforeAll, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '../../e2e/model-server/start-model-server.ts'
import { createModel } from '../models/create-assistants.ts'
import { createScriptedModel, sayText } from '../models/testing/scripted-model.ts'
import { chatBody, readAll } from '../testing/create-runs-world.ts'
import { createRunsWorlds } from '../testing/create-runs-worlds.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.stop())

const openWorld = createRunsWorlds()

test('an answer of the fallback is stored, and counted for the model that gave it', async () => {
  const model = createModel({
    model: 'openai-compatible/first',
    providers: { OPENAI_BASE_URL: server.url },
  })
  const fallback = createScriptedModel(() => sayText('From the other.'), 'spare/second')
  const world = await openWorld({ engine: 'sqlite', assistant: { model, fallback } })
  const ask = async (thread: string, text: string) =>
    readAll(await world.submit(chatBody(thread, `q-${thread}`, [{ type: 'text', text }])))

  await ask('failing', 'status 401')
  await ask('working', 'say From the first.')

  const textOf = async (thread: string) => (await world.rows(thread)).at(-1)!.content['content']
  expect(await textOf('failing')).toMatchObject([{ text: 'From the other.' }])
  expect(await textOf('working')).toMatchObject([{ text: 'From the first.' }])
  const reports = await world.store.reports.listRuns('shop', { limit: 10 })
  const models = new Set(reports.map(({ modelId }) => modelId))
  expect(models).toEqual(new Set(['openai-compatible/first', 'spare/second']))
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createMigratedPlace } from '../../../testing/migrated-place.ts'
import { addSource } from '../../../testing/add-source.ts'
import { openStore } from '../../../store/store.ts'
import { embedPages } from './embed-pages.ts'
import { createWorld, saveTexts } from './embedding-world.test-support.ts'
import { scriptEmbedding } from './scripted-embedding.test-support.ts'
import { createVectorSearch } from './vector-search.ts'

const CHILD = fileURLToPath(new URL('embed-child.test-support.ts', import.meta.url))
const BATCH = 10
const TEXTS = Array.from({ length: 200 }, (_, n) => `Lantern ${'i'.repeat(n)}.`)

/** Runs the child until it has asked for so many texts, and kills it. */
async function embedAndKill(folder: string, modelId: string, texts: number) {
  const child = spawn(process.execPath, [CHILD, folder, modelId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const asked: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    asked.push(JSON.parse(line) as string)
    if (asked.length === texts) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return { asked, signal: child.signalCode }
}

test('a kill in the middle loses at most the batch that was under way', async () => {
  const place = await createMigratedPlace('sqlite', '')
  onTestFinished(() => place.remove())
  const sourceId = await addSource(place)
  const before = await openStore(place)
  await saveTexts(before, { sourceId, address: 'a' }, TEXTS)
  await before.close()

  const first = await embedAndKill(place.dataDir, 'words', 4 * BATCH)
  const second = await embedAndKill(place.dataDir, 'words', 3 * BATCH)
  expect([first.signal, second.signal]).toEqual(['SIGKILL', 'SIGKILL'])

  const store = await openStore(place)
  onTestFinished(() => store.close())
  const { model, calls } = scriptEmbedding()
  const world = createWorld(store, model)
  const { signal } = new AbortController()
  expect(await embedPages(world, { projectId: 'default', signal })).toEqual({ type: 'whole' })

  const asked = [...first.asked, ...second.asked, ...calls.flat()]
  const times = Map.groupBy(asked, (text) => text)
  expect(times.size).toBe(TEXTS.length)
  const twice = [...times.values()].filter(({ length }) => length > 1)
  expect(twice.length).toBeLessThanOrEqual(2 * BATCH)
  expect(first.asked.length + second.asked.length).toBeGreaterThan(twice.length)
  const question = { projectId: 'default', text: 'lantern', sources: new Set([sourceId]) }
  const found = await createVectorSearch(world).search({ ...question, wanted: 1_000 })
  expect(new Set(found?.map(({ pieceId }) => pieceId)).size).toBe(TEXTS.length)
})

test('a kill in the middle of a switch leaves the model before in use', async () => {
  const place = await createMigratedPlace('sqlite', '')
  onTestFinished(() => place.remove())
  const sourceId = await addSource(place)
  const store = await openStore(place)
  await saveTexts(store, { sourceId, address: 'a' }, TEXTS)
  const world = createWorld(store, scriptEmbedding().model)
  const { signal } = new AbortController()
  await embedPages(world, { projectId: 'default', signal })
  await store.close()

  await embedAndKill(place.dataDir, 'next', 5 * BATCH)

  const again = await openStore(place)
  onTestFinished(() => again.close())
  const models = await again.embeddings.listModels('default')
  expect(models.map(({ name, state }) => [name, state])).toEqual([
    ['scripted/words', 'current'],
    ['scripted/next', 'building'],
  ])
  const search = createVectorSearch(createWorld(again, scriptEmbedding().model))
  const question = { projectId: 'default', text: 'lantern', sources: new Set([sourceId]) }
  expect(await search.search({ ...question, wanted: 3 })).toHaveLength(3)
})

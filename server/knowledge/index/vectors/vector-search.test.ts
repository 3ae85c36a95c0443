import { expect, onTestFinished, test, vi } from 'vitest'
import type { Store } from '../../../store/store.ts'
import { createWorld } from './embedding-world.test-support.ts'
import { scriptEmbedding } from './scripted-embedding.test-support.ts'
import { createVectorSearch, NEAR_MS, QUESTION_PATIENCE } from './vector-search.ts'

const MODEL = {
  id: 'm',
  projectId: 'shop',
  name: 'scripted/words',
  dimensions: undefined,
  prefixes: { question: '', passage: '' },
  state: 'current',
  shape: { dimensions: 64, centre: [] },
  texts: 1,
}

/** A search among vectors that answers as `findNear` does. */
function createSearch(findNear: () => Promise<readonly unknown[]>) {
  const warnings: string[] = []
  const store = {
    embeddings: { listModels: async () => [MODEL], addUsage: async () => {} },
    vectors: { findNear, sampleSimilarities: async () => [0], findPieces: async () => [] },
  }
  const log = { warn: (_: object, text: string) => void warnings.push(text) }
  const world = createWorld(store as unknown as Store, scriptEmbedding().model, { log })
  const search = (signal?: AbortSignal) =>
    createVectorSearch(world).search({
      projectId: 'shop',
      text: 'lamps',
      sources: new Set(),
      wanted: 1,
      signal,
    })
  return { search, warnings }
}

test('an answer does not wait for vectors that are late', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const late = createSearch(() => new Promise(() => {}))
  let found: unknown = 'none yet'
  void late.search().then((value) => (found = value))
  await vi.advanceTimersByTimeAsync(NEAR_MS + QUESTION_PATIENCE.totalMs - 1)
  expect(found).toBe('none yet')
  await vi.advanceTimersByTimeAsync(1)
  expect(found).toBeUndefined()
  expect(late.warnings).toEqual(['a question is answered without vectors'])
  expect(await createSearch(async () => []).search()).toEqual([])
})

test('a failed search leaves the question to words, and a stop ends it', async () => {
  const broken = createSearch(() => Promise.reject(new Error('broken')))
  expect(await broken.search()).toBeUndefined()
  expect(broken.warnings).toEqual(['a question is answered without vectors'])

  const stop = new AbortController()
  stop.abort(new Error('stopped'))
  await expect(broken.search(stop.signal)).rejects.toThrow('stopped')
})

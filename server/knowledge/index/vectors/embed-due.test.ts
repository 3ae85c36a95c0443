import { expect, test } from 'vitest'
import type { EmbeddedProject } from '../../../store/knowledge/vectors/embedding-queries.ts'
import type { Store } from '../../../store/store.ts'
import { createDueEmbedding, CRAWLING_MS, QUIET_MS } from './embed-due.ts'
import { createWorld } from './embedding-world.test-support.ts'

interface Scene {
  now: number
  projects: EmbeddedProject[]
  /** Passes so far, by project. */
  readonly passes: string[]
  onPass: (projectId: string) => void | Promise<void>
}

/** Projects without a model: a pass does nothing but look. */
function createScene() {
  const scene: Scene = {
    now: 1_000_000,
    projects: [{ projectId: 'shop', crawls: '1', isCrawling: false }],
    passes: [],
    onPass: () => {},
  }
  const embeddings = {
    listProjects: async () => scene.projects,
    listModels: async () => [],
    nameModel: async (projectId: string) => {
      scene.passes.push(projectId)
      await scene.onPass(projectId)
      return undefined
    },
  }
  const warnings: string[] = []
  const world = createWorld({ embeddings } as unknown as Store, undefined, {
    now: () => scene.now,
    log: { warn: (_, text) => void warnings.push(text) },
  })
  const embed = createDueEmbedding(world)
  return { scene, warnings, tick: (signal = new AbortController().signal) => embed(signal) }
}

test('a pass follows each crawl, and after a while even without one', async () => {
  const { scene, tick } = createScene()
  await tick()
  await tick()
  expect(scene.passes).toHaveLength(1)

  scene.projects = [{ projectId: 'shop', crawls: '2', isCrawling: false }]
  await tick()
  expect(scene.passes).toHaveLength(2)

  scene.now += QUIET_MS - 1
  await tick()
  expect(scene.passes).toHaveLength(2)
  scene.now += 1
  await tick()
  expect(scene.passes).toHaveLength(3)
})

test('pages are embedded while a crawl goes on', async () => {
  const { scene, tick } = createScene()
  scene.projects = [{ projectId: 'shop', crawls: '1', isCrawling: true }]
  await tick()
  scene.now += CRAWLING_MS - 1
  await tick()
  expect(scene.passes).toHaveLength(1)
  scene.now += 1
  await tick()
  expect(scene.passes).toHaveLength(2)
})

test('a project whose pass fails does not keep others from theirs', async () => {
  const { scene, tick, warnings } = createScene()
  scene.projects = ['a', 'b'].map((projectId) => ({ projectId, crawls: '', isCrawling: false }))
  scene.onPass = (projectId) => {
    if (projectId === 'a') throw new Error('broken')
  }
  await tick()
  await tick()
  expect(scene.passes).toEqual(['a', 'b', 'a'])
  expect(warnings).toEqual(['the embedding of pages failed', 'the embedding of pages failed'])
})

test('passes do not overlap, and none begins after a stop', async () => {
  const { scene, tick } = createScene()
  const free = Promise.withResolvers<void>()
  scene.projects = ['a', 'b'].map((projectId) => ({ projectId, crawls: '', isCrawling: false }))
  scene.onPass = () => free.promise
  const stop = new AbortController()
  const first = tick(stop.signal)
  await tick()
  stop.abort()
  free.resolve()
  await first
  expect(scene.passes).toEqual(['a'])
  await tick()
  expect(scene.passes).toEqual(['a', 'b'])
})

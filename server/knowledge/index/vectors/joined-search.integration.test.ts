import { beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../../scripts/store-place.ts'
import { addSource } from '../../../testing/add-source.ts'
import { withStore } from '../../../testing/with-store.ts'
import type { KnowledgeReader, KnowledgeSearch } from '../../passage.ts'
import { createKnowledgeSearch } from '../create-search.ts'
import { embedPages } from './embed-pages.ts'
import { createWorld, saveTexts } from './embedding-world.test-support.ts'
import { createCallError, scriptEmbedding } from './scripted-embedding.test-support.ts'
import { COMPARED, createVectorSearch } from './vector-search.ts'

const TEXTS = [
  'A reimbursement takes five days.',
  'The lantern burns for twenty hours.',
  'Opening hours are from nine to five.',
  'Our physician visits on Mondays.',
  'Ropes are made of hemp.',
  'Rivers freeze in winter.',
]
const { signal } = new AbortController()

describe.each(ENGINES)('search by words and meaning on %s', (engine) => {
  const { store, place } = withStore(engine)
  let fails = false
  const script = scriptEmbedding({
    onCall: () => {
      if (fails) throw createCallError(401)
    },
  })
  let byWords: KnowledgeSearch
  let joined: KnowledgeSearch
  const reader = (projectId: string, isNamed = false): KnowledgeReader => ({
    projectId,
    workspaceId: 'w',
    userId: 'u',
    isNamed,
  })
  const textsOf = async (search: KnowledgeSearch, query: string, who = reader('shop')) =>
    (await search.search(who, query, 3)).map(({ text }) => text)

  beforeAll(async () => {
    const world = createWorld(store, script.model)
    byWords = createKnowledgeSearch(store.knowledge)
    joined = createKnowledgeSearch(store.knowledge, createVectorSearch(world))
    for (const id of ['shop', 'museum']) await store.projects.create({ id, name: id })
    const shop = await addSource(place, { projectId: 'shop' })
    await saveTexts(store, { projectId: 'shop', sourceId: shop, address: 'a' }, TEXTS)
    const named = await addSource(place, { projectId: 'shop', settings: { readers: 'named' } })
    // More than one comparison looks at.
    const secrets = Array.from(
      { length: COMPARED + 10 },
      (_, n) => `Doctor number ${'i'.repeat(n)}`,
    )
    await saveTexts(store, { projectId: 'shop', sourceId: named, address: 'n' }, secrets)
    const museum = await addSource(place, { projectId: 'museum' })
    const own = ['A reimbursement at the museum.', TEXTS[3]!]
    await saveTexts(store, { projectId: 'museum', sourceId: museum, address: 'm' }, own)
    for (const projectId of ['shop', 'museum']) await embedPages(world, { projectId, signal })
  })

  test('a reworded question is found by its meaning alone, above the floor', async () => {
    expect(await textsOf(byWords, 'refund')).toEqual([])
    const [first] = await joined.search(reader('shop'), 'refund', 3)
    expect(first).toMatchObject({ text: TEXTS[0], isAboveFloor: true })
  })

  test('a piece that both find stands before those of one', async () => {
    expect((await textsOf(joined, 'physician refund'))[0]).toBe(TEXTS[3])
  })

  test('pieces that a question has nothing to do with are below the floor', async () => {
    const found = await joined.search(reader('shop'), 'quantum chromodynamics lagrangian', 3)
    expect(found).toHaveLength(3)
    expect(found.filter(({ isAboveFloor }) => isAboveFloor)).toEqual([])
  })

  test('sources that a reader may not see leave room for the others', async () => {
    expect((await textsOf(joined, 'doctor'))[0]).toBe(TEXTS[3])
    expect((await textsOf(joined, 'doctor', reader('shop', true)))[0]).toContain('Doctor number')
  })

  test('tenants find their own pieces alone, though texts are the same', async () => {
    expect((await textsOf(joined, 'refund', reader('museum')))[0]).toBe(
      'A reimbursement at the museum.',
    )
    expect(await textsOf(joined, 'settee doctor', reader('museum'))).toHaveLength(2)
    expect(await textsOf(joined, 'refund')).not.toContain('A reimbursement at the museum.')
    const embedded = script.calls.flat().filter((text) => text.includes(TEXTS[3]!))
    expect(embedded).toHaveLength(2)
  })

  test('a question whose embedding fails is answered by its words', async () => {
    fails = true
    expect(await textsOf(joined, 'lantern')).toEqual([TEXTS[1]])
    fails = false
    expect((await textsOf(joined, 'lantern'))[0]).toBe(TEXTS[1])
    expect(await textsOf(joined, 'lantern')).toHaveLength(3)
  })
})

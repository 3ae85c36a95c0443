import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { insertSource } from '../../../store/knowledge/knowledge-rows.test-support.ts'
import { openPgliteStore } from '../../../store/pglite-store.test-support.ts'
import { withStore } from '../../../testing/with-store.ts'
import { addSource } from '../../../store/knowledge/knowledge-rows.test-support.ts'
import type { Store } from '../../../store/store.ts'
import { embedPages } from './embed-pages.ts'
import { createWorld, saveTexts } from './embedding-world.test-support.ts'
import { scriptEmbedding } from './scripted-embedding.test-support.ts'
import { createVectorSearch } from './vector-search.ts'

const { store: embedded, place } = withStore('sqlite')
const { store: plain, place: plainPlace } = withStore('postgres')
const WORDS = ['sofa', 'lantern', 'refund', 'kettle', 'doctor', 'rope', 'river', 'glass']
const TEXTS = Array.from({ length: 60 }, (_, n) =>
  [1, 2, 3].map((step) => WORDS[(n * step + Math.floor(n / 8)) % WORDS.length]).join(' '),
)

async function order(
  store: Pick<Store, 'knowledge' | 'embeddings' | 'vectors'>,
  sourceId: string,
  indexFrom?: number,
) {
  const projectId = 'default'
  const world = createWorld(store, scriptEmbedding().model)
  await saveTexts(store, { sourceId, address: 'a' }, TEXTS)
  const { signal } = new AbortController()
  await embedPages(world, { projectId, signal, ...(indexFrom !== undefined && { indexFrom }) })
  const search = createVectorSearch(world)
  const answers: string[][] = []
  for (const text of ['settee by the river', 'physician', 'reimbursement for glass']) {
    const sources = new Set([sourceId])
    const found = await search.search({ projectId, text, sources, wanted: 20 })
    const ids = found!.map(({ pieceId }) => pieceId)
    const passages = await store.knowledge.readPassages(projectId, ids)
    answers.push(ids.map((id) => passages.find(({ pieceId }) => pieceId === id)!.text))
  }
  return answers
}

test('all engines find the same in the same order, with the extension vector or without', async () => {
  const lite = await openPgliteStore()
  onTestFinished(() => lite.close())
  const inSqlite = await order(embedded, await addSource(place))

  expect(inSqlite[1]?.[0]).toContain('doctor')
  expect(await order(plain, await addSource(plainPlace))).toEqual(inSqlite)
  expect(await order(lite.store, await insertSource(lite.db), 1)).toEqual(inSqlite)

  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where indexname like 'knowledge_bits_%'`.execute(lite.db)
  expect(rows).toEqual([{ indexdef: expect.stringContaining('hnsw') as string }])
  await embedPages(createWorld(lite.store, undefined), {
    projectId: 'default',
    signal: new AbortController().signal,
  })
  const { rows: left } = await sql`
    select 1 from pg_indexes where indexname like 'knowledge_bits_%'`.execute(lite.db)
  expect(left).toEqual([])
})

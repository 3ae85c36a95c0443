import type { Store } from '../../../store/store.ts'
import { embedPages } from './embed-pages.ts'
import { createWorld, saveTexts } from './embedding-world.test-support.ts'
import { scriptEmbedding } from './scripted-embedding.test-support.ts'
import { createVectorSearch } from './vector-search.ts'

const WORDS = ['sofa', 'lantern', 'refund', 'kettle', 'doctor', 'rope', 'river', 'glass']
const TEXTS = Array.from({ length: 60 }, (_, n) =>
  [1, 2, 3].map((step) => WORDS[(n * step + Math.floor(n / 8)) % WORDS.length]).join(' '),
)

/** Texts that three questions find in a source of project `default`, nearest first. */
export async function askInOrder(
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

import { createKnowledgeSearch } from '../../server/knowledge/index/create-search.ts'
import { inTurns } from '../../server/steps/in-turns.ts'
import { splitDocument } from '../../server/knowledge/index/split-document.ts'
import type { KnowledgeReader } from '../../server/knowledge/passage.ts'
import type { Store } from '../../server/store/store.ts'
import { askQuestions } from './ask-questions.ts'
import type { BenchOrder, BenchReport } from './bench-messages.ts'
import { makeDocuments, PIECES_PER_DOCUMENT, type BenchDocument } from './make-pieces.ts'
import { watchMemory } from './watch-memory.ts'

export const SOURCE_ID = 'source_bench'
const READER: KnowledgeReader = {
  projectId: 'default',
  workspaceId: 'w',
  userId: 'u',
  isNamed: false,
}
const RESULTS = 5

export async function measureAlcove(store: Store, order: BenchOrder): Promise<BenchReport> {
  if (order.type === 'search') {
    const { search } = createKnowledgeSearch(store.knowledge)
    return askQuestions(order, async ({ question, piece }) => {
      const found = await search(READER, question, RESULTS)
      return found.some(({ address, anchor }) => numberOf(address, anchor) === piece)
    })
  }
  const memory = watchMemory()
  const startedAt = performance.now()
  let number = 0
  for (const document of makeDocuments(order.pieces)) {
    await save(store, document, number)
    number += 1
    memory.look()
  }
  // As at the end of a crawl.
  await store.knowledge.tidy()
  memory.look()
  return { type: 'indexed', ms: performance.now() - startedAt, memoryMib: memory.peakMib() }
}

const numberOf = (address: string, anchor: string | undefined): number =>
  Number(address) * PIECES_PER_DOCUMENT + Number(anchor)

/** As a crawl does after it has read a page. */
async function save(store: Store, document: BenchDocument, number: number): Promise<void> {
  const { title, language } = document
  const read = {
    title,
    language,
    isHidden: false,
    links: [],
    notes: [],
    sections: document.pieces.map(({ heading, text }, index) => ({
      headings: [heading],
      anchor: String(index),
      blocks: [text],
    })),
  }
  const pieces = await inTurns(splitDocument(read))
  await store.knowledge.saveDocument({
    document: {
      projectId: READER.projectId,
      sourceId: SOURCE_ID,
      address: String(number),
      url: null,
      title,
      language,
      date: null,
      mediaType: 'text/plain',
      bytes: 1,
      etag: null,
      lastModified: null,
      hash: String(number),
      notes: [],
      unreadReason: null,
      unreadDetail: null,
      crawlId: 'bench',
    },
    pieces,
  })
}

import { createHash } from 'node:crypto'
import { addSource, withTables } from '../../testing/add-source.ts'
import type { PlaceSettings } from '../open-place.ts'
import { createScope, newMessage } from '../new-rows.test-support.ts'
import type { Store } from '../store.ts'
import type { NewKnowledgeDocument, NewPiece } from './document-rows.ts'

/**
 * A row of every kind that a crawl stores: a source with an unfinished crawl, and a document of two pieces; and of
 * their vectors.
 */
export async function fillKnowledge(place: PlaceSettings, store: Store): Promise<void> {
  const sourceId = await addSource(place)
  await withTables(place, (db) =>
    db
      .insertInto('knowledge_queue')
      .values({
        source_id: sourceId,
        address: 'next.html',
        crawl_id: 'c',
        depth: 1,
        modified_at: null,
        state: 'waiting',
      })
      .execute(),
  )
  await store.knowledge.saveDocument({
    document: createDocument({ sourceId, address: 'lamps.html', bytes: 5_000_000_000 }),
    pieces: [createPiece('A wick lasts for 200 hours.', ['Wicks']), createPiece('Ein Docht.')],
  })
  const model = await store.embeddings.nameModel('default', {
    name: 'm',
    dimensions: 3,
    prefixes: { question: 'q: ', passage: 'p: ' },
  })
  const { texts } = await store.vectors.listUnembedded(model!, undefined)
  const vectors = texts.map(({ hash, title }, index) =>
    index === 0 ? { hash, title, unit: [0.6, -0.8, 0] } : { hash, title, problem: 'Refused.' },
  )
  const shape = { dimensions: 3, centre: [0.1, 0, -0.1] }
  await store.vectors.saveVectors(model!.id, vectors, shape)
  await store.embeddings.addUsage('default', 'pages', { calls: 1, tokens: 5_000_000_000 })
}

/** An answer that used an owner's pages, in a thread of its own. */
export async function addAnswerFromPages(store: Store): Promise<void> {
  const scope = createScope()
  const lastMessageAt = '2026-11-01T00:00:00.000Z'
  const thread = await store.threads.create(scope, { lastMessageAt })
  const { run } = await store.runs.start(scope, {
    thread: thread.id,
    owner: 'server',
    leaseUntil: lastMessageAt,
    turn: { type: 'submit', ...newMessage('asked'), externalId: 'asked' },
  })
  await store.runs.finish(run, {
    format: 'aui/v0',
    content: { role: 'assistant', content: [] },
    knowledge: { isUnanswered: true, data: '{"uses":[]}' },
  })
}

export const createDocument = (
  given: Partial<NewKnowledgeDocument> & Pick<NewKnowledgeDocument, 'sourceId' | 'address'>,
): NewKnowledgeDocument => ({
  projectId: 'default',
  url: null,
  title: given.address,
  language: null,
  date: null,
  mediaType: 'text/plain',
  bytes: 9,
  etag: null,
  lastModified: null,
  hash: 'h',
  notes: [],
  unreadReason: null,
  unreadDetail: null,
  crawlId: 'c',
  ...given,
})

export const createPiece = (text: string, headings: readonly string[] = []): NewPiece => ({
  headings,
  text,
  hash: createHash('sha256')
    .update(JSON.stringify([headings, text]))
    .digest('hex'),
})

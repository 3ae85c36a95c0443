import { createHash } from 'node:crypto'
import { Kysely } from 'kysely'
import { createRowId } from '../../../shared/ids.ts'
import { openPlace, type PlaceSettings } from '../open-place.ts'
import type { Store } from '../store.ts'
import type { Tables } from '../tables.ts'
import type { NewKnowledgeDocument, NewPiece } from './document-rows.ts'

/** A new source of the project `default`; returns its id. */
export async function addSource(
  place: PlaceSettings,
  {
    id = createRowId('source'),
    projectId = 'default',
    settings = {},
  }: { id?: string; projectId?: string; settings?: object } = {},
): Promise<string> {
  await withTables(place, (db) => insertSource(db, { id, projectId, settings }))
  return id
}

export async function insertSource(
  db: Kysely<Tables>,
  {
    id = createRowId('source'),
    projectId = 'default',
    settings = {},
  }: { id?: string; projectId?: string; settings?: object } = {},
): Promise<string> {
  await db
    .insertInto('knowledge_sources')
    .values({
      id,
      project_id: projectId,
      kind: 'folder',
      location: id,
      settings: JSON.stringify(settings),
      is_fixed: 0,
      state: 'ready',
      problem: null,
      crawl_id: null,
      crawl_started_at: null,
      crawled_at: null,
      due_at: null,
      lease_owner: null,
      lease_until: null,
      created_at: '2026-11-01T00:00:00.000Z',
    })
    .execute()
  return id
}

/** Works on the tables of a place, beside a store that may have it open. */
async function withTables(place: PlaceSettings, work: (db: Kysely<Tables>) => Promise<unknown>) {
  const { dialect, release } = await openPlace({ ...place, isTool: true })
  const db = new Kysely<Tables>({ dialect: dialect.kysely })
  await work(db)
  await db.destroy()
  release()
}

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
  const model = await store.embeddings.nameModel('default', { name: 'm', dimensions: 3 })
  const { texts } = await store.vectors.listUnembedded(model!, undefined)
  const vectors = texts.map(({ hash, title }, index) =>
    index === 0 ? { hash, title, unit: [0.6, -0.8, 0] } : { hash, title, problem: 'Refused.' },
  )
  const shape = { dimensions: 3, centre: [0.1, 0, -0.1] }
  await store.vectors.saveVectors(model!.id, vectors, shape)
  await store.embeddings.addUsage('default', 'pages', { calls: 1, tokens: 5_000_000_000 })
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

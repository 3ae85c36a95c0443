import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../scripts/store-place.ts'
import { addSource, withTables } from '../../testing/add-source.ts'
import { withStore } from '../../testing/with-store.ts'
import { DATABASE_FILE } from '../dialect-sqlite.ts'
import { createDocument, createPiece } from './knowledge-rows.test-support.ts'
import { PIECES_PER_STEP } from './remove-pieces.ts'
import { DOCUMENTS_PER_STEP } from './update-documents.ts'

const PROJECT = 'default'

describe.each(ENGINES)('documents in steps on %s', (engine) => {
  const { store, place } = withStore(engine)
  let sourceId = ''
  beforeEach(async () => {
    sourceId = await addSource(place)
  })
  const save = (address: string, pieces: number) =>
    store.knowledge.saveDocument({
      document: createDocument({ sourceId, address }),
      pieces: Array.from({ length: pieces }, (_, index) => createPiece(`${address} text${index}`)),
    })
  const count = () => store.knowledge.countEntries(PROJECT)

  test.each([0, 1])('a document of %i pieces more than a step goes whole', async (more) => {
    const kept = await save('kept', 1)
    const before = await count()
    const { id } = await save('long', PIECES_PER_STEP + more)
    await store.knowledge.removeDocuments([id, id])
    expect(await store.knowledge.findDocument(PROJECT, id)).toBeUndefined()
    expect(await store.knowledge.findDocument(PROJECT, kept.id)).toBeDefined()
    expect(await count()).toBe(before)
    expect(await store.knowledge.findWords(PROJECT, ['long', 'text1'], [])).toEqual([])
  })

  test('a document of which a step of removal took pieces is read anew if its source comes back', async () => {
    const { id } = await save('long', PIECES_PER_STEP + 1)
    const before = await count()
    await store.sources.startRemoval(PROJECT, sourceId)
    expect(await store.sources.removeStep(sourceId)).toBe(true)
    expect(await count()).toBe(before - PIECES_PER_STEP)
    expect(await store.knowledge.findDocument(PROJECT, id)).toMatchObject({ hash: '', etag: null })
    while (await store.sources.removeStep(sourceId));
    expect(await store.knowledge.findDocument(PROJECT, id)).toBeUndefined()
    expect(await store.sources.find(PROJECT, sourceId)).toBeUndefined()
  })

  test('all documents of a source are marked as missing, also those after a step, and no others', async () => {
    const other = await addSource(place)
    const addressOf = (index: number) => `page${String(index).padStart(4, '0')}`
    const rows = Array.from({ length: DOCUMENTS_PER_STEP + 1 }, (_, index) => [sourceId, index])
    await withTables(place, async (db) => {
      for (const [source, index] of [...rows, [other, 0]] as [string, number][]) {
        await db
          .insertInto('knowledge_documents')
          .values(rowOf(source, addressOf(index), index === 1 ? 'now' : 'before'))
          .execute()
      }
    })
    await store.crawledDocuments.markMissing(sourceId, 'now', '2026-11-01T00:00:00.000Z')
    const { present, lost } = await store.crawledDocuments.countFound(sourceId, 'now')
    expect([present, lost]).toEqual([1, 0])
    const missing = (await store.sources.count(PROJECT)).get(sourceId)?.missing
    expect(missing).toBe(DOCUMENTS_PER_STEP)
    expect((await store.sources.count(PROJECT)).get(other)?.missing).toBe(0)
  })
})

const rowOf = (sourceId: string, address: string, crawlId: string) => ({
  id: `${sourceId}${address}`,
  source_id: sourceId,
  project_id: PROJECT,
  address,
  url: null,
  title: address,
  language: null,
  date: null,
  media_type: 'text/plain',
  bytes: 1,
  etag: null,
  last_modified: null,
  hash: 'h',
  notes: '[]',
  version_key: null,
  fingerprint: null,
  replaced_by: null,
  unread_reason: null,
  unread_detail: null,
  crawl_id: crawlId,
  missing_since: null,
  checked_at: '2026-11-01T00:00:00.000Z',
  created_at: '2026-11-01T00:00:00.000Z',
})

describe('the index of SQLite', () => {
  const { store, place } = withStore('sqlite')

  test('has fewer parts after it was tidied, and finds the same', async () => {
    const sourceId = await addSource(place)
    for (let index = 0; index < 30; index += 1) {
      await store.knowledge.saveDocument({
        document: createDocument({ sourceId, address: `page${index}` }),
        pieces: [createPiece(`wick number${index}`)],
      })
    }
    const beside = new DatabaseSync(join(place.dataDir, DATABASE_FILE), { readOnly: true })
    const countParts = () =>
      beside.prepare('select count(distinct segid) as n from knowledge_index_idx').get()!['n']
    const matches = () =>
      beside
        .prepare(`select count(*) as n from knowledge_index where knowledge_index match ?`)
        .get('w*')!['n']
    const [parts, found] = [Number(countParts()), matches()]
    await store.knowledge.tidy()
    expect(Number(countParts())).toBeLessThan(parts / 2)
    expect(matches()).toBe(found)
    await expect(store.knowledge.tidy()).resolves.toBeUndefined()
    beside.close()
  })
})

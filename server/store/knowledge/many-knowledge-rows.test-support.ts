import { PostgresAdapter, type Kysely } from 'kysely'
import { insertAll } from '../insert-all.test-support.ts'
import type { Tables } from '../tables.ts'

/** A source of each of many projects, and the documents of the first. */
export async function fillManyKnowledgeRows(
  db: Kysely<Tables>,
  numbers: readonly number[],
  time: string,
) {
  await insertAll(db, 'knowledge_sources', numbers, (n) => ({
    id: `s${n}`,
    project_id: `p${n}`,
    kind: 'url',
    location: 'x',
    settings: '{}',
    is_fixed: 0,
    state: 'ready',
    created_at: time,
  }))
  await insertAll(db, 'knowledge_queue', numbers, (n) => ({
    source_id: 's1',
    address: `a${n}`,
    crawl_id: 'c',
    depth: 0,
    state: 'waiting' as const,
  }))
  await insertAll(db, 'knowledge_documents', numbers, (n) => ({
    id: `d${n}`,
    source_id: 's1',
    project_id: 'p1',
    address: `a${n}`,
    title: 'x',
    media_type: 'text/html',
    bytes: 1,
    hash: 'h',
    notes: '[]',
    version_key: `v${n}`,
    crawl_id: 'c',
    checked_at: time,
    created_at: time,
  }))
  await insertAll(db, 'knowledge_pieces', numbers, (n) => ({
    id: n,
    project_id: 'p1',
    source_id: 's1',
    document_id: `d${n}`,
    position: 0,
    headings: '[]',
    text: 'x',
    hash: 'h',
  }))
  await insertAll(db, 'knowledge_entries', numbers, (n) => ({
    piece_id: n,
    project_id: 'p1',
    document_id: `d${n}`,
    words: `word${n}`,
    // SQLite has the terms in its index alone.
    ...(isPostgres(db) && { terms: `w${n}` }),
  }))
  await insertAll(db, 'knowledge_words', numbers, (n) => ({
    project_id: 'p1',
    word: `word${n}`,
    reversed: `${n}drow`,
    letters: `word${n}`.length,
    pieces: 1,
  }))
}

const isPostgres = (db: Kysely<Tables>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

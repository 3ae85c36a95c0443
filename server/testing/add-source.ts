import { Kysely } from 'kysely'
import { createRowId } from '../../shared/ids.ts'
import { openPlace, type PlaceSettings } from '../store/open-place.ts'
import type { Tables } from '../store/tables.ts'

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
export async function withTables<Result>(
  place: PlaceSettings,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const { dialect, release } = await openPlace({ ...place, isTool: true })
  const db = new Kysely<Tables>({ dialect: dialect.kysely })
  const result = await work(db)
  await db.destroy()
  release()
  return result
}

import type { Selectable } from 'kysely'
import type { Queryable } from './database.ts'
import type { ProjectThreadPage, Scope, ThreadPage, ThreadRow } from './store.ts'
import type { ThreadsTable } from './tables.ts'
import { findThread, selectThreads, toThreadRow } from './thread-rows.ts'

export async function listThreads(
  db: Queryable,
  now: string,
  scope: Scope,
  page: ThreadPage,
): Promise<readonly ThreadRow[]> {
  const place = await findPlace(page, (after) => findThread(db, scope, after))
  if (place === 'nowhere') return []
  const { projectId, workspaceId } = scope
  return readPage(db, now, projectId, { ...page, workspaceId }, place)
}

export async function listProjectThreads(
  db: Queryable,
  now: string,
  projectId: string,
  page: ProjectThreadPage,
): Promise<readonly ThreadRow[]> {
  const place = await findPlace(page, (after) => findProjectThread(db, projectId, after))
  if (place === 'nowhere') return []
  return readPage(db, now, projectId, page, place)
}

/** Of the thread after which a page begins. */
type Place = Pick<Selectable<ThreadsTable>, 'id' | 'last_message_at'>

/** Where the last page ended: where its caller saw it end, or where that thread stands by now. */
async function findPlace(
  { after, afterTime }: ThreadPage,
  find: (after: string) => Promise<Place | undefined>,
): Promise<Place | 'first' | 'nowhere'> {
  if (after === undefined) return 'first'
  if (afterTime !== undefined) return { id: after, last_message_at: afterTime }
  return (await find(after)) ?? 'nowhere'
}

const findProjectThread = (
  db: Queryable,
  projectId: string,
  id: string,
): Promise<Selectable<ThreadsTable> | undefined> =>
  db
    .selectFrom('threads')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Reads no more than `max` rows. */
export async function countThreads(db: Queryable, scope: Scope, max: number): Promise<number> {
  const { count } = await db
    .selectFrom((from) =>
      from
        .selectFrom('threads')
        .select('id')
        .where('project_id', '=', scope.projectId)
        .where('workspace_id', '=', scope.workspaceId)
        // Without an order, Postgres may read the table until it has found enough.
        .orderBy('id')
        .limit(max)
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Newest `last_message_at` first, then id, descending; those that follow `place`. */
async function readPage(
  db: Queryable,
  now: string,
  projectId: string,
  { isArchived, limit, workspaceId }: ProjectThreadPage,
  place: Place | 'first',
): Promise<readonly ThreadRow[]> {
  let query = selectThreads(db, now)
    .where('project_id', '=', projectId)
    .orderBy('last_message_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (workspaceId !== undefined) query = query.where('workspace_id', '=', workspaceId)
  if (isArchived !== undefined) query = query.where('is_archived', '=', isArchived ? 1 : 0)
  if (place !== 'first') {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('last_message_at', 'id'), '<', tuple(place.last_message_at, place.id)),
    )
  }
  return (await query.execute()).map(toThreadRow)
}

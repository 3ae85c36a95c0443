import type { Selectable } from 'kysely'
import type { Queryable } from './database.ts'
import type { ProjectThreadPage, Scope, ThreadPage, ThreadRow } from './store.ts'
import type { ThreadsTable } from './tables.ts'
import { findThread, toThreadRow } from './thread-rows.ts'

export async function listThreads(
  db: Queryable,
  scope: Scope,
  page: ThreadPage,
): Promise<readonly ThreadRow[]> {
  const { after } = page
  const last = after === undefined ? undefined : await findThread(db, scope, after)
  if (after !== undefined && !last) return []
  const { projectId, workspaceId } = scope
  return readPage(db, projectId, { ...page, workspaceId }, last)
}

export async function listProjectThreads(
  db: Queryable,
  projectId: string,
  page: ProjectThreadPage,
): Promise<readonly ThreadRow[]> {
  const { after } = page
  const last = after === undefined ? undefined : await findProjectThread(db, projectId, after)
  if (after !== undefined && !last) return []
  return readPage(db, projectId, page, last)
}

export const findProjectThread = (
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

/** Newest `last_message_at` first, then id, descending; those that follow `last`. */
async function readPage(
  db: Queryable,
  projectId: string,
  { isArchived, limit, workspaceId }: ProjectThreadPage,
  last: Selectable<ThreadsTable> | undefined,
): Promise<readonly ThreadRow[]> {
  let query = db
    .selectFrom('threads')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('last_message_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (workspaceId !== undefined) query = query.where('workspace_id', '=', workspaceId)
  if (isArchived !== undefined) query = query.where('is_archived', '=', isArchived ? 1 : 0)
  if (last) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('last_message_at', 'id'), '<', tuple(last.last_message_at, last.id)),
    )
  }
  return (await query.execute()).map(toThreadRow)
}

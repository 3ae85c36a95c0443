import type { Selectable } from 'kysely'
import { createRowId } from '../../shared/ids.ts'
import type { Database, Queryable } from './database.ts'
import { fromColumn, toColumn } from './json-column.ts'
import type { NewThread, Scope, ThreadPage, ThreadQueries, ThreadRow } from './store.ts'
import type { ThreadsTable } from './tables.ts'

export function createThreadQueries(database: Database): ThreadQueries {
  return {
    create: (scope, thread) =>
      database.write(async (trx) => {
        const inserted = await insertThread(trx, scope, thread, database.now())
        return toThreadRow(inserted ?? (await requireByExternalId(trx, scope, thread)))
      }),
    find: (scope, idOrExternalId) =>
      database.read(async (db) => {
        const row = await findThread(db, scope, idOrExternalId)
        return row && toThreadRow(row)
      }),
    list: (scope, page) => database.read((db) => listThreads(db, scope, page)),
  }
}

/** Nothing when a thread with this `externalId` exists. */
export function insertThread(
  db: Queryable,
  scope: Scope,
  { title = null, externalId = null, metadata = null, lastMessageAt }: NewThread,
  now: string,
): Promise<Selectable<ThreadsTable> | undefined> {
  return db
    .insertInto('threads')
    .values({
      id: createRowId('thread'),
      project_id: scope.projectId,
      workspace_id: scope.workspaceId,
      user_id: scope.userId,
      title,
      is_archived: 0,
      external_id: externalId,
      metadata: metadata && toColumn(metadata),
      last_message_at: lastMessageAt,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'workspace_id', 'external_id']).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
}

/**
 * By row id, else by `external_id`. With `isLocked`, other transactions wait until this one ends:
 * whatever writes below a thread locks the thread first, so no two of them wait for each other.
 */
export async function findThread(
  db: Queryable,
  scope: Scope,
  idOrExternalId: string,
  isLocked = false,
): Promise<Selectable<ThreadsTable> | undefined> {
  const inScope = db
    .selectFrom('threads')
    .selectAll()
    .where('project_id', '=', scope.projectId)
    .where('workspace_id', '=', scope.workspaceId)
    .$if(isLocked, (query) => query.forUpdate())
  return (
    (await inScope.where('id', '=', idOrExternalId).executeTakeFirst()) ??
    (await inScope.where('external_id', '=', idOrExternalId).executeTakeFirst())
  )
}

/** A thread's place in the list never goes back, even when two servers' clocks differ. */
export async function advanceThread(db: Queryable, threadId: string, now: string): Promise<void> {
  await db
    .updateTable('threads')
    .set((row) => ({
      last_message_at: row
        .case()
        .when('last_message_at', '<', now)
        .then(now)
        .else(row.ref('last_message_at'))
        .end(),
      updated_at: now,
    }))
    .where('id', '=', threadId)
    .execute()
}

async function requireByExternalId(db: Queryable, scope: Scope, thread: NewThread) {
  return db
    .selectFrom('threads')
    .selectAll()
    .where('project_id', '=', scope.projectId)
    .where('workspace_id', '=', scope.workspaceId)
    .where('external_id', '=', thread.externalId ?? '')
    .executeTakeFirstOrThrow()
}

async function listThreads(
  db: Queryable,
  scope: Scope,
  { isArchived, limit, after }: ThreadPage,
): Promise<readonly ThreadRow[]> {
  let query = db
    .selectFrom('threads')
    .selectAll()
    .where('project_id', '=', scope.projectId)
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('last_message_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (isArchived !== undefined) query = query.where('is_archived', '=', isArchived ? 1 : 0)
  if (after !== undefined) {
    const last = await findThread(db, scope, after)
    if (!last) return []
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('last_message_at', 'id'), '<', tuple(last.last_message_at, last.id)),
    )
  }
  return (await query.execute()).map(toThreadRow)
}

export function toThreadRow(row: Selectable<ThreadsTable>): ThreadRow {
  return {
    id: row.id,
    projectId: row.project_id,
    workspaceId: row.workspace_id,
    title: row.title,
    isArchived: row.is_archived === 1,
    externalId: row.external_id,
    metadata: row.metadata === null ? null : fromColumn(row.metadata),
    lastMessageAt: row.last_message_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

import type { Selectable } from 'kysely'
import { createRowId } from '../../shared/ids.ts'
import type { Queryable } from './database.ts'
import { fromColumn, toColumn } from './json-column.ts'
import type { NewThread, Scope, ThreadRow } from './store.ts'
import type { ThreadsTable } from './tables.ts'

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

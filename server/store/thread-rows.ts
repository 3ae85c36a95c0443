import { sql } from 'kysely'
import { createRowId } from '../../shared/ids.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { Queryable, Trx } from './database.ts'
import { fromColumn, toColumn } from './json-column.ts'
import { lastTextOf, type Said } from './last-text.ts'
import type { Scope } from './scope.ts'
import { addTitle } from './search/documents.ts'
import type { ThreadsTable } from './tables.ts'

/**
 * An answer whose process has been silent for this long after its lease is not shown as running: some process
 * soon marks it as interrupted.
 */
export const SILENCE_MS = 30_000

/** Times are ISO 8601 strings with milliseconds, UTC, in every row. */
export interface ThreadRow {
  readonly id: string
  readonly projectId: string
  readonly workspaceId: string
  /** `null` until titled. */
  readonly title: string | null
  readonly isArchived: boolean
  readonly externalId: string | null
  readonly metadata: JsonObject | null
  readonly lastMessageAt: string
  /** The beginning of the last text, without marks; `null` if it is unknown. */
  readonly lastText: string | null
  /** True while an answer is being written in it. */
  readonly isRunning: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

export interface NewThread {
  readonly title?: string | null
  readonly externalId?: string | null
  readonly metadata?: JsonObject | null
  readonly lastMessageAt: string
}

/** Inserts nothing if a thread with this `externalId` exists. */
export async function insertThread(
  trx: Trx,
  scope: Scope,
  { title = null, externalId = null, metadata = null, lastMessageAt }: NewThread,
  now: string,
): Promise<ThreadsTable | undefined> {
  const row = await trx
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
  if (row) await addTitle(trx, row)
  return row
}

/** Rows with all columns that {@link toThreadRow} needs. */
export const selectThreads = (db: Queryable, now: string) =>
  db.selectFrom('threads').selectAll('threads').select(isRunning(now).as('is_running'))

/** By the index of open runs, of which a thread has at most one. */
const isRunning = (now: string) => sql<number>`
  case when exists (
    select 1 from runs
    where runs.thread_id = threads.id and runs.ended_at is null
      and runs.lease_until > ${new Date(Date.parse(now) - SILENCE_MS).toISOString()}
  ) then 1 else 0 end`

/**
 * By row id, else by `external_id`. With `isLocked`, other transactions wait until this one ends: every write
 * below a thread locks the thread first, which avoids deadlocks.
 */
export async function findThread(
  db: Queryable,
  scope: Scope,
  idOrExternalId: string,
  isLocked = false,
): Promise<ThreadsTable | undefined> {
  const byId = inWorkspace(db, scope, isLocked).where('id', '=', idOrExternalId)
  return (await byId.executeTakeFirst()) ?? findThreadNamed(db, scope, idOrExternalId, isLocked)
}

/** By `external_id` alone; `isLocked` as in {@link findThread}. */
export const findThreadNamed = (
  db: Queryable,
  scope: Scope,
  externalId: string,
  isLocked = false,
): Promise<ThreadsTable | undefined> =>
  inWorkspace(db, scope, isLocked).where('external_id', '=', externalId).executeTakeFirst()

const inWorkspace = (db: Queryable, scope: Scope, isLocked: boolean) =>
  db
    .selectFrom('threads')
    .selectAll()
    .where('project_id', '=', scope.projectId)
    .where('workspace_id', '=', scope.workspaceId)
    .$if(isLocked, (query) => query.forUpdate())

/**
 * Advances a thread after a new message. Its place in the list never goes back, even if two servers' clocks
 * differ.
 */
export const advanceThread = (
  db: Queryable,
  threadId: string,
  now: string,
  said: Said,
): Promise<ThreadsTable> =>
  db
    .updateTable('threads')
    .set((row) => ({
      last_message_at: row
        .case()
        .when('last_message_at', '<', now)
        .then(now)
        .else(row.ref('last_message_at'))
        .end(),
      updated_at: now,
      ...lastTextOf(said),
    }))
    .where('id', '=', threadId)
    .returningAll()
    .executeTakeFirstOrThrow()

/** `is_running`: from {@link selectThreads}; absent if no run is possible. */
export function toThreadRow(row: ThreadsTable & { readonly is_running?: number }): ThreadRow {
  return {
    id: row.id,
    projectId: row.project_id,
    workspaceId: row.workspace_id,
    title: row.title,
    isArchived: row.is_archived === 1,
    externalId: row.external_id,
    metadata: row.metadata === null ? null : fromColumn(row.metadata),
    lastMessageAt: row.last_message_at,
    lastText: row.last_text,
    isRunning: row.is_running === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

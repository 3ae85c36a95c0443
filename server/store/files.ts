import { sql, type Selectable } from 'kysely'
import type { Database, Queryable, Trx } from './database.ts'
import { toScope } from './row-scope.ts'
import type { FileQueries, FileRow, Scope } from './store.ts'
import type { FilesTable } from './tables.ts'
import { findThread } from './thread-rows.ts'

const REPEATABLE = { isRepeatable: true }
/** Sorts before every time: it can go at once. */
const ALWAYS = ''

export function createFileQueries(database: Database): FileQueries {
  const { read, write, now, isShared } = database
  return {
    create: (file) =>
      write(async (trx) => {
        await trx.insertInto('files').values(toColumns(file, now())).execute()
      }),
    find: (scope, key) =>
      read(async (db) => {
        const row = await byKey(db, key)
          .where('project_id', '=', scope.projectId)
          .where('workspace_id', '=', scope.workspaceId)
          .executeTakeFirst()
        return row && toFileRow(row)
      }),
    findByKey: (key) =>
      read(async (db) => {
        const row = await byKey(db, key).executeTakeFirst()
        return row && toFileRow(row)
      }),
    markReady: (key, { mediaType, bytes }) =>
      write(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('files')
          .set({ state: 'ready', media_type: mediaType, bytes })
          .where('key', '=', key)
          .where('state', '=', 'pending')
          .executeTakeFirst()
        return numUpdatedRows > 0n
      }),
    async attach(scope, threadId, keys) {
      if (keys.length === 0) return
      await write((trx) => attach(trx, scope, threadId, keys, isShared), REPEATABLE)
    },
    usedBytes: (scope) => read((db) => usedBytes(db, scope)),
    listOrphans: (before, limit) =>
      read(async (db) => {
        const rows = await db
          .selectFrom('files')
          .selectAll()
          .where('unsent_since', '<', before)
          .orderBy('unsent_since')
          .orderBy('key')
          .limit(limit)
          .execute()
        return rows.map(toFileRow)
      }),
    async remove(keys) {
      if (keys.length === 0) return
      await write(async (trx) => {
        await trx.deleteFrom('files').where('key', 'in', keys).execute()
      }, REPEATABLE)
    },
  }
}

/** For a thread that goes: its files can go too. */
export async function orphanFiles(trx: Trx, threadIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('files')
    .set({ unsent_since: ALWAYS })
    .where('thread_id', 'in', threadIds)
    .execute()
}

const byKey = (db: Queryable, key: string) =>
  db.selectFrom('files').selectAll().where('key', '=', key)

async function attach(
  trx: Trx,
  scope: Scope,
  threadId: string,
  keys: readonly string[],
  isShared: boolean,
) {
  // A file must not join a thread that goes at the same moment: nobody would sweep it.
  const thread = await findThread(trx, scope, threadId, isShared)
  if (!thread) return
  await trx
    .updateTable('files')
    .set({ thread_id: thread.id, unsent_since: null })
    .where('project_id', '=', scope.projectId)
    .where('workspace_id', '=', scope.workspaceId)
    .where('key', 'in', keys)
    .execute()
}

async function usedBytes(db: Queryable, scope: Scope): Promise<number> {
  const { total } = await db
    .selectFrom('files')
    .select(sql<number | null>`sum(coalesce(bytes, declared_bytes))`.as('total'))
    .where('project_id', '=', scope.projectId)
    .where('user_id', '=', scope.userId)
    .executeTakeFirstOrThrow()
  return total ?? 0
}

const toColumns = (file: Omit<FileRow, 'createdAt' | 'threadId'>, now: string): FilesTable => ({
  key: file.key,
  project_id: file.scope.projectId,
  workspace_id: file.scope.workspaceId,
  user_id: file.scope.userId,
  filename: file.filename,
  declared_type: file.declaredType,
  declared_bytes: file.declaredBytes,
  media_type: file.mediaType,
  bytes: file.bytes,
  state: file.state,
  thread_id: null,
  unsent_since: now,
  created_at: now,
})

export function toFileRow(row: Selectable<FilesTable>): FileRow {
  return {
    key: row.key,
    scope: toScope(row),
    filename: row.filename,
    declaredType: row.declared_type,
    declaredBytes: row.declared_bytes,
    mediaType: row.media_type,
    bytes: row.bytes,
    state: row.state,
    threadId: row.thread_id,
    createdAt: row.created_at,
  }
}

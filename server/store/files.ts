import type { Selectable } from 'kysely'
import type { Database, Queryable, Trx } from './database.ts'
import { createFile, reserveBytes, usedBytes } from './file-room.ts'
import { ALWAYS, attachFiles, isNeeded, takeUnsent } from './file-threads.ts'
import { toScope } from './row-scope.ts'
import type { FileQueries, FileRow, Scope } from './store.ts'
import type { FilesTable } from './tables.ts'

const REPEATABLE = { isRepeatable: true }
/** Below the engines' limits of parameters in one statement. */
const KEYS_PER_STATEMENT = 500

export function createFileQueries(database: Database): FileQueries {
  const { read, write } = database
  return {
    create: (file, maxBytes) => write((trx) => createFile(trx, database, file, maxBytes)),
    reserve: (file, bytes, maxBytes) =>
      write((trx) => reserveBytes(trx, database, file, bytes, maxBytes), REPEATABLE),
    find: async (scope, key) => (await read((db) => findMany(db, scope, [key])))[0],
    findMany: (scope, keys) => read((db) => findMany(db, scope, keys)),
    findByKey: (key) =>
      read(async (db) => {
        const row = await db
          .selectFrom('files')
          .selectAll()
          .where('key', '=', key)
          .where(isNeeded)
          .executeTakeFirst()
        return row && toFileRow(row)
      }),
    markReady: (key, { mediaType, bytes }) =>
      write(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('files')
          .set({ state: 'ready', media_type: mediaType, bytes })
          .where('key', '=', key)
          .where('state', '=', 'pending')
          .where(isNeeded)
          .executeTakeFirst()
        return numUpdatedRows > 0n
      }),
    async attach(scope, threadId, keys) {
      if (keys.length === 0) return
      await write((trx) => attachFiles(trx, database, scope, threadId, keys), REPEATABLE)
    },
    usedBytes: (scope) => read((db) => usedBytes(db, scope)),
    takeOrphans: (before, limit) =>
      write((trx) => takeOrphans(trx, database, before, limit), REPEATABLE),
    async takeUnsent(keys) {
      if (keys.length === 0) return []
      return write((trx) => takeUnsent(trx, database, keys), REPEATABLE)
    },
    async remove(keys) {
      if (keys.length === 0) return
      await write(async (trx) => {
        await trx.deleteFrom('files').where('key', 'in', keys).execute()
      }, REPEATABLE)
    },
  }
}

async function findMany(
  db: Queryable,
  { projectId, workspaceId }: Scope,
  keys: readonly string[],
): Promise<readonly FileRow[]> {
  const rows: FileRow[] = []
  for (let first = 0; first < keys.length; first += KEYS_PER_STATEMENT) {
    const found = await db
      .selectFrom('files')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('workspace_id', '=', workspaceId)
      .where('key', 'in', keys.slice(first, first + KEYS_PER_STATEMENT))
      .where(isNeeded)
      .execute()
    rows.push(...found.map(toFileRow))
  }
  return rows
}

/** Marked first, removed later: who sends such a file comes before the mark, or finds nothing. */
async function takeOrphans(trx: Trx, { isShared }: Database, before: string, limit: number) {
  const rows = await trx
    .selectFrom('files')
    .select('key')
    .where('unsent_since', '<', before)
    .orderBy('unsent_since')
    .orderBy('key')
    .limit(limit)
    // What is being sent at this moment is none.
    .$if(isShared, (query) => query.forUpdate().skipLocked())
    .execute()
  const keys = rows.map(({ key }) => key)
  if (keys.length > 0) {
    await trx.updateTable('files').set({ unsent_since: ALWAYS }).where('key', 'in', keys).execute()
  }
  return keys
}

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

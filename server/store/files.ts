import { sql } from 'kysely'
import { postgresCount, sqliteCount, sumOfProject, type ByteCount } from './byte-counts.ts'
import { inStatements, REPEATABLE, type Database, type Queryable, type Trx } from './database.ts'
import { createFileThreadQueries, isNeeded } from './file-threads.ts'
import { toScope, type Scope } from './scope.ts'
import type { FilesTable, FileState } from './tables.ts'

/** Distinguishes our Postgres locks from others in the same database. */
const ROOM_LOCK = 0x0a1c0e
/** Minimum size of a file of undeclared length. */
const UNKNOWN_BYTES = 1

export interface NewFile {
  /** Random; names the object in the file store and the stored URL. */
  readonly key: string
  readonly scope: Scope
  /** The user's name of the file: for people only, never a path. */
  readonly filename: string
  /** Type and length by the caller's declaration; `null` if there is none. */
  readonly declaredType: string | null
  readonly declaredBytes: number | null
  /** Type and length after inspection. */
  readonly mediaType: string | null
  readonly bytes: number | null
  readonly state: FileState
}

export interface FileRow extends NewFile {
  /** The last thread in which it was sent; `null`: none yet. */
  readonly threadId: string | null
  readonly createdAt: string
}

export type FileQueries = ReturnType<typeof createFileQueries>

export function createFileQueries(database: Database) {
  const { read, write, now, isShared } = database
  return {
    ...createFileThreadQueries(database),
    /**
     * Adds a file. With `maxBytes`, only if it fits into its user's quota, together with all files that are
     * added at the same moment; one of unknown length needs a byte. Returns whether it was added.
     */
    create: (file: NewFile, maxBytes?: number): Promise<boolean> =>
      write(async (trx) => {
        if (maxBytes !== undefined) {
          const room = await lockRoom(trx, isShared, file, maxBytes)
          if ((file.bytes ?? file.declaredBytes ?? UNKNOWN_BYTES) > room) return false
        }
        await trx.insertInto('files').values(toColumns(file, now())).execute()
        return true
      }),
    /**
     * Sets the counted length of a pending file, if it fits into its user's quota. Returns whether it fits.
     */
    reserve: (file: FileKey, bytes: number, maxBytes: number): Promise<boolean> =>
      write(async (trx) => {
        if (bytes > (await lockRoom(trx, isShared, file, maxBytes))) return false
        await trx
          .updateTable('files')
          .set({ bytes })
          .where('key', '=', file.key)
          .where('state', '=', 'pending')
          .execute()
        return true
      }, REPEATABLE),
    /** A file whose thread was removed is not found, even before its object is removed. */
    async find(scope: Scope, key: string): Promise<FileRow | undefined> {
      return (await read((db) => findMany(db, scope, [key])))[0]
    },
    /** The existing files among these, in no order. */
    findMany: (scope: Scope, keys: readonly string[]): Promise<readonly FileRow[]> =>
      read((db) => findMany(db, scope, keys)),
    /** For addresses that carry their own proof. */
    async findByKey(key: string): Promise<FileRow | undefined> {
      const row = await read((db) =>
        db
          .selectFrom('files')
          .selectAll()
          .where('key', '=', key)
          .where(isNeeded)
          .executeTakeFirst(),
      )
      return row && toFileRow(row)
    },
    /** Works once: false if the file is ready already, or gone. */
    async markReady(
      key: string,
      { mediaType, bytes }: { readonly mediaType: string; readonly bytes: number },
    ): Promise<boolean> {
      const { numUpdatedRows } = await write((trx) =>
        trx
          .updateTable('files')
          .set({ state: 'ready', media_type: mediaType, bytes })
          .where('key', '=', key)
          .where('state', '=', 'pending')
          .where(isNeeded)
          .executeTakeFirst(),
      )
      return numUpdatedRows > 0n
    },
    /** Bytes of the user's files: ready ones, and declared ones that are still pending. */
    usedBytes: (scope: Scope): Promise<number> => read((db) => usedBytes(db, scope)),
    /** The same for all users of a project. */
    projectBytes: (projectId: string): Promise<number> =>
      read((db) => sumOfProject(db, 'file_bytes', projectId)),
    async remove(keys: readonly string[]): Promise<void> {
      if (keys.length === 0) return
      await write((trx) => trx.deleteFrom('files').where('key', 'in', keys).execute(), REPEATABLE)
    },
  }
}

type FileKey = Pick<FileRow, 'scope' | 'key'>

async function findMany(
  db: Queryable,
  { projectId, workspaceId }: Scope,
  keys: readonly string[],
): Promise<readonly FileRow[]> {
  const rows: FileRow[] = []
  for (const some of inStatements(keys)) {
    const found = await db
      .selectFrom('files')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('workspace_id', '=', workspaceId)
      .where('key', 'in', some)
      .where(isNeeded)
      .execute()
    rows.push(...found.map(toFileRow))
  }
  return rows
}

/**
 * Bytes left in the user's quota, besides the file itself. Locked, so that no other call takes them
 * meanwhile.
 */
async function lockRoom(
  trx: Trx,
  isShared: boolean,
  { scope, key }: FileKey,
  maxBytes: number,
): Promise<number> {
  // There is no row to lock: the user may have no file yet.
  if (isShared) {
    const user = JSON.stringify([scope.projectId, scope.userId])
    await sql`select pg_advisory_xact_lock(${sql.lit(ROOM_LOCK)}, hashtext(${user}))`.execute(trx)
  }
  return maxBytes - (await usedBytes(trx, scope, key))
}

/** Bytes of a user's files, except one. */
async function usedBytes(
  db: Queryable,
  { projectId, userId }: Scope,
  exceptKey?: string,
): Promise<number> {
  let query = db
    .selectFrom('files')
    .select(sql<number | null>`sum(coalesce(bytes, declared_bytes))`.as('total'))
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
  if (exceptKey !== undefined) query = query.where('key', '<>', exceptKey)
  const { total } = await query.executeTakeFirstOrThrow()
  return total ?? 0
}

const toColumns = (file: NewFile, now: string): FilesTable => ({
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

export function toFileRow(row: FilesTable): FileRow {
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

/** Files of each workspace: ready ones, and declared ones that are still pending. */
const FILE_COUNT: ByteCount = {
  rows: 'files',
  sums: 'file_bytes',
  columns: ['bytes', 'declared_bytes'],
  bytes: (row) => sql`coalesce(${row}bytes, ${row}declared_bytes, 0)`,
}
export const SQLITE_FILE_COUNT = sqliteCount(FILE_COUNT)
export const POSTGRES_FILE_COUNT = postgresCount(FILE_COUNT)

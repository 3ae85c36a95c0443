import { sql } from 'kysely'
import type { Database, Queryable, Trx } from './database.ts'
import type { FileQueries, NewFile, Scope } from './store.ts'

/** Tells our locks of Postgres apart from others in the same database. */
const ROOM_LOCK = 0x0a1c0e
/** What a file needs at least of which nobody said how long it is. */
const UNKNOWN_BYTES = 1

/** Whether it was added; with `maxBytes`, only when it fits. */
export async function createFile(
  trx: Trx,
  database: Database,
  file: NewFile,
  maxBytes?: number,
): Promise<boolean> {
  const { scope, key, bytes, declaredBytes } = file
  if (maxBytes !== undefined) {
    const room = await lockRoom(trx, database, scope, key, maxBytes)
    if ((bytes ?? declaredBytes ?? UNKNOWN_BYTES) > room) return false
  }
  const now = database.now()
  await trx
    .insertInto('files')
    .values({
      key,
      project_id: scope.projectId,
      workspace_id: scope.workspaceId,
      user_id: scope.userId,
      filename: file.filename,
      declared_type: file.declaredType,
      declared_bytes: declaredBytes,
      media_type: file.mediaType,
      bytes,
      state: file.state,
      thread_id: null,
      unsent_since: now,
      created_at: now,
    })
    .execute()
  return true
}

/** Whether it fits; then it counts with that length. */
export async function reserveBytes(
  trx: Trx,
  database: Database,
  { scope, key }: Parameters<FileQueries['reserve']>[0],
  bytes: number,
  maxBytes: number,
): Promise<boolean> {
  if (bytes > (await lockRoom(trx, database, scope, key, maxBytes))) return false
  await trx
    .updateTable('files')
    .set({ bytes })
    .where('key', '=', key)
    .where('state', '=', 'pending')
    .execute()
  return true
}

/** Bytes that the user may still store, besides the file itself. Nobody else takes of them meanwhile. */
async function lockRoom(
  trx: Trx,
  { isShared }: Database,
  { projectId, userId }: Scope,
  key: string,
  maxBytes: number,
): Promise<number> {
  // There is no row to lock: the user may have no file yet.
  if (isShared) {
    const user = JSON.stringify([projectId, userId])
    await sql`select pg_advisory_xact_lock(${sql.lit(ROOM_LOCK)}, hashtext(${user}))`.execute(trx)
  }
  return maxBytes - (await usedBytes(trx, { projectId, userId }, key))
}

/** Bytes of a user's files, but for one. */
export async function usedBytes(
  db: Queryable,
  { projectId, userId }: Pick<Scope, 'projectId' | 'userId'>,
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

import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Database, Queryable, Trx } from './database.ts'
import { isNeeded, orphanFiles } from './file-threads.ts'
import { toFileRow } from './files.ts'
import { toMessageRow } from './message-rows.ts'
import { toRunReportRow } from './reports.ts'
import { removeMessagesOf } from './row-slices.ts'
import { sweepChunks } from './run-chunks.ts'
import { toScoreRow } from './scores.ts'
import type { MessageRow, SessionQueries, UserData, UserQueries } from './store.ts'
import type { Tables } from './tables.ts'
import { selectThreads, toThreadRow } from './thread-rows.ts'

/** Below the engines' limits of parameters in one statement. */
const IDS_PER_STATEMENT = 500

type OwnedTable = 'threads' | 'scores' | 'run_reports' | 'events' | 'files'

export function createUserQueries(database: Database, sessions: SessionQueries): UserQueries {
  return {
    export: (projectId, userId) =>
      database.read((db) => readAll(db, database.now(), projectId, userId)),
    async erase(projectId, userId) {
      // First, so that nobody comes back with a token while the rest goes.
      await sessions.revokeUser(projectId, userId)
      return database.write((trx) => erase(trx, database, projectId, userId))
    },
  }
}

/**
 * What a user made, and what others made in the user's own workspace. The project stands twice, so
 * that SQLite cannot take it alone and read the whole project.
 */
const ownedBy =
  (projectId: string, userId: string) =>
  ({ and, or, eb }: ExpressionBuilder<Tables, OwnedTable>): Expression<SqlBool> =>
    or([
      and([eb('project_id', '=', projectId), eb('user_id', '=', userId)]),
      and([eb('project_id', '=', projectId), eb('workspace_id', '=', userId)]),
    ])

async function readAll(
  db: Queryable,
  now: string,
  projectId: string,
  userId: string,
): Promise<UserData> {
  const owned = ownedBy(projectId, userId)
  const found = await selectThreads(db, now).where(owned).execute()
  const threads = inOrder(found.map(toThreadRow), ({ id }) => id)
  const scores = await db.selectFrom('scores').selectAll().where(owned).execute()
  const reports = await db.selectFrom('run_reports').selectAll().where(owned).execute()
  const files = await db.selectFrom('files').selectAll().where(owned).where(isNeeded).execute()
  const ids = threads.map(({ id }) => id)
  return {
    threads,
    messages: await readMessages(db, ids),
    scores: inOrder(scores.map(toScoreRow), ({ id }) => id),
    reports: inOrder(reports.map(toRunReportRow), ({ id }) => id),
    files: inOrder(files.map(toFileRow), ({ key }) => key),
  }
}

/** All of them are read anyway, and Postgres gives them in an order that changes with its plans. */
function inOrder<Row extends { readonly createdAt: string }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): readonly Row[] {
  const place = (row: Row) => `${row.createdAt} ${nameOf(row)}`
  return rows.toSorted((one, other) => (place(one) < place(other) ? -1 : 1))
}

/** Thread by thread, parents before their children. */
async function readMessages(
  db: Queryable,
  threadIds: readonly string[],
): Promise<readonly MessageRow[]> {
  const messages: MessageRow[] = []
  for (const threadId of threadIds) {
    const rows = await db
      .selectFrom('messages')
      .selectAll()
      .where('thread_id', '=', threadId)
      .orderBy('height')
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    messages.push(...rows.map((row) => toMessageRow(row)))
  }
  return messages
}

async function erase(trx: Trx, { isShared }: Database, projectId: string, userId: string) {
  const owned = ownedBy(projectId, userId)
  const threads = await trx
    .selectFrom('threads')
    .select('id')
    .where(owned)
    .$if(isShared, (query) => query.forUpdate())
    .execute()
  const files = await trx.deleteFrom('files').where(owned).returning('key').execute()
  await removeThreads(
    trx,
    isShared,
    threads.map(({ id }) => id),
  )
  // Those in threads of others: their answers stay.
  await trx
    .deleteFrom('runs')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute()
  await sweepChunks(trx, isShared)
  await trx.deleteFrom('scores').where(owned).execute()
  await trx.deleteFrom('events').where(owned).execute()
  const { numDeletedRows } = await trx
    .deleteFrom('run_reports')
    .where(owned)
    .executeTakeFirstOrThrow()
  return {
    threads: threads.length,
    runs: Number(numDeletedRows),
    fileKeys: files.map(({ key }) => key),
  }
}

async function removeThreads(trx: Trx, isShared: boolean, ids: readonly string[]) {
  for (let first = 0; first < ids.length; first += IDS_PER_STATEMENT) {
    const some = ids.slice(first, first + IDS_PER_STATEMENT)
    // Files that others put into them.
    await orphanFiles(trx, isShared, some)
    if (!isShared) await removeMessagesOf(trx, some)
    await trx.deleteFrom('threads').where('id', 'in', some).execute()
  }
}

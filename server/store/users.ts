import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { inStatements, type Database, type Queryable, type Trx } from './database.ts'
import { hashThread, hashUser } from './facts/daily.ts'
import { createPromptQueries } from './facts/prompts.ts'
import { forgetOrigins } from './cases/forget-origins.ts'
import { forgetActsAbout, forgetActsOn } from './desk/forget-acts.ts'
import { isNeeded, orphanFiles } from './file-threads.ts'
import { toFileRow, type FileRow } from './files.ts'
import { toMessageRow, type MessageRow } from './message-rows.ts'
import { toRunReportRow, type RunReportRow } from './reports.ts'
import { removeManyMessages, removeMessagesOf } from './remove-messages.ts'
import { sweepChunks } from './run-chunks.ts'
import { toScoreRow, type ScoreRow } from './scores.ts'
import type { SessionQueries } from './sessions.ts'
import type { Tables } from './tables.ts'
import { selectThreads, toThreadRow, type ThreadRow } from './thread-rows.ts'

export interface UserData {
  readonly threads: readonly ThreadRow[]
  readonly messages: readonly MessageRow[]
  readonly scores: readonly ScoreRow[]
  readonly reports: readonly RunReportRow[]
  readonly files: readonly FileRow[]
}

/** Counts of a removed user's data. */
export interface ErasedUser {
  readonly threads: number
  readonly runs: number
  /** Keys of the file rows, so that the objects can be removed too. */
  readonly fileKeys: readonly string[]
}

export function createUserQueries(
  database: Database,
  sessions: Pick<SessionQueries, 'revokeUser'>,
) {
  const { read, write, now, isShared } = database
  const prompts = createPromptQueries(database)
  return {
    /**
     * All data of a user in a project: the threads of their own workspace, and their rows elsewhere. The
     * oldest first.
     */
    export: (projectId: string, userId: string): Promise<UserData> =>
      read((db) => readAll(db, now(), ownedBy(projectId, userId))),
    /**
     * Removes all of that, with their sessions and events.
     *
     * @param within limits rows to this workspace.
     */
    async erase(projectId: string, userId: string, within?: string): Promise<ErasedUser> {
      // First, so that no token signs in while the rest is removed.
      await sessions.revokeUser(projectId, userId)
      await removeManyMessages(database, async (db) => {
        const threads = await selectOwned(db, projectId, userId, within).execute()
        return threads.map(({ id }) => id)
      })
      const erased = await write((trx) => erase(trx, isShared, projectId, userId, within))
      // Texts of prompts are shared by conversations, so that they go once no other has them.
      while ((await prompts.removeLooseTexts()) > 0);
      return erased
    },
  }
}

type OwnedTable = 'threads' | 'scores' | 'run_reports' | 'events' | 'files'

/**
 * Rows of a user, and rows of others in the user's own workspace. The project is repeated, so that SQLite
 * does not use it alone and read the whole project.
 */
const ownedBy =
  (projectId: string, userId: string, within?: string) =>
  ({ and, or, eb }: ExpressionBuilder<Tables, OwnedTable>): Expression<SqlBool> => {
    const there = within === undefined ? [] : [eb('workspace_id', '=', within)]
    return or([
      and([eb('project_id', '=', projectId), eb('user_id', '=', userId), ...there]),
      and([eb('project_id', '=', projectId), eb('workspace_id', '=', userId), ...there]),
    ])
  }

const selectOwned = (db: Queryable, projectId: string, userId: string, within?: string) =>
  db
    .selectFrom('threads')
    .select('id')
    .where(ownedBy(projectId, userId, within))

async function readAll(
  db: Queryable,
  now: string,
  owned: ReturnType<typeof ownedBy>,
): Promise<UserData> {
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

/** Sorted here, because all are read anyway, and Postgres' order changes with its plans. */
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

async function erase(
  trx: Trx,
  isShared: boolean,
  projectId: string,
  userId: string,
  within?: string,
): Promise<ErasedUser> {
  const owned = ownedBy(projectId, userId, within)
  const threads = await selectOwned(trx, projectId, userId, within)
    .$if(isShared, (query) => query.forUpdate())
    .execute()
  const files = await trx.deleteFrom('files').where(owned).returning('key').execute()
  for (const ids of inStatements(threads.map(({ id }) => id))) {
    // Files that other users put into them.
    await orphanFiles(trx, isShared, ids)
    // Also from before the user had a name.
    await forgetActsAbout(trx, ids)
    await forgetOrigins(trx, ids)
    if (!isShared) await removeMessagesOf(trx, ids)
    await trx.deleteFrom('threads').where('id', 'in', ids).execute()
  }
  // Runs in threads of others: their answers stay.
  await trx
    .deleteFrom('runs')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .$if(within !== undefined, (query) => query.where('workspace_id', '=', within!))
    .execute()
  await sweepChunks(trx, isShared)
  await forgetActsOn(trx, projectId, userId)
  const counted = threads.map(({ id }) => hashThread(projectId, id))
  for (const hashes of inStatements([hashUser(projectId, userId), ...counted])) {
    await trx
      .deleteFrom('daily_visitors')
      .where('project_id', '=', projectId)
      .where('user_hash', 'in', hashes)
      .execute()
  }
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

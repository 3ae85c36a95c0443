import type { Database, Trx } from './database.ts'
import { releaseFiles } from './file-threads.ts'
import { finishLate } from './finish-late.ts'
import { createFollowQueries } from './follow-run.ts'
import { toColumn } from './json-column.ts'
import { insertMessage } from './message-rows.ts'
import { createChunkQueries, dropChunks } from './run-chunks.ts'
import { toRunRow } from './run-rows.ts'
import { startRun } from './start-run.ts'
import { toScope } from './row-scope.ts'
import { replaceMessageText } from './search/documents.ts'
import type { AnswerRow, RunQueries, RunRow, Scope } from './store.ts'
import { advanceThread } from './thread-rows.ts'

/** A run's writes may come again: after each of them, the same once more changes nothing. */
const REPEATABLE = { isRepeatable: true }

export function createRunQueries(database: Database): RunQueries {
  const { read, write, now, isShared } = database
  return {
    ...createFollowQueries(database),
    ...createChunkQueries(database),
    start: (scope, start) => write((trx) => startRun(trx, { scope, start, now: now(), isShared })),
    finish: (run, answer) =>
      write(async (trx) => {
        const isOpen = await close(trx, database, run, answer)
        return isOpen || finishLate(trx, run, answer, now())
      }, REPEATABLE),
    interrupt: (run, answer) => write((trx) => close(trx, database, run, answer), REPEATABLE),
    takeBack: (run) => write((trx) => takeBack(trx, database, run)),
    renewLeases: (runIds, leaseUntil) =>
      write((trx) => renewLeases(trx, runIds, leaseUntil, isShared), REPEATABLE),
    listAbandoned: (owner, driven, time) =>
      read(async (db) => {
        const rows = await db
          .selectFrom('runs')
          .selectAll()
          .where('ended_at', 'is', null)
          .where(({ eb, or }) => {
            const isOver = eb('lease_until', '<', time)
            return isShared ? isOver : or([isOver, eb('owner', '<>', owner)])
          })
          .orderBy('id')
          .execute()
        const own = new Set(driven)
        return rows.filter((row) => !own.has(row.id)).map(toRunRow)
      }),
    findActive: (scope, threadId) =>
      read(async (db) => {
        const row = await db
          .selectFrom('runs')
          .selectAll()
          .where('project_id', '=', scope.projectId)
          .where('workspace_id', '=', scope.workspaceId)
          .where('thread_id', '=', threadId)
          .where('ended_at', 'is', null)
          .executeTakeFirst()
        return row && toRunRow(row)
      }),
  }
}

async function renewLeases(
  trx: Trx,
  runIds: readonly string[],
  leaseUntil: string,
  isShared: boolean,
): Promise<readonly string[]> {
  if (runIds.length === 0) return []
  // In the order in which checkpoints lock them, so that the two never wait for each other.
  const open = await trx
    .selectFrom('runs')
    .select('id')
    .where('id', 'in', runIds)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .$if(isShared, (query) => query.forUpdate())
    .execute()
  if (open.length === 0) return []
  const ids = open.map(({ id }) => id)
  await trx.updateTable('runs').set({ lease_until: leaseUntil }).where('id', 'in', ids).execute()
  return ids
}

/** Whether the run was open. */
async function close(
  trx: Trx,
  { now: clock, isShared }: Database,
  run: RunRow,
  answer: AnswerRow,
): Promise<boolean> {
  const now = clock()
  const scope = await closeRun(trx, run, now, isShared)
  if (!scope) return false
  if (run.continuesMessage) await replaceAnswer(trx, run, answer, now)
  else await addAnswer(trx, scope, run, answer, now)
  await advanceThread(trx, run.threadId, now)
  return true
}

async function addAnswer(trx: Trx, scope: Scope, run: RunRow, answer: AnswerRow, now: string) {
  const parent = await trx
    .selectFrom('messages')
    .select(['id', 'height'])
    .where('thread_id', '=', run.threadId)
    .where('id', '=', run.parentId)
    .executeTakeFirstOrThrow()
  const message = { ...answer, id: run.messageId, externalId: null }
  const { threadId } = run
  await insertMessage(trx, { scope, threadId, parent, message, origin: 'server', now })
}

async function replaceAnswer(trx: Trx, run: RunRow, { format, content }: AnswerRow, now: string) {
  const changed = await trx
    .updateTable('messages')
    .set({ format, content: toColumn(content), updated_at: now })
    .where('thread_id', '=', run.threadId)
    .where('id', '=', run.messageId)
    .where('origin', '=', 'server')
    .returning(['id', 'thread_id', 'project_id', 'workspace_id'])
    .executeTakeFirst()
  if (changed) await replaceMessageText(trx, changed, content)
}

async function takeBack(trx: Trx, { now, isShared }: Database, run: RunRow) {
  const at = now()
  if (!(await closeRun(trx, run, at, isShared)) || !run.ownsUserMessage) return []
  const removed = await trx
    .deleteFrom('messages')
    .where('thread_id', '=', run.threadId)
    .where('id', '=', run.parentId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('messages as child')
            .select('child.id')
            .where('child.thread_id', '=', run.threadId)
            .where('child.parent_id', '=', run.parentId),
        ),
      ),
    )
    .returning(['id', 'external_id', 'content'])
    .execute()
  for (const { content } of removed) {
    await releaseFiles(trx, isShared, run.threadId, content, at)
  }
  return removed.map(({ id, external_id }) => ({ id, externalId: external_id }))
}

/**
 * Whose the thread is by now: it may have moved to another workspace since the run began. Nothing
 * when the run is closed already, or gone with its thread.
 */
async function closeRun(
  trx: Trx,
  run: RunRow,
  now: string,
  isShared: boolean,
): Promise<Scope | undefined> {
  const thread = await trx
    .selectFrom('threads')
    .select(['project_id', 'workspace_id', 'user_id'])
    .where('project_id', '=', run.scope.projectId)
    .where('id', '=', run.threadId)
    .$if(isShared, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!thread) return undefined
  const { numUpdatedRows } = await trx
    .updateTable('runs')
    .set({ ended_at: now })
    .where('id', '=', run.id)
    .where('thread_id', '=', run.threadId)
    .where(({ or, eb }) =>
      or([
        eb('workspace_id', '=', run.scope.workspaceId),
        eb('moved_from', '=', run.scope.workspaceId),
      ]),
    )
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return undefined
  await dropChunks(trx, isShared, run.id)
  return toScope(thread)
}

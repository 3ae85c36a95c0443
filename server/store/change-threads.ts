import { sql } from 'kysely'
import type { JsonObject } from '../../shared/json.ts'
import { forgetOrigins } from './cases/forget-origins.ts'
import { inStatements, REPEATABLE, type Database, type Trx } from './database.ts'
import { forgetActsAbout } from './desk/forget-acts.ts'
import { orphanFiles } from './file-threads.ts'
import { toColumn } from './json-column.ts'
import { moveMessages, moveMessagesInTurns } from './move-messages.ts'
import { removeManyMessages, removeMessagesOf } from './remove-messages.ts'
import { dropOldChunks } from './run-chunks.ts'
import type { Scope } from './scope.ts'
import { addTitle, replaceTitle } from './search/documents.ts'
import { moveSearch } from './search/index-threads.ts'
import { findThread } from './thread-rows.ts'

/** Absent fields stay; `metadata: null` clears the metadata. */
export interface ThreadChange {
  readonly title?: string
  readonly isArchived?: boolean
  readonly metadata?: JsonObject | null
  readonly lastMessageAt?: string
}

export function createThreadChanges(database: Database) {
  const { write, now, isShared } = database
  return {
    /** Returns whether there was such a thread (row id or `external_id`). */
    update: (scope: Scope, idOrExternalId: string, change: ThreadChange): Promise<boolean> =>
      write(async (trx) => {
        const thread = await findThread(trx, scope, idOrExternalId, isShared)
        if (!thread) return false
        const { title, isArchived, metadata, lastMessageAt } = change
        await trx
          .updateTable('threads')
          // Kysely leaves out fields that are `undefined`.
          .set({
            title,
            is_archived: isArchived === undefined ? undefined : Number(isArchived),
            metadata: metadata && toColumn(metadata),
            last_message_at: lastMessageAt,
            updated_at: now(),
          })
          .where('id', '=', thread.id)
          .execute()
        if (title !== undefined && title !== thread.title) {
          await replaceTitle(trx, { ...thread, title })
        }
        return true
      }, REPEATABLE),
    /**
     * Removes the thread with its messages and open runs, for good; reports and scores stay. Returns whether
     * there was one.
     */
    async remove(scope: Scope, idOrExternalId: string): Promise<boolean> {
      await removeManyMessages(database, async (db) => {
        const thread = await findThread(db, scope, idOrExternalId)
        return thread ? [thread.id] : []
      })
      return write(async (trx) => {
        const thread = await findThread(trx, scope, idOrExternalId, isShared)
        if (!thread) return false
        await orphanFiles(trx, isShared, [thread.id])
        await forgetActsAbout(trx, [thread.id])
        await forgetOrigins(trx, [thread.id])
        if (!isShared) await removeMessagesOf(trx, [thread.id])
        // The rest of its messages and runs follows by their foreign keys.
        await trx.deleteFrom('threads').where('id', '=', thread.id).execute()
        await dropOldChunks(trx, isShared)
        return true
      })
    },
    /** Titles a thread without a title; returns the title that it then has. */
    titleOnce: (scope: Scope, threadId: string, title: string): Promise<string | undefined> =>
      write(async (trx) => {
        // Locked: of a generated and a typed title at the same time, the typed one wins.
        const thread = await findThread(trx, scope, threadId, isShared)
        if (!thread) return undefined
        if (thread.title !== null) return thread.title
        await trx
          .updateTable('threads')
          .set({ title, updated_at: now() })
          .where('id', '=', thread.id)
          .execute()
        await addTitle(trx, { ...thread, title })
        return title
      }, REPEATABLE),
    /**
     * Moves all threads of one workspace, with their messages, runs, files, scores and reports, to another of
     * the same project. A thread whose `external_id` is taken there loses that name. Returns how many moved.
     */
    move: (from: Scope, to: Scope): Promise<number> =>
      write((trx) => moveThreads(trx, database, from, to), { asksAgain: true }),
  }
}

const FREE_ROWS = ['scores', 'run_reports', 'events', 'files'] as const

/**
 * Moves all threads of one workspace, with all their rows, to another of the same project. A message and its
 * thread can only change their workspace one after the other, so the foreign keys between them are checked
 * when the transaction ends.
 */
export async function moveThreads(
  trx: Trx,
  { deferKeys, isShared }: Pick<Database, 'deferKeys' | 'isShared'>,
  from: Scope,
  to: Scope,
): Promise<number> {
  if (from.projectId !== to.projectId) throw new Error('threads stay in their project')
  if (from.workspaceId === to.workspaceId) return 0
  // Concurrent writes below one of these threads come before or after the whole move.
  const threads = await trx
    .selectFrom('threads')
    .select('id')
    .where('project_id', '=', from.projectId)
    .where('workspace_id', '=', from.workspaceId)
    .orderBy('id')
    .$if(isShared, (query) => query.forUpdate())
    .execute()
  const ids = threads.map(({ id }) => id)
  await deferKeys(trx)
  for (const some of inStatements(ids)) {
    await moveThreadsAndRuns(trx, some, from, to)
    if (isShared) await moveMessages(trx, some, to.workspaceId)
    else await moveMessagesInTurns(trx, some, to.workspaceId)
  }
  await moveSearch(trx, ids)
  await freeNames(trx, from, to)
  for (const table of FREE_ROWS) await moveRows(trx, table, from, to)
  return ids.length
}

async function moveThreadsAndRuns(trx: Trx, ids: readonly string[], from: Scope, to: Scope) {
  await trx
    .updateTable('threads')
    .set({ external_id: null })
    .where('id', 'in', ids)
    .where('external_id', 'in', ({ selectFrom }) =>
      selectFrom('threads as taken')
        .select('taken.external_id')
        .where('taken.project_id', '=', to.projectId)
        .where('taken.workspace_id', '=', to.workspaceId)
        .where('taken.external_id', 'is not', null),
    )
    .execute()
  await trx
    .updateTable('threads')
    .set({ workspace_id: to.workspaceId, user_id: toUser(from, to) })
    .where('id', 'in', ids)
    .execute()
  await trx
    .updateTable('runs')
    .set(({ fn, ref }) => ({
      moved_from: fn.coalesce(ref('moved_from'), ref('workspace_id')),
      workspace_id: to.workspaceId,
      user_id: toUser(from, to),
    }))
    .where('thread_id', 'in', ids)
    .execute()
}

/** Rows of the moving user get the new owner; rows of colleagues keep theirs. */
const toUser = (from: Scope, to: Scope) =>
  sql<string>`case when user_id = ${from.userId} then ${to.userId} else user_id end`

/** Of two scores of one author for the same target, the existing one stays; so does a report's name. */
async function freeNames(trx: Trx, from: Scope, to: Scope) {
  await trx
    .deleteFrom('scores')
    .where('project_id', '=', from.projectId)
    .where('workspace_id', '=', from.workspaceId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('scores as taken')
          .select('taken.id')
          .where('taken.project_id', '=', to.projectId)
          .where('taken.workspace_id', 'in', [from.workspaceId, to.workspaceId])
          .whereRef('taken.id', '<>', 'scores.id')
          .whereRef('taken.name', '=', 'scores.name')
          .whereRef('taken.target', '=', 'scores.target')
          .where(({ eb }) =>
            eb(
              'taken.user_id',
              '=',
              eb
                .case()
                .when('scores.user_id', '=', from.userId)
                .then(to.userId)
                .else(eb.ref('scores.user_id'))
                .end(),
            ),
          ),
      ),
    )
    .execute()
  await trx
    .updateTable('run_reports')
    .set({ trace_id: null })
    .where('project_id', '=', from.projectId)
    .where('workspace_id', '=', from.workspaceId)
    .where('trace_id', 'in', ({ selectFrom }) =>
      selectFrom('run_reports as taken')
        .select('taken.trace_id')
        .where('taken.project_id', '=', to.projectId)
        .where('taken.workspace_id', '=', to.workspaceId)
        .where('taken.trace_id', 'is not', null),
    )
    .execute()
}

async function moveRows(trx: Trx, table: (typeof FREE_ROWS)[number], from: Scope, to: Scope) {
  await sql`
    update ${sql.table(table)}
    set workspace_id = ${to.workspaceId},
      user_id = ${toUser(from, to)}
    where project_id = ${from.projectId} and workspace_id = ${from.workspaceId}
  `.execute(trx)
}

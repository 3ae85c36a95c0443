import { inTurns } from '../steps/in-turns.ts'
import type { JsonObject } from '../../shared/json.ts'
import { REPEATABLE, type Database, type Trx } from './database.ts'
import { releaseFiles } from './file-threads.ts'
import { compareColumn, toColumn } from './json-column.ts'
import { forgetLastText } from './last-text.ts'
import { insertMessage } from './message-rows.ts'
import { dropChunks } from './run-chunks.ts'
import type { RunRow } from './run-rows.ts'
import { toScope, type Scope } from './scope.ts'
import { addBesideAnswer, replaceBesideAnswer, type BesideAnswer } from './answer-rows.ts'
import { replaceMessageText } from './search/documents.ts'
import { advanceThread } from './thread-rows.ts'

export interface AnswerRow extends BesideAnswer {
  readonly format: string
  readonly content: JsonObject
}

/** Ids of a removed message. */
export interface RemovedMessage {
  readonly id: string
  readonly externalId: string | null
}

/** The end of a run is idempotent: writing it again changes nothing. */
export function createRunEnds({ write, now, isShared }: Database) {
  return {
    /**
     * In one transaction: writes the answer (row id `run.messageId`, parent `run.parentId`), or replaces the row
     * that the run continues, drops the checkpoints, closes the run. If another process took the run for
     * dead, the answer replaces the interrupted one unless a message follows it. Only for the process that
     * drives the run.
     * @returns whether the answer is stored: not if its thread was removed, or the conversation went on.
     */
    finish: (run: RunRow, answer: AnswerRow): Promise<boolean> =>
      write(async (trx) => {
        const at = now()
        return (await end(trx, run, answer, at, isShared)) || finishLate(trx, run, answer, at)
      }, REPEATABLE),
    /**
     * The same for an abandoned run, with its answer so far. Changes nothing for a closed run or a removed
     * thread. Returns whether the run was open.
     */
    interrupt: (run: RunRow, answer: AnswerRow): Promise<boolean> =>
      write((trx) => end(trx, run, answer, now(), isShared), REPEATABLE),
    /**
     * Closes a run without an answer; removes the user message if the run saved it and it has no other child.
     * Returns the removed rows' ids.
     */
    takeBack: (run: RunRow): Promise<readonly RemovedMessage[]> =>
      write(async (trx) => {
        const at = now()
        const scope = await closeRun(trx, run, at, isShared)
        return scope && run.ownsUserMessage ? removeUserMessage(trx, run, at, isShared) : []
      }),
  }
}

/** Returns whether the run was open. */
async function end(
  trx: Trx,
  run: RunRow,
  answer: AnswerRow,
  now: string,
  isShared: boolean,
): Promise<boolean> {
  const scope = await closeRun(trx, run, now, isShared)
  if (!scope) return false
  if (run.continuesMessage) await replaceAnswer(trx, scope, run, answer, now)
  else await addAnswer(trx, scope, run, answer, now)
  await advanceThread(trx, run.threadId, now, { id: run.messageId, content: answer.content })
  return true
}

/**
 * Closes the run. Returns the current owner of the thread, which may have moved to another workspace since
 * the run started; nothing if the run is closed already, or was removed with its thread.
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
  await addBesideAnswer(trx, { ...run, scope }, answer, now)
}

async function replaceAnswer(trx: Trx, scope: Scope, run: RunRow, answer: AnswerRow, now: string) {
  const { format, content } = answer
  const changed = await trx
    .updateTable('messages')
    .set({ format, content: toColumn(content), updated_at: now })
    .where('thread_id', '=', run.threadId)
    .where('id', '=', run.messageId)
    .where('origin', '=', 'server')
    .returning(['id', 'thread_id', 'project_id', 'workspace_id', 'created_at'])
    .executeTakeFirst()
  if (!changed) return
  await replaceMessageText(trx, changed, content)
  await replaceBesideAnswer(trx, { ...run, scope }, answer, now)
}

async function removeUserMessage(
  trx: Trx,
  run: RunRow,
  now: string,
  isShared: boolean,
): Promise<readonly RemovedMessage[]> {
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
    await releaseFiles(trx, isShared, run.threadId, content, now)
  }
  await forgetLastText(
    trx,
    run.threadId,
    removed.map(({ id }) => id),
  )
  return removed.map(({ id, external_id }) => ({ id, externalId: external_id }))
}

/**
 * For a process that was suspended while its run was taken for dead: its answer replaces the interrupted one
 * if that is still the end of the conversation. If the conversation went on, the row was changed or a stop
 * was requested, the row stays as it is. The thread is locked.
 *
 * @returns whether the answer is stored.
 */
async function finishLate(
  trx: Trx,
  run: RunRow,
  { format, content, ...beside }: AnswerRow,
  now: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('messages')
    .selectAll()
    .where('thread_id', '=', run.threadId)
    .where('id', '=', run.messageId)
    .where('origin', '=', 'server')
    .executeTakeFirst()
  if (!row) return false
  // The commit arrived, and its acknowledgement did not.
  const { column, isSame } = await inTurns(compareColumn(row.content, content))
  if (row.format === format && isSame) return true
  if (!(await isLastWord(trx, run, row.updated_at))) return false
  await trx
    .updateTable('messages')
    .set({ format, content: column, updated_at: now })
    .where('thread_id', '=', run.threadId)
    .where('id', '=', row.id)
    .execute()
  await trx.updateTable('runs').set({ ended_at: now }).where('id', '=', run.id).execute()
  await replaceMessageText(trx, row, content)
  const scope = { projectId: row.project_id, workspaceId: row.workspace_id }
  await replaceBesideAnswer(trx, { ...run, scope }, beside, now)
  await advanceThread(trx, run.threadId, now, { id: row.id, content })
  return true
}

/** True if the row is unchanged since the run's end, no stop was requested, and no message follows it. */
async function isLastWord(trx: Trx, run: RunRow, updatedAt: string): Promise<boolean> {
  const found = await trx
    .selectFrom('runs as own')
    .select('own.id')
    .where('own.id', '=', run.id)
    .where('own.thread_id', '=', run.threadId)
    .where('own.ended_at', '=', updatedAt)
    .where('own.stop_requested_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('messages as child')
            .select('child.id')
            .where('child.thread_id', '=', run.threadId)
            .where('child.parent_id', '=', run.messageId),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('runs as later')
            .select('later.id')
            .where('later.thread_id', '=', run.threadId)
            .where('later.id', '<>', run.id)
            .where('later.started_at', '>=', updatedAt),
        ),
      ),
    )
    .executeTakeFirst()
  return found !== undefined
}

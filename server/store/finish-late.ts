import type { Trx } from './database.ts'
import { inTurns } from '../steps/in-turns.ts'
import { compareColumn } from './json-column.ts'
import { replaceMessageText } from './search/documents.ts'
import type { AnswerRow, RunRow } from './store.ts'
import { advanceThread } from './thread-rows.ts'

/**
 * For a process that slept, and finds that its run was taken for dead: its answer takes the place of
 * the interrupted one, as long as that is what everybody would see last. Where the talk went on, or
 * somebody changed the row or asked for a stop, it stays as it is. The thread is locked.
 *
 * @returns whether the answer is in the store now.
 */
export async function finishLate(
  trx: Trx,
  run: RunRow,
  { format, content }: AnswerRow,
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
  await advanceThread(trx, run.threadId, now)
  return true
}

/** Whether the row is as the run's end left it, nobody asked for a stop, and nothing follows it. */
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

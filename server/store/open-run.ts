import { AlcoveError } from '../../shared/errors.ts'
import type { Trx } from './database.ts'

/**
 * The thread must be locked by this transaction.
 *
 * @param answers looks only at runs that answer one of these messages.
 * @throws AlcoveError `run_active` with `data: { runId, messageId }`.
 */
export async function refuseOpenRun(
  trx: Trx,
  threadId: string,
  answers?: readonly string[],
): Promise<void> {
  let query = trx
    .selectFrom('runs')
    .select(['id', 'message_id'])
    .where('thread_id', '=', threadId)
    .where('ended_at', 'is', null)
  if (answers) query = query.where('parent_id', 'in', answers)
  const open = await query.executeTakeFirst()
  if (!open) return
  throw new AlcoveError('run_active', 'An answer is still being written in this thread.', {
    hint: 'Wait until it ends, or stop it first.',
    data: { runId: open.id, messageId: open.message_id },
  })
}

import { AlcoveError } from '../../shared/errors.ts'
import type { Trx } from './database.ts'

/**
 * The thread must be locked by this transaction.
 *
 * @param messages looks only at runs that answer one of these messages, or go on with it.
 * @throws AlcoveError `run_active` with `data: { runId, messageId }`.
 */
export async function refuseOpenRun(
  trx: Trx,
  threadId: string,
  messages?: readonly string[],
): Promise<void> {
  let query = trx
    .selectFrom('runs')
    .select(['id', 'message_id'])
    .where('thread_id', '=', threadId)
    .where('ended_at', 'is', null)
  if (messages) {
    query = query.where(({ or, eb }) =>
      or([eb('parent_id', 'in', messages), eb('message_id', 'in', messages)]),
    )
  }
  const open = await query.executeTakeFirst()
  if (open) throw createRunActive(open)
}

/**
 * The thread must be locked by this transaction.
 *
 * @throws AlcoveError `run_active` when an open run goes on with this message.
 */
export async function refuseContinuingRun(
  trx: Trx,
  threadId: string,
  messageId: string,
): Promise<void> {
  const open = await trx
    .selectFrom('runs')
    .select(['id', 'message_id'])
    .where('thread_id', '=', threadId)
    .where('ended_at', 'is', null)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  if (open) throw createRunActive(open)
}

const createRunActive = (open: { readonly id: string; readonly message_id: string }): AlcoveError =>
  new AlcoveError('run_active', 'An answer is still being written in this thread.', {
    hint: 'Wait until it ends, or stop it first.',
    data: { runId: open.id, messageId: open.message_id },
  })

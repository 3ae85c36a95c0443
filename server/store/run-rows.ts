import { AlcoveError } from '../../shared/errors.ts'
import type { Trx } from './database.ts'
import { toScope, type Scope } from './scope.ts'
import type { RunsTable } from './tables.ts'

export interface RunRow {
  readonly id: string
  readonly scope: Scope
  readonly threadId: string
  /** Row id of the answer, once it is saved. */
  readonly messageId: string
  /** The user message that it answers; the answer's parent. */
  readonly parentId: string
  /** True if this run saved the user message, which a stop before any content then removes. */
  readonly ownsUserMessage: boolean
  /** True if the run continues an existing answer, whose row it replaces. */
  readonly continuesMessage: boolean
  readonly startedAt: string
  readonly requestId: string | null
  readonly turnKey: string | null
}

export const toRunRow = (row: RunsTable): RunRow => ({
  id: row.id,
  scope: toScope(row),
  threadId: row.thread_id,
  messageId: row.message_id,
  parentId: row.parent_id,
  ownsUserMessage: row.owns_user_message === 1,
  continuesMessage: row.continues_message === 1,
  startedAt: row.started_at,
  requestId: row.request_id,
  turnKey: row.turn_key,
})

/** An open run, which `owner` drives; the thread must be locked by this transaction. */
export async function insertRun(
  trx: Trx,
  run: RunRow,
  { owner, leaseUntil }: { readonly owner: string; readonly leaseUntil: string },
): Promise<void> {
  await trx
    .insertInto('runs')
    .values({
      id: run.id,
      project_id: run.scope.projectId,
      workspace_id: run.scope.workspaceId,
      user_id: run.scope.userId,
      thread_id: run.threadId,
      message_id: run.messageId,
      parent_id: run.parentId,
      owns_user_message: run.ownsUserMessage ? 1 : 0,
      continues_message: run.continuesMessage ? 1 : 0,
      owner,
      lease_until: leaseUntil,
      started_at: run.startedAt,
      ended_at: null,
      moved_from: null,
      request_id: run.requestId,
      turn_key: run.turnKey,
      stop_requested_at: null,
    })
    .execute()
}

/**
 * The thread must be locked by this transaction.
 *
 * @param messages limits the check to runs that answer or continue one of these messages.
 * @throws AlcoveError `run_active` with `data: { runId, messageId }`.
 */
export async function refuseOpenRun(
  trx: Trx,
  threadId: string,
  messages?: readonly string[],
): Promise<void> {
  let query = openRun(trx, threadId)
  if (messages) {
    query = query.where(({ or, eb }) =>
      or([eb('parent_id', 'in', messages), eb('message_id', 'in', messages)]),
    )
  }
  refuse(await query.executeTakeFirst())
}

/**
 * The thread must be locked by this transaction.
 *
 * @throws AlcoveError `run_active` if an open run continues this message.
 */
export async function refuseContinuingRun(
  trx: Trx,
  threadId: string,
  messageId: string,
): Promise<void> {
  refuse(await openRun(trx, threadId).where('message_id', '=', messageId).executeTakeFirst())
}

const openRun = (trx: Trx, threadId: string) =>
  trx
    .selectFrom('runs')
    .select(['id', 'message_id'])
    .where('thread_id', '=', threadId)
    .where('ended_at', 'is', null)

function refuse(open: Pick<RunsTable, 'id' | 'message_id'> | undefined): void {
  if (!open) return
  throw new AlcoveError('run_active', 'An answer is still being written in this thread.', {
    hint: 'Wait until it ends, or stop it first.',
    data: { runId: open.id, messageId: open.message_id },
  })
}

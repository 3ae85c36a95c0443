import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import { inTurns } from '../steps/in-turns.ts'
import { REPEATABLE, type Database, type Trx } from './database.ts'
import { compareColumn, readColumn, type ColumnComparison } from './json-column.ts'
import { forgetWords } from './facts/forget-facts.ts'
import { rewordLastText } from './last-text.ts'
import { requireQuota, rowBytes } from './message-bytes.ts'
import { openLease, useLease } from './message-leases.ts'
import { tellStart } from './notices/tell-facts.ts'
import {
  findMessage,
  insertMessage,
  requireParent,
  toMessageRow,
  type MessageRow,
} from './message-rows.ts'
import { removeMessages } from './remove-messages.ts'
import { refuseContinuingRun } from './run-rows.ts'
import type { Scope } from './scope.ts'
import { replaceMessageText } from './search/documents.ts'
import { replaceStepMemory } from './step-memory.ts'
import type { MessagesTable } from './tables.ts'
import { advanceThread, findThread } from './thread-rows.ts'

export interface NewMessage {
  /** A row id or an `external_id` of this thread; `null` for a root. Unknown: error `invalid_request`. */
  readonly parent: string | null
  readonly externalId: string | null
  readonly format: string
  readonly content: JsonObject
  /** The lease by whose holder it is written. */
  readonly leaseId?: string | undefined
  /** True if the caller begins to write it, and wants a lease. */
  readonly opensLease?: boolean | undefined
}

export interface AppendedMessage extends MessageRow {
  /** The lease that was opened. */
  readonly leaseId?: string
}

/** Changes of messages by callers of the API; writes of runs are in `start-run.ts` and `finish-run.ts`. */
export function createMessageChanges({ write, now, isShared }: Database) {
  return {
    /**
     * Adds a row, advances the thread's `lastMessageAt`. An `externalId` or row id of the thread as
     * `externalId` updates that row's content instead (same role only, else `conflict`; its parent stays). It
     * changes nothing if the content is equal, or in another format: clients copy the rows that they loaded,
     * and a copy may say less. Added and changed rows have the origin `client`. Unknown thread: `not_found`;
     * `run_active` if an open run continues the row; `lease_mismatch` and `run_ended` for a lease that is not
     * the row's, or has ended. With `maxBytes`, `quota_exceeded` if the workspace's messages would take more,
     * unless the row gets no longer.
     */
    append: (
      scope: Scope,
      threadId: string,
      message: NewMessage,
      maxBytes?: number,
    ): Promise<AppendedMessage> =>
      write(async (trx) => {
        const thread = await findThread(trx, scope, threadId, isShared)
        if (!thread) throw new AlcoveError('not_found', THREAD_TEXTS.threadNotFound)
        const at = now()
        const { externalId, leaseId } = message
        const known =
          externalId === null ? undefined : await findMessage(trx, scope, thread.id, externalId)
        if (leaseId !== undefined) await useLease(trx, thread.id, known?.id, leaseId, at)
        const row = known
          ? await repeat(trx, known, message, at)
          : await insertMessage(trx, {
              scope,
              threadId: thread.id,
              parent: await requireParent(trx, scope, thread.id, message.parent),
              message,
              origin: 'client',
              now: at,
            })
        if (row !== known) {
          await requireGrowth(trx, scope, known, row, maxBytes)
          await advanceThread(trx, thread.id, at, { id: row.id, content: message.content })
          if (!known) await tellStart({ trx, isShared, now: at }, row, message.content)
        }
        const saved = toMessageRow(row, await inTurns(readColumn(row.content)))
        return message.opensLease ? { ...saved, leaseId: await openLease(trx, row, at) } : saved
      }),
    /**
     * Replaces a row's content, with the origin `client` unless it is equal. `not_found` for an unknown row,
     * `conflict` if the role would change, `run_active` if an open run continues it. The thread's
     * `lastMessageAt` stays. `maxBytes` and `leaseId` as for `append`.
     */
    update: (
      scope: Scope,
      threadId: string,
      idOrExternalId: string,
      content: JsonObject,
      maxBytes?: number,
      leaseId?: string,
    ): Promise<MessageRow> =>
      write(async (trx) => {
        const thread = await findThread(trx, scope, threadId, isShared)
        const known = thread && (await findMessage(trx, scope, thread.id, idOrExternalId))
        if (!known) throw new AlcoveError('not_found', THREAD_TEXTS.messageNotFound)
        const at = now()
        if (leaseId !== undefined) await useLease(trx, known.thread_id, known.id, leaseId, at)
        const change = await compare(known, content)
        const row = change.isSame ? known : await replaceContent(trx, known, change, at)
        await requireGrowth(trx, scope, known, row, maxBytes)
        await rewordLastText(trx, row.thread_id, { id: row.id, content })
        return toMessageRow(row, content)
      }, REPEATABLE),
    /**
     * Removes rows by id or `external_id`; their children are joined to the nearest remaining ancestor, and
     * heights follow. Returns how many were removed; 0 for an unknown thread. `run_active` if an open run
     * answers one of them, or continues it.
     */
    remove: (scope: Scope, threadId: string, ids: readonly string[]): Promise<number> =>
      write(async (trx) => {
        const thread = await findThread(trx, scope, threadId, isShared)
        return thread ? removeMessages(trx, thread.id, ids) : 0
      }),
  }
}

/** The row after the same message came again: unchanged if it is equal, or a copy in another format. */
async function repeat(
  trx: Trx,
  known: MessagesTable,
  { format, content }: NewMessage,
  now: string,
) {
  if (known.format !== format) return known
  const change = await compare(known, content)
  return change.isSame ? known : replaceContent(trx, known, change, now)
}

/** A change that takes no more bytes is never refused, because it frees space. */
async function requireGrowth(
  trx: Trx,
  scope: Scope,
  before: MessagesTable | undefined,
  after: MessagesTable,
  maxBytes: number | undefined,
) {
  const added = rowBytes(after) - rowBytes(before)
  if (added > 0) await requireQuota(trx, scope, maxBytes, added)
}

interface Change extends ColumnComparison {
  readonly content: JsonObject
}

/** Compares a row with its new content. */
const compare = async (row: MessagesTable, content: JsonObject): Promise<Change> => ({
  content,
  ...(await inTurns(compareColumn(row.content, content))),
})

async function replaceContent(
  trx: Trx,
  row: MessagesTable,
  { content, column }: Change,
  now: string,
) {
  const stored = await inTurns(readColumn(row.content))
  if (stored['role'] !== content['role']) {
    throw new AlcoveError('conflict', 'Message role cannot change')
  }
  await refuseContinuingRun(trx, row.thread_id, row.id)
  const changed = await trx
    .updateTable('messages')
    .set({ content: column, origin: 'client', updated_at: now })
    .where('thread_id', '=', row.thread_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await replaceMessageText(trx, changed, content)
  await forgetWords(trx, row.thread_id, row.id)
  if (row.origin === 'server') {
    // A client's words are not the model's.
    const scope = { projectId: row.project_id, workspaceId: row.workspace_id }
    await replaceStepMemory(trx, { scope, threadId: row.thread_id, messageId: row.id })
  }
  return changed
}

import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import { inTurns } from '../steps/in-turns.ts'
import { REPEATABLE, type Database, type Trx } from './database.ts'
import { compareColumn, readColumn, type ColumnComparison } from './json-column.ts'
import { rewordLastText } from './last-text.ts'
import { requireQuota, rowBytes } from './message-bytes.ts'
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
}

/** Changes of messages by callers of the API; writes of runs are in `start-run.ts` and `finish-run.ts`. */
export function createMessageChanges({ write, now, isShared }: Database) {
  return {
    /**
     * Adds a row, advances the thread's `lastMessageAt`. A known `externalId` in the thread updates that
     * row's format and content instead (same role only, else `conflict`; its parent stays), and changes
     * nothing if both are equal. Added and changed rows have the origin `client`. Unknown thread:
     * `not_found`; `run_active` if an open run continues the row. With `maxBytes`, `quota_exceeded` if the
     * workspace's messages would take more, unless the row gets no longer.
     */
    append: (
      scope: Scope,
      threadId: string,
      message: NewMessage,
      maxBytes?: number,
    ): Promise<MessageRow> =>
      write(async (trx) => {
        const thread = await findThread(trx, scope, threadId, isShared)
        if (!thread) throw new AlcoveError('not_found', THREAD_TEXTS.threadNotFound)
        const at = now()
        const known = await findByExternalId(trx, thread.id, message.externalId)
        const change = known && (await compare(known, message))
        if (known && change?.isSame) return toMessageRow(known, message.content)
        const row =
          known && change
            ? await replaceContent(trx, known, change, at)
            : await insertMessage(trx, {
                scope,
                threadId: thread.id,
                parent: await requireParent(trx, scope, thread.id, message.parent),
                message,
                origin: 'client',
                now: at,
              })
        await requireGrowth(trx, scope, known, row, maxBytes)
        await advanceThread(trx, thread.id, at, { id: row.id, content: message.content })
        return toMessageRow(row, message.content)
      }),
    /**
     * Replaces a row's content, with the origin `client` unless it is equal. `not_found` for an unknown row,
     * `conflict` if the role would change, `run_active` if an open run continues it. The thread's
     * `lastMessageAt` stays. `maxBytes` as for `append`.
     */
    update: (
      scope: Scope,
      threadId: string,
      idOrExternalId: string,
      content: JsonObject,
      maxBytes?: number,
    ): Promise<MessageRow> =>
      write(async (trx) => {
        const thread = await findThread(trx, scope, threadId, isShared)
        const known = thread && (await findMessage(trx, scope, thread.id, idOrExternalId))
        if (!known) throw new AlcoveError('not_found', THREAD_TEXTS.messageNotFound)
        const change = await compare(known, { format: known.format, content })
        const row = change.isSame ? known : await replaceContent(trx, known, change, now())
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

function findByExternalId(trx: Trx, threadId: string, externalId: string | null) {
  if (externalId === null) return undefined
  return trx
    .selectFrom('messages')
    .selectAll()
    .where('thread_id', '=', threadId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
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

type Change = Pick<NewMessage, 'format' | 'content'>

/** Compares a row with its new content. */
async function compare(row: MessagesTable, { format, content }: Change) {
  const { column, isSame } = await inTurns(compareColumn(row.content, content))
  return { format, content, column, isSame: row.format === format && isSame }
}

async function replaceContent(
  trx: Trx,
  row: MessagesTable,
  { format, content, column }: Change & Pick<ColumnComparison, 'column'>,
  now: string,
) {
  const stored = await inTurns(readColumn(row.content))
  if (stored['role'] !== content['role']) {
    throw new AlcoveError('conflict', 'Message role cannot change')
  }
  await refuseContinuingRun(trx, row.thread_id, row.id)
  const changed = await trx
    .updateTable('messages')
    .set({ format, content: column, origin: 'client', updated_at: now })
    .where('thread_id', '=', row.thread_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await replaceMessageText(trx, changed, content)
  if (row.origin === 'server') {
    // A client's words are not the model's.
    const scope = { projectId: row.project_id, workspaceId: row.workspace_id }
    await replaceStepMemory(trx, { scope, threadId: row.thread_id, messageId: row.id })
  }
  return changed
}

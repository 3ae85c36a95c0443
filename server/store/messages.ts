import type { Selectable } from 'kysely'
import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { Database, Queryable, Trx } from './database.ts'
import type { JsonObject } from '../../shared/json.ts'
import { listGroup, listIds, listPage } from './list-messages.ts'
import { projectBytes, requireRoom, rowBytes, usedBytes } from './message-bytes.ts'
import { findMessage, insertMessage, requireParent, toMessageRow } from './message-rows.ts'
import { refuseContinuingRun } from './open-run.ts'
import { inTurns } from '../steps/in-turns.ts'
import { compareColumn, readColumn, type ColumnComparison } from './json-column.ts'
import { readPath } from './message-path.ts'
import { removeMessages } from './remove-messages.ts'
import type { MessageQueries, MessageRow, NewMessage, Scope } from './store.ts'
import { replaceMessageText } from './search/documents.ts'
import type { MessagesTable } from './tables.ts'
import { advanceThread, findThread } from './thread-rows.ts'

export function createMessageQueries(database: Database): MessageQueries {
  return {
    append: (scope, threadId, message, maxBytes) =>
      database.write((trx) => append(trx, database, { scope, threadId, message, maxBytes })),
    find: (scope, threadId, idOrExternalId) =>
      database.read(async (db) => {
        const row = await findMessage(db, scope, threadId, idOrExternalId)
        return row && toMessageRow(row)
      }),
    findInWorkspace: (scope, id) => database.read((db) => findInWorkspace(db, scope, id)),
    list: (scope, threadId, page) => database.read((db) => listPage(db, scope, threadId, page)),
    listIds: (scope, threadId, page) => database.read((db) => listIds(db, scope, threadId, page)),
    listGroup: (scope, threadId, ids) => database.read((db) => listGroup(db, scope, threadId, ids)),
    newestChild: (scope, threadId, messageId) =>
      database.read((db) => newestChild(db, scope, threadId, messageId)),
    update: (scope, threadId, idOrExternalId, content, maxBytes) => {
      const change = { scope, threadId, idOrExternalId, content, maxBytes }
      return database.write((trx) => update(trx, database, change), { isRepeatable: true })
    },
    remove: (scope, threadId, ids) =>
      database.write((trx) => removeMessages(trx, scope, threadId, ids, database.isShared)),
    path: (scope, threadId, messageId, maxBytes) =>
      database.read((db) => readPath(db, { scope, threadId, messageId, maxBytes })),
    usedBytes: (scope) => database.read((db) => usedBytes(db, scope)),
    projectBytes: (projectId) => database.read((db) => projectBytes(db, projectId)),
  }
}

async function findInWorkspace(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<MessageRow | undefined> {
  const row = await db
    .selectFrom('messages')
    .selectAll()
    .where('project_id', '=', scope.projectId)
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toMessageRow(row)
}

interface Addition {
  readonly scope: Scope
  readonly threadId: string
  readonly message: NewMessage
  readonly maxBytes: number | undefined
}

async function append(
  trx: Trx,
  { isShared, now: clock }: Database,
  { scope, threadId, message, maxBytes }: Addition,
): Promise<MessageRow> {
  const thread = await findThread(trx, scope, threadId, isShared)
  if (!thread) throw new AlcoveError('not_found', ERROR_TEXTS.threadNotFound)
  const now = clock()
  const known = await findByExternalId(trx, thread.id, message.externalId)
  const change = known && (await compare(known, message))
  if (known && change?.isSame) return toMessageRow(known, message.content)
  const row =
    known && change
      ? await replaceContent(trx, known, change, now)
      : await insertMessage(trx, {
          scope,
          threadId: thread.id,
          parent: await requireParent(trx, scope, thread.id, message.parent),
          message,
          origin: 'client',
          now,
        })
  await requireGrowth(trx, scope, known, row, maxBytes)
  await advanceThread(trx, thread.id, now)
  return toMessageRow(row, message.content)
}

/** What takes no more than it did is never refused: room is made by it. */
async function requireGrowth(
  trx: Trx,
  scope: Scope,
  before: Selectable<MessagesTable> | undefined,
  after: Selectable<MessagesTable>,
  maxBytes: number | undefined,
) {
  const added = rowBytes(after) - rowBytes(before)
  if (added > 0) await requireRoom(trx, scope, maxBytes, added)
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

type Change = Pick<NewMessage, 'format' | 'content'>

/** A row and what shall stand in it. */
async function compare(row: Selectable<MessagesTable>, { format, content }: Change) {
  const { column, isSame } = await inTurns(compareColumn(row.content, content))
  return { format, content, column, isSame: row.format === format && isSame }
}

async function replaceContent(
  trx: Trx,
  row: Selectable<MessagesTable>,
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
  return changed
}

interface ContentUpdate {
  readonly scope: Scope
  readonly threadId: string
  readonly idOrExternalId: string
  readonly content: JsonObject
  readonly maxBytes: number | undefined
}

async function update(
  trx: Trx,
  { isShared, now }: Database,
  { scope, threadId, idOrExternalId, content, maxBytes }: ContentUpdate,
): Promise<MessageRow> {
  const thread = await findThread(trx, scope, threadId, isShared)
  const known = thread && (await findMessage(trx, scope, thread.id, idOrExternalId))
  if (!known) throw new AlcoveError('not_found', ERROR_TEXTS.messageNotFound)
  const change = await compare(known, { format: known.format, content })
  const row = change.isSame ? known : await replaceContent(trx, known, change, now())
  await requireGrowth(trx, scope, known, row, maxBytes)
  return toMessageRow(row, content)
}

async function newestChild(
  db: Queryable,
  scope: Scope,
  threadId: string,
  messageId: string,
): Promise<MessageRow | undefined> {
  const row = await db
    .selectFrom('messages')
    .selectAll()
    .where('project_id', '=', scope.projectId)
    .where('workspace_id', '=', scope.workspaceId)
    .where('thread_id', '=', threadId)
    .where('parent_id', '=', messageId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toMessageRow(row)
}

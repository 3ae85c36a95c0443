import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { createRowId } from '../../shared/ids.ts'
import type { JsonObject } from '../../shared/json.ts'
import { inTurns, type Steps } from '../steps/in-turns.ts'
import { writeJson } from '../steps/write-json.ts'
import type { Queryable, Trx } from './database.ts'
import { fromColumn, readColumn } from './json-column.ts'
import type { Scope } from './scope.ts'
import { addMessageText } from './search/documents.ts'
import type { MessageOrigin, MessagesTable } from './tables.ts'

export interface MessageRow {
  readonly id: string
  readonly threadId: string
  readonly parentId: string | null
  readonly externalId: string | null
  /** For example `aui/v0`; opaque to the store. */
  readonly format: string
  readonly content: JsonObject
  /** Distance from the root: 0 for a message without a parent. */
  readonly height: number
  readonly origin: MessageOrigin
  readonly createdAt: string
  readonly updatedAt: string
}

/** A row with unparsed content: half a megabyte of JSON takes long to parse, and to write again. */
export interface MessageTextRow extends Omit<MessageRow, 'content'> {
  /** The content as JSON text. */
  readonly json: string
}

/** Messages of the scope's workspace. */
export const messagesIn = (db: Queryable, { projectId, workspaceId }: Scope) =>
  db
    .selectFrom('messages')
    .where('project_id', '=', projectId)
    .where('workspace_id', '=', workspaceId)

/** By row id, else by `external_id`. */
export async function findMessage(
  db: Queryable,
  scope: Scope,
  threadId: string,
  idOrExternalId: string,
): Promise<MessagesTable | undefined> {
  const inThread = messagesIn(db, scope).selectAll().where('thread_id', '=', threadId)
  return (
    (await inThread.where('id', '=', idOrExternalId).executeTakeFirst()) ??
    findMessageNamed(db, scope, threadId, idOrExternalId)
  )
}

/** By `external_id` alone. */
export const findMessageNamed = (
  db: Queryable,
  scope: Scope,
  threadId: string,
  externalId: string,
): Promise<MessagesTable | undefined> =>
  messagesIn(db, scope)
    .selectAll()
    .where('thread_id', '=', threadId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()

/** @throws AlcoveError `invalid_request` if the thread has no such message. */
export async function requireParent(
  db: Queryable,
  scope: Scope,
  threadId: string,
  parent: string | null,
): Promise<MessagesTable | undefined> {
  if (parent === null) return undefined
  const row = await findMessage(db, scope, threadId, parent)
  if (!row) throw new AlcoveError('invalid_request', THREAD_TEXTS.parentNotFound)
  return row
}

export interface MessageInsert {
  readonly scope: Scope
  readonly threadId: string
  readonly parent: { readonly id: string; readonly height: number } | undefined
  readonly message: {
    /** Generated if absent. */
    readonly id?: string
    readonly externalId: string | null
    readonly format: string
    readonly content: JsonObject
  }
  readonly origin: MessageOrigin
  readonly now: string
}

/** The thread must be locked by this transaction. */
export async function insertMessage(
  trx: Trx,
  { scope, threadId, parent, message, origin, now }: MessageInsert,
): Promise<MessagesTable> {
  const row = await trx
    .insertInto('messages')
    .values({
      id: message.id ?? createRowId('msg'),
      project_id: scope.projectId,
      workspace_id: scope.workspaceId,
      thread_id: threadId,
      parent_id: parent?.id ?? null,
      external_id: message.externalId,
      format: message.format,
      content: await inTurns(writeJson(message.content)),
      height: parent ? parent.height + 1 : 0,
      origin,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await addMessageText(trx, row, message.content)
  return row
}

/** In steps, since one may have half a megabyte of content. */
export function toMessageRows(rows: readonly MessagesTable[]): Promise<readonly MessageRow[]> {
  return inTurns(
    (function* (): Steps<readonly MessageRow[]> {
      const read: MessageRow[] = []
      for (const row of rows) {
        read.push(toMessageRow(row, yield* readColumn(row.content)))
        yield
      }
      return read
    })(),
  )
}

/** @param content the parsed column, if known: parsing half a megabyte takes long. */
export function toMessageRow(
  row: MessagesTable,
  content: JsonObject = fromColumn(row.content),
): MessageRow {
  return { ...factsOf(row), content }
}

export const toMessageTextRow = (row: MessagesTable): MessageTextRow => ({
  ...factsOf(row),
  json: row.content,
})

function factsOf(row: MessagesTable): Omit<MessageRow, 'content'> {
  return {
    id: row.id,
    threadId: row.thread_id,
    parentId: row.parent_id,
    externalId: row.external_id,
    format: row.format,
    height: row.height,
    origin: row.origin,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

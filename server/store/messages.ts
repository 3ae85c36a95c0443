import { sql } from 'kysely'
import { createMessageChanges } from './change-messages.ts'
import type { Database, Queryable } from './database.ts'
import { createMessageSizes } from './message-bytes.ts'
import {
  findMessage,
  messagesIn,
  toMessageRow,
  toMessageRows,
  toMessageTextRow,
  type MessageRow,
  type MessageTextRow,
} from './message-rows.ts'
import type { Scope } from './scope.ts'
import { createAnswerKnowledgeQueries } from './answer-knowledge.ts'
import { createStepMemoryQueries } from './step-memory.ts'

/** Maximum content of one page or group, as JSON text in UTF-8; a single row may be larger. */
export const PAGE_CONTENT_MAX_BYTES = 2_097_152

export interface MessagePage {
  readonly limit: number
  /** The last message id of the page before. Unknown here: the page is empty. */
  readonly after?: string
}

type MessageQuery = ReturnType<typeof messagesIn>

export function createMessageQueries(database: Database) {
  const { read } = database
  return {
    ...createMessageChanges(database),
    ...createMessageSizes(database),
    ...createMessagePages(database),
    ...createStepMemoryQueries(database),
    ...createAnswerKnowledgeQueries(database),
    /** By row id or `external_id` within the thread. */
    async find(
      scope: Scope,
      threadId: string,
      idOrExternalId: string,
    ): Promise<MessageRow | undefined> {
      const row = await read((db) => findMessage(db, scope, threadId, idOrExternalId))
      return row && toMessageRow(row)
    },
    /** By row id, in any thread of the scope's workspace. */
    async findInWorkspace(scope: Scope, id: string): Promise<MessageRow | undefined> {
      const row = await read((db) =>
        messagesIn(db, scope).selectAll().where('id', '=', id).executeTakeFirst(),
      )
      return row && toMessageRow(row)
    },
    /** The child that was created last: for a user message, its newest answer. */
    async newestChild(
      scope: Scope,
      threadId: string,
      messageId: string,
    ): Promise<MessageRow | undefined> {
      const row = await read((db) =>
        messagesIn(db, scope)
          .selectAll()
          .where('thread_id', '=', threadId)
          .where('parent_id', '=', messageId)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst(),
      )
      return row && toMessageRow(row)
    },
    /**
     * From the root to the message (row id or `external_id`), in order; empty if unknown. With `maxBytes` (of
     * content as JSON text), the newest messages that fit, at least one.
     */
    path: (
      scope: Scope,
      threadId: string,
      messageId: string,
      maxBytes = Number.MAX_SAFE_INTEGER,
    ): Promise<readonly MessageRow[]> =>
      read(async (db) => {
        const last = await findMessage(db, scope, threadId, messageId)
        return last ? readPath(db, threadId, last.id, maxBytes) : []
      }),
    /**
     * The same for the rows that a run refers to, whose thread may have moved to another workspace meanwhile:
     * callers cannot choose these ids.
     */
    pathOfRun: (
      threadId: string,
      messageId: string,
      maxBytes: number,
    ): Promise<readonly MessageRow[]> => read((db) => readPath(db, threadId, messageId, maxBytes)),
  }
}

/** A thread's messages page by page, and long pages group by group. */
function createMessagePages({ read }: Database) {
  return {
    /**
     * Highest first (`height`, `createdAt`, `id` descending); empty for a foreign thread. A page ends before
     * its limit if it would have more than 2 MiB of content, after at least one row; only an empty page means
     * that none follow. `listIds` is for callers that stop at a short page.
     */
    list: (scope: Scope, threadId: string, page: MessagePage): Promise<readonly MessageTextRow[]> =>
      read(async (db) => {
        const query = await pageQuery(db, scope, threadId, page)
        const [first] = query ? await readGroups(query) : []
        if (!query || !first) return []
        const rows = await query.selectAll().limit(first.length).execute()
        return rows.map(toMessageTextRow)
      }),
    /**
     * The ids of a whole page in the order of `list`, in groups to read one after the other: each has at most
     * 2 MiB of content, or one row.
     */
    listIds: (
      scope: Scope,
      threadId: string,
      page: MessagePage,
    ): Promise<readonly (readonly string[])[]> =>
      read(async (db) => {
        const query = await pageQuery(db, scope, threadId, page)
        return query ? readGroups(query) : []
      }),
    /** The rows of one such group, in its order, without rows that were removed meanwhile. */
    listGroup: (
      scope: Scope,
      threadId: string,
      ids: readonly string[],
    ): Promise<readonly MessageTextRow[]> => read((db) => readGroup(db, scope, threadId, ids)),
  }
}

/** Undefined for a page after a missing row. */
async function pageQuery(
  db: Queryable,
  scope: Scope,
  threadId: string,
  { limit, after }: MessagePage,
): Promise<MessageQuery | undefined> {
  const query = messagesIn(db, scope)
    .where('thread_id', '=', threadId)
    .orderBy('height', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (after === undefined) return query
  const last = await findMessage(db, scope, threadId, after)
  return (
    last &&
    query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('height', 'created_at', 'id'), '<', tuple(last.height, last.created_at, last.id)),
    )
  )
}

/** By lengths alone, which both engines know without reading the content. */
async function readGroups(query: MessageQuery): Promise<readonly (readonly string[])[]> {
  const rows = await query.select(['id', sql<number>`octet_length(content)`.as('bytes')]).execute()
  const groups: string[][] = []
  let total = Infinity
  for (const { id, bytes } of rows) {
    total += bytes
    if (total > PAGE_CONTENT_MAX_BYTES) {
      groups.push([])
      total = bytes
    }
    groups.at(-1)?.push(id)
  }
  return groups
}

async function readGroup(
  db: Queryable,
  scope: Scope,
  threadId: string,
  ids: readonly string[],
): Promise<readonly MessageTextRow[]> {
  if (ids.length === 0) return []
  const rows = await messagesIn(db, scope)
    .selectAll()
    .where('thread_id', '=', threadId)
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, toMessageTextRow(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** From the message up to the root, or to the last one that fits; in the order of the conversation. */
async function readPath(
  db: Queryable,
  threadId: string,
  lastId: string,
  maxBytes: number,
): Promise<readonly MessageRow[]> {
  const bytes = sql<number>`cast(octet_length(messages.content) as bigint)`
  const rows = await db
    .withRecursive('ancestors', (cte) =>
      cte
        .selectFrom('messages')
        .selectAll()
        .select(bytes.as('total_bytes'))
        .where('thread_id', '=', threadId)
        .where('id', '=', lastId)
        .unionAll(
          cte
            .selectFrom('ancestors')
            .innerJoin('messages', 'messages.id', 'ancestors.parent_id')
            .selectAll('messages')
            .select(sql<number>`ancestors.total_bytes + ${bytes}`.as('total_bytes'))
            .where('messages.thread_id', '=', threadId)
            .where(sql`ancestors.total_bytes + ${bytes}`, '<=', maxBytes),
        ),
    )
    .selectFrom('ancestors')
    .selectAll()
    .orderBy('height')
    .execute()
  return toMessageRows(rows)
}

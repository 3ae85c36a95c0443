import { sql, type RawBuilder } from 'kysely'
import { postgresTriggers, sqliteTriggers, type ByteCount } from './byte-counts.ts'
import { inStatements, type Database, type Trx } from './database.ts'
import type { AnswerPlace } from './step-memory.ts'

/** Size of a row besides its data: ids, and its entries in the indexes. */
export const ANSWER_KNOWLEDGE_ROW_BYTES = 512
/** Maximum of a list of answers. */
export const UNANSWERED_MOST = 500

/** How an answer used the owner's pages. */
export interface UsedKnowledge {
  readonly isUnanswered: boolean
  /** JSON text; opaque to the store. */
  readonly data: string
}

/** A stored use, with its answer. */
export interface UsedKnowledgeRow extends UsedKnowledge {
  readonly threadId: string
  readonly messageId: string
  readonly workspaceId: string
  readonly createdAt: string
}

/** Place of a row in the list of unanswered questions. */
export type UnansweredCursor = Pick<UsedKnowledgeRow, 'createdAt' | 'messageId'>

/**
 * How answers used the owner's pages, in a table that no query for people reads: a row for an answer. Removed
 * with its message.
 */
export function createAnswerKnowledgeQueries({ read }: Database) {
  return {
    /** Data by message id; callers cannot choose these ids. */
    usedKnowledge: (
      threadId: string,
      messageIds: readonly string[],
    ): Promise<ReadonlyMap<string, string>> =>
      read(async (db) => {
        const found = new Map<string, string>()
        for (const ids of inStatements(messageIds)) {
          const rows = await db
            .selectFrom('answer_knowledge')
            .select(['message_id', 'data'])
            .where('thread_id', '=', threadId)
            .where('message_id', 'in', ids)
            .execute()
          for (const { message_id: id, data } of rows) found.set(id, data)
        }
        return found
      }),
    /** Of the answer of a run; undefined if there is none, or if it did not use the owner's pages. */
    usedByRun: (projectId: string, runId: string): Promise<UsedKnowledgeRow | undefined> =>
      read(async (db) => {
        const row = await db
          .selectFrom('runs')
          .innerJoin('answer_knowledge', (join) =>
            join
              .onRef('answer_knowledge.thread_id', '=', 'runs.thread_id')
              .onRef('answer_knowledge.message_id', '=', 'runs.message_id'),
          )
          .selectAll('answer_knowledge')
          .where('runs.id', '=', runId)
          .where('runs.project_id', '=', projectId)
          .executeTakeFirst()
        return row && toRow(row)
      }),
    /**
     * Answers of a project without a finding, the newest first.
     *
     * @param limit at most {@link UNANSWERED_MOST}.
     */
    unanswered: (
      projectId: string,
      { limit, before }: { readonly limit: number; readonly before?: UnansweredCursor | undefined },
    ): Promise<readonly UsedKnowledgeRow[]> =>
      read(async (db) => {
        const rows = await db
          .selectFrom('answer_knowledge')
          .selectAll()
          .where('project_id', '=', projectId)
          .where('is_unanswered', '=', 1)
          .$if(before !== undefined, (query) =>
            query.where(({ eb, refTuple, tuple }) =>
              eb(
                refTuple('created_at', 'message_id'),
                '<',
                tuple(before!.createdAt, before!.messageId),
              ),
            ),
          )
          .orderBy('created_at', 'desc')
          .orderBy('message_id', 'desc')
          .limit(Math.min(limit, UNANSWERED_MOST))
          .execute()
        return rows.map(toRow)
      }),
  }
}

interface Row {
  readonly thread_id: string
  readonly message_id: string
  readonly workspace_id: string
  readonly is_unanswered: number
  readonly data: string
  readonly created_at: string
}

const toRow = (row: Row): UsedKnowledgeRow => ({
  threadId: row.thread_id,
  messageId: row.message_id,
  workspaceId: row.workspace_id,
  isUnanswered: row.is_unanswered === 1,
  data: row.data,
  createdAt: row.created_at,
})

/** Adds the uses of a new answer. */
export async function addAnswerKnowledge(
  trx: Trx,
  { scope, threadId, messageId }: AnswerPlace,
  used: UsedKnowledge | undefined,
  now: string,
): Promise<void> {
  if (used === undefined) return
  await trx
    .insertInto('answer_knowledge')
    .values({
      project_id: scope.projectId,
      workspace_id: scope.workspaceId,
      thread_id: threadId,
      message_id: messageId,
      is_unanswered: used.isUnanswered ? 1 : 0,
      data: used.data,
      created_at: now,
    })
    .execute()
}

/** Replaces the uses of an answer whose content is replaced. */
export async function replaceAnswerKnowledge(
  trx: Trx,
  answer: AnswerPlace,
  used: UsedKnowledge | undefined,
  now: string,
): Promise<void> {
  await trx
    .deleteFrom('answer_knowledge')
    .where('thread_id', '=', answer.threadId)
    .where('message_id', '=', answer.messageId)
    .execute()
  await addAnswerKnowledge(trx, answer, used, now)
}

/** Added to the bytes of the workspace's messages. */
const countOf = (dataBytes: (row: RawBuilder<unknown>) => RawBuilder<unknown>): ByteCount => ({
  rows: 'answer_knowledge',
  sums: 'message_bytes',
  columns: ['data'],
  bytes: (row) => sql`${dataBytes(row)} + ${sql.lit(ANSWER_KNOWLEDGE_ROW_BYTES)}`,
})

export const SQLITE_ANSWER_KNOWLEDGE_COUNT = sqliteTriggers(
  countOf((row) => sql`length(cast(${row}data as blob))`),
)
export const POSTGRES_ANSWER_KNOWLEDGE_COUNT = postgresTriggers(
  countOf((row) => sql`octet_length(${row}data)`),
)

import { sql, type RawBuilder } from 'kysely'
import { postgresTriggers, sqliteTriggers, type ByteCount } from './byte-counts.ts'
import { inStatements, type Database, type Trx } from './database.ts'
import type { Scope } from './scope.ts'

/** Size of a row besides its data: ids, and its entry in the index. */
export const STEP_MEMORY_ROW_BYTES = 256

/** An answer of a run. */
export interface AnswerPlace {
  readonly scope: Pick<Scope, 'projectId' | 'workspaceId'>
  readonly threadId: string
  readonly messageId: string
}

/**
 * Parts of answers that only their providers read, in a table that no query for callers reads: a row for an
 * answer, as JSON text. Removed with its message.
 */
export function createStepMemoryQueries({ read }: Database) {
  return {
    /** By message id; callers cannot choose these ids. */
    stepMemories: (
      threadId: string,
      messageIds: readonly string[],
    ): Promise<ReadonlyMap<string, string>> =>
      read(async (db) => {
        const memories = new Map<string, string>()
        for (const ids of inStatements(messageIds)) {
          const rows = await db
            .selectFrom('step_memory')
            .select(['message_id', 'data'])
            .where('thread_id', '=', threadId)
            .where('message_id', 'in', ids)
            .execute()
          for (const { message_id: id, data } of rows) memories.set(id, data)
        }
        return memories
      }),
  }
}

/** Adds the memory of a new answer. */
export async function addStepMemory(
  trx: Trx,
  { scope, threadId, messageId }: AnswerPlace,
  data: string | undefined,
): Promise<void> {
  if (data === undefined) return
  await trx
    .insertInto('step_memory')
    .values({
      project_id: scope.projectId,
      workspace_id: scope.workspaceId,
      thread_id: threadId,
      message_id: messageId,
      data,
    })
    .execute()
}

/** Replaces the memory of an answer whose content is replaced. */
export async function replaceStepMemory(
  trx: Trx,
  answer: AnswerPlace,
  data?: string,
): Promise<void> {
  await trx
    .deleteFrom('step_memory')
    .where('thread_id', '=', answer.threadId)
    .where('message_id', '=', answer.messageId)
    .execute()
  await addStepMemory(trx, answer, data)
}

/** Added to the bytes of the workspace's messages. */
const countOf = (dataBytes: (row: RawBuilder<unknown>) => RawBuilder<unknown>): ByteCount => ({
  rows: 'step_memory',
  sums: 'message_bytes',
  columns: ['data'],
  bytes: (row) => sql`${dataBytes(row)} + ${sql.lit(STEP_MEMORY_ROW_BYTES)}`,
})

export const SQLITE_STEP_MEMORY_COUNT = sqliteTriggers(
  countOf((row) => sql`length(cast(${row}data as blob))`),
)
export const POSTGRES_STEP_MEMORY_COUNT = postgresTriggers(
  countOf((row) => sql`octet_length(${row}data)`),
)

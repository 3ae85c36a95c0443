import type { Database } from '../database.ts'
import { toMessageRow, type MessageRow } from '../message-rows.ts'

/** Time until another attempt, after an answer's facts could not be written. */
const POSTPONED_MS = 3_600_000

/** Place of an answer whose facts are due. */
export interface DueAnswer {
  readonly threadId: string
  readonly messageId: string
}

/** Rows of an answer, for its facts. */
export interface StoredAnswer extends DueAnswer {
  readonly projectId: string
  readonly answer: MessageRow
  readonly question: MessageRow | undefined
  /** JSON text of how it used the owner's pages. */
  readonly knowledge: string | undefined
  /** Absent: nothing was reported. */
  readonly report:
    | { readonly modelId: string | null; readonly durationMs: number | null }
    | undefined
}

/** Answers without facts: after a crash, or of an older version. */
export function createDueFactQueries({ read, writeOnce, now }: Database) {
  return {
    /** The longest due first. */
    listDue: (limit: number): Promise<readonly DueAnswer[]> =>
      read(async (db) => {
        const rows = await db
          .selectFrom('facts_due')
          .select(['thread_id', 'message_id'])
          .where('due_at', '<=', now())
          .orderBy('due_at')
          .orderBy('thread_id')
          .orderBy('message_id')
          .limit(limit)
          .execute()
        return rows.map((row) => ({ threadId: row.thread_id, messageId: row.message_id }))
      }),
    /** Undefined if it has been removed. */
    readAnswer: ({ threadId, messageId }: DueAnswer): Promise<StoredAnswer | undefined> =>
      read(async (db) => {
        const ofThread = db.selectFrom('messages').selectAll().where('thread_id', '=', threadId)
        const answer = await ofThread.where('id', '=', messageId).executeTakeFirst()
        if (!answer) return undefined
        const question =
          answer.parent_id === null
            ? undefined
            : await ofThread.where('id', '=', answer.parent_id).executeTakeFirst()
        const used = await db
          .selectFrom('answer_knowledge')
          .select('data')
          .where('thread_id', '=', threadId)
          .where('message_id', '=', messageId)
          .executeTakeFirst()
        const report = await db
          .selectFrom('run_reports')
          .select(['model_id', 'duration_ms'])
          .where('project_id', '=', answer.project_id)
          .where('thread_id', '=', threadId)
          .where('message_id', '=', messageId)
          .orderBy('created_at', 'desc')
          .limit(1)
          .executeTakeFirst()
        return {
          threadId,
          messageId,
          projectId: answer.project_id,
          answer: toMessageRow(answer),
          question: question && toMessageRow(question),
          knowledge: used?.data,
          report: report && { modelId: report.model_id, durationMs: report.duration_ms },
        }
      }),
    /** The question of an answer that has just ended. */
    readQuestion: (threadId: string, messageId: string): Promise<MessageRow | undefined> =>
      read(async (db) => {
        const row = await db
          .selectFrom('messages')
          .selectAll()
          .where('thread_id', '=', threadId)
          .where('id', '=', messageId)
          .executeTakeFirst()
        return row && toMessageRow(row)
      }),
    /** Tries an answer again later, so that one that fails holds up no other. */
    async postpone({ threadId, messageId }: DueAnswer): Promise<void> {
      const dueAt = new Date(Date.parse(now()) + POSTPONED_MS).toISOString()
      await writeOnce((db) =>
        db
          .updateTable('facts_due')
          .set({ due_at: dueAt })
          .where('thread_id', '=', threadId)
          .where('message_id', '=', messageId)
          .execute(),
      )
    },
  }
}

import type { Database } from '../database.ts'
import { toQuestion, type ReportedPlace, type ReportedQuestion } from './report-answers.ts'

/** Texts of a few answers, each by the answer's id. */
export function createMessageReportQueries({ read }: Database) {
  return {
    questionsOf: (
      project: string,
      answers: readonly ReportedPlace[],
    ): Promise<ReadonlyMap<string, ReportedQuestion>> =>
      read(async (db) => {
        const rows = await Promise.all(
          answers.map(({ threadId, messageId }) =>
            db
              .selectFrom('answer_facts as answer')
              .innerJoin('asked_questions as question', (join) =>
                join
                  .onRef('question.thread_id', '=', 'answer.thread_id')
                  .onRef('question.message_id', '=', 'answer.question_id'),
              )
              .select(['question.thread_id', 'question.message_id', 'question.asked_at'])
              .select(['question.text', 'question.words', 'answer.message_id as answer_id'])
              .select(['answer.is_unanswered', 'answer.rating'])
              .where('answer.thread_id', '=', threadId)
              .where('answer.message_id', '=', messageId)
              .where('answer.project_id', '=', project)
              .executeTakeFirst(),
          ),
        )
        return new Map(
          rows.flatMap((row) => (row ? [[row.answer_id, toQuestion(row)] as const] : [])),
        )
      }),
    /** @param name of the score that is the rating. */
    commentsOf: (
      project: string,
      name: string,
      answers: readonly ReportedPlace[],
    ): Promise<ReadonlyMap<string, string>> =>
      read(async (db) => {
        const rows = await Promise.all(
          answers.map(({ threadId, messageId }) =>
            db
              .selectFrom('scores')
              .select(['message_id', 'comment'])
              .where('thread_id', '=', threadId)
              .where('message_id', '=', messageId)
              .where('project_id', '=', project)
              .where('name', '=', name)
              .where('comment', 'is not', null)
              .limit(1)
              .executeTakeFirst(),
          ),
        )
        return new Map(
          rows.flatMap((row) => (row ? [[row.message_id ?? '', row.comment ?? ''] as const] : [])),
        )
      }),
    /** As JSON text. */
    contentsOf: (
      project: string,
      answers: readonly ReportedPlace[],
    ): Promise<ReadonlyMap<string, string>> =>
      read(async (db) => {
        const rows = await Promise.all(
          answers.map(({ threadId, messageId }) =>
            db
              .selectFrom('messages')
              .select(['id', 'content'])
              .where('project_id', '=', project)
              .where('thread_id', '=', threadId)
              .where('id', '=', messageId)
              .executeTakeFirst(),
          ),
        )
        return new Map(rows.flatMap((row) => (row ? [[row.id, row.content] as const] : [])))
      }),
  }
}

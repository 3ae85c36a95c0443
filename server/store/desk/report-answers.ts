import { sql, type SelectQueryBuilder } from 'kysely'
import type { Database, Queryable } from '../database.ts'
import type { Tables } from '../tables.ts'
import type { ReportPeriod } from './report-period.ts'

/** Rows of one statement: more would hold other calls of an embedded database. */
export const ANSWERS_PER_STATEMENT = 500

/** Place of a row in a list that begins with the newest. */
export interface ReportCursor {
  readonly at: string
  readonly id: string
}

type Instants = Pick<ReportPeriod, 'start' | 'end'>

/** Place of an answer in its project. */
export interface ReportedPlace {
  readonly threadId: string
  readonly messageId: string
}

/** An answer with trouble. */
export interface ReportedAnswer extends ReportedPlace {
  readonly at: string
  /** Sum of the numbers of its troubles. */
  readonly trouble: number
}

/** A question with the fate of its newest answer. */
export interface ReportedQuestion extends ReportedPlace {
  readonly answerId: string
  readonly at: string
  /** Masked. */
  readonly text: string
  /** Folded content words, separated by spaces. */
  readonly words: string
  readonly isUnanswered: boolean
  readonly isBad: boolean
}

/** Calls of tools by an answer. */
export interface ReportedTools extends ReportCursor {
  /** JSON: [{ name, failed }]. */
  readonly tools: string
}

/** A person's rating of an answer. */
export interface ReportedRating extends ReportCursor {
  readonly isGood: boolean
  readonly comment: string | null
}

/**
 * Pages of a project's answers, questions and ratings in a period, the newest first: at most
 * {@link ANSWERS_PER_STATEMENT} rows. Fewer: there are no older ones.
 */
export function createAnswerReportQueries({ read }: Database) {
  return {
    async listTroubled(
      project: string,
      { start, end }: Instants,
      before?: ReportCursor,
    ): Promise<readonly ReportedAnswer[]> {
      const rows = await read((db) =>
        db
          .selectFrom('answer_facts')
          .select(['thread_id', 'message_id', 'ended_at', 'trouble'])
          .where('project_id', '=', project)
          // The index has the same text.
          .where(sql<boolean>`trouble > 0`)
          .where('ended_at', '>=', start)
          .where(isBefore('ended_at', 'message_id', end, before))
          .orderBy('ended_at', 'desc')
          .orderBy('message_id', 'desc')
          .limit(ANSWERS_PER_STATEMENT)
          .execute(),
      )
      return rows.map((row) => ({
        threadId: row.thread_id,
        messageId: row.message_id,
        at: row.ended_at,
        trouble: row.trouble,
      }))
    },
    async listTools(
      project: string,
      { start, end }: Instants,
      before?: ReportCursor,
    ): Promise<readonly ReportedTools[]> {
      const rows = await read((db) =>
        db
          .selectFrom('answer_facts')
          .select(['message_id', 'ended_at', 'tools'])
          .where('project_id', '=', project)
          // The index has the same text.
          .where(sql<boolean>`tools <> '[]'`)
          .where('ended_at', '>=', start)
          .where(isBefore('ended_at', 'message_id', end, before))
          .orderBy('ended_at', 'desc')
          .orderBy('message_id', 'desc')
          .limit(ANSWERS_PER_STATEMENT)
          .execute(),
      )
      return rows.map((row) => ({ at: row.ended_at, id: row.message_id, tools: row.tools }))
    },
    async listQuestions(
      project: string,
      { start, end }: Instants,
      before?: ReportCursor,
    ): Promise<readonly ReportedQuestion[]> {
      const rows = await read((db) =>
        withAnswers(
          db
            .selectFrom('asked_questions')
            .select(['thread_id', 'message_id', 'answer_id', 'asked_at', 'text', 'words'])
            .where('project_id', '=', project)
            .where('asked_at', '>=', start)
            .where(isBefore('asked_at', 'message_id', end, before))
            .orderBy('asked_at', 'desc')
            .orderBy('message_id', 'desc')
            .limit(ANSWERS_PER_STATEMENT),
          db,
        ).execute(),
      )
      return rows.map(toQuestion)
    },
    /** @param name of the score that is the rating. */
    async listRatings(
      project: string,
      name: string,
      { start, end }: Instants,
      before?: ReportCursor,
    ): Promise<readonly ReportedRating[]> {
      const rows = await read((db) =>
        db
          .selectFrom('scores')
          .select(['id', 'created_at', 'value', 'comment'])
          .where('project_id', '=', project)
          .where('name', '=', name)
          .where('created_at', '>=', start)
          .where(isBefore('created_at', 'id', end, before))
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(ANSWERS_PER_STATEMENT)
          .execute(),
      )
      return rows.map((row) => ({
        id: row.id,
        at: row.created_at,
        isGood: row.value === 1,
        comment: row.comment,
      }))
    },
  }
}

/**
 * The questions of a page with the fate of their newest answers. The page comes first, and each answer is looked up: for a join that
 * ends after some rows, Postgres would start further processes, which takes longer than all of its rows.
 */
const withAnswers = (
  page: SelectQueryBuilder<
    Tables,
    'asked_questions',
    Omit<QuestionRow, 'is_unanswered' | 'rating'>
  >,
  db: Queryable,
) =>
  db
    .selectFrom(page.as('looked_up'))
    .selectAll()
    .select(({ selectFrom }) => {
      const answer = selectFrom('answer_facts as answer')
        .whereRef('answer.thread_id', '=', 'looked_up.thread_id')
        .whereRef('answer.message_id', '=', 'looked_up.answer_id')
      return [
        answer.select('answer.is_unanswered').as('is_unanswered'),
        answer.select('answer.rating').as('rating'),
      ]
    })
    .orderBy('asked_at', 'desc')
    .orderBy('message_id', 'desc')

/** Rows of a period that follow a row in its list. */
const isBefore = (time: string, id: string, end: string, before: ReportCursor | undefined) =>
  before === undefined
    ? sql<boolean>`${sql.ref(time)} < ${end}`
    : sql<boolean>`(${sql.ref(time)}, ${sql.ref(id)}) < (${before.at}, ${before.id})`

interface QuestionRow {
  readonly thread_id: string
  readonly message_id: string
  readonly answer_id: string
  readonly asked_at: string
  readonly text: string
  readonly words: string
  readonly is_unanswered: number | null
  readonly rating: 'good' | 'bad' | null
}

export const toQuestion = (row: QuestionRow): ReportedQuestion => ({
  threadId: row.thread_id,
  messageId: row.message_id,
  answerId: row.answer_id,
  at: row.asked_at,
  text: row.text,
  words: row.words,
  isUnanswered: row.is_unanswered === 1,
  isBad: row.rating === 'bad',
})

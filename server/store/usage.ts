import { sql, type ExpressionBuilder } from 'kysely'
import type { Database, Queryable } from './database.ts'
import type { Tables } from './tables.ts'

/** Sorts after every time of its day: ISO 8601 continues with `T`. */
const DAY_END = 'U'
const DAY_LENGTH = 10

export interface Usage {
  readonly runs: number
  readonly threads: number
  readonly users: number
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Sums of the reports of a project's runs. */
export function createUsageQueries({ read }: Database) {
  return {
    /** For each day with a report, `from` and `to` included (`2026-11-21`, UTC), oldest first. */
    async dailyUsage(
      projectId: string,
      from: string,
      to: string,
    ): Promise<readonly (Usage & { day: string })[]> {
      const day = sql<string>`substr(created_at, 1, ${sql.lit(DAY_LENGTH)})`
      const rows = await read((db) =>
        inPeriod(db, projectId, from, to)
          .select(day.as('day'))
          .select(sums)
          .groupBy(day)
          .orderBy(day)
          .execute(),
      )
      return rows.map((row) => ({ day: row.day, ...toUsage(row) }))
    },
    /** Over all days together: each user and thread counts once. */
    async periodUsage(projectId: string, from: string, to: string): Promise<Usage> {
      const row = await read((db) =>
        inPeriod(db, projectId, from, to).select(sums).executeTakeFirstOrThrow(),
      )
      return toUsage(row)
    },
  }
}

const inPeriod = (db: Queryable, projectId: string, from: string, to: string) =>
  db
    .selectFrom('run_reports')
    .where('project_id', '=', projectId)
    .where('created_at', '>=', from)
    .where('created_at', '<', to + DAY_END)

const sums = ({ fn }: ExpressionBuilder<Tables, 'run_reports'>) => [
  fn.countAll().as('runs'),
  fn.count('thread_id').distinct().as('threads'),
  fn.count('user_id').distinct().as('users'),
  fn.sum('input_tokens').as('inputTokens'),
  fn.sum('output_tokens').as('outputTokens'),
]

/** Postgres returns counts as text; the sum of no rows is `null`. */
const toUsage = (row: Readonly<Record<keyof Usage, string | number | bigint | null>>): Usage => ({
  runs: Number(row.runs),
  threads: Number(row.threads),
  users: Number(row.users),
  inputTokens: Number(row.inputTokens),
  outputTokens: Number(row.outputTokens),
})

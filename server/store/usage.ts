import { sql, type ExpressionBuilder } from 'kysely'
import type { Queryable } from './database.ts'
import type { Usage } from './store.ts'
import type { Tables } from './tables.ts'

/** Sorts after every time of its day: ISO 8601 goes on with `T`. */
const DAY_END = 'U'
const DAY_LENGTH = 10

/** Per day with any report, both days included, oldest first. */
export async function dailyUsage(
  db: Queryable,
  projectId: string,
  from: string,
  to: string,
): Promise<readonly (Usage & { day: string })[]> {
  const day = sql<string>`substr(created_at, 1, ${sql.lit(DAY_LENGTH)})`
  const rows = await inPeriod(db, projectId, from, to)
    .select(day.as('day'))
    .select(sums)
    .groupBy(day)
    .orderBy(day)
    .execute()
  return rows.map((row) => ({ day: row.day, ...toUsage(row) }))
}

/** Over all days at once, both included: each user and thread counts once. */
export async function periodUsage(
  db: Queryable,
  projectId: string,
  from: string,
  to: string,
): Promise<Usage> {
  return toUsage(await inPeriod(db, projectId, from, to).select(sums).executeTakeFirstOrThrow())
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
  fn.sum('input_tokens').as('input_tokens'),
  fn.sum('output_tokens').as('output_tokens'),
]

type Count = string | number | bigint | null

/** Postgres counts in text; the sum of nothing is `null`. */
const toUsage = (row: {
  readonly runs: Count
  readonly threads: Count
  readonly users: Count
  readonly input_tokens: Count
  readonly output_tokens: Count
}): Usage => ({
  runs: Number(row.runs),
  threads: Number(row.threads),
  users: Number(row.users),
  inputTokens: Number(row.input_tokens),
  outputTokens: Number(row.output_tokens),
})

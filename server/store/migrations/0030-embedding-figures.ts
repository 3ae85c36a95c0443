import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Calls of embedding models count to the figures by day; those from before have no model and no cost. */
export const embeddingFigures: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [name, type] of [
      ['embedding_calls', 'integer'],
      ['embedding_tokens', 'double precision'],
    ] as const) {
      await db.schema
        .alterTable('daily_figures')
        .addColumn(name, type, (column) => column.notNull().defaultTo(0))
        .execute()
    }
    await sql`
      insert into daily_figures (project_id, day, assistant, model, language, visitors, conversations, answers,
        input_tokens, cached_tokens, output_tokens, reasoning_tokens, cost_micros, unpriced, unanswered, errors,
        stopped, repeated, good, bad, embedding_calls, embedding_tokens)
      select project_id, day, '', '', '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, sum(calls), sum(tokens)
      from knowledge_usage where true group by project_id, day
      on conflict (project_id, day, assistant, model, language) do nothing
    `.execute(db)
  },
}

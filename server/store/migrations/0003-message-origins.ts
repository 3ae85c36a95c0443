import { sql, type Expression, type Kysely, type QueryExecutorProvider } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Who wrote a message, and runs that go on with one that is there. */
export function messageOrigins(textType: Expression<unknown>): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('messages')
        .addColumn('origin', textType, (column) => column.notNull().defaultTo('client'))
        .execute()
      await db.schema
        .alterTable('runs')
        .addColumn('continues_message', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
      await fillOrigins(db)
    },
  }
}

/**
 * The answers that runs wrote and nobody changed since, of rows that are older than the column. What
 * no run names any more counts as a client's: that costs an old thread some of its trust, while the
 * other way round a forged answer would gain it.
 */
export async function fillOrigins(db: QueryExecutorProvider): Promise<void> {
  await sql`
    update messages set origin = 'server'
    where updated_at = created_at
      and (thread_id, id) in (select thread_id, message_id from runs)
  `.execute(db)
}

import type { Expression, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What models cost, by day and project. */
export function budgets(textType: Expression<unknown>): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('budgets')
        .addColumn('line', textType, (column) => column.primaryKey().notNull())
        .addColumn('used', 'bigint', (column) => column.notNull())
        .execute()
    },
  }
}

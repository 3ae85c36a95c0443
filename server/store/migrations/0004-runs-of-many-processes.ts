import type { Expression, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What processes tell each other of the runs that they drive. */
export function runsOfManyProcesses(textType: Expression<unknown>): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const column of ['request_id', 'turn_key', 'stop_requested_at']) {
        await db.schema.alterTable('runs').addColumn(column, textType).execute()
      }
      await db.schema
        .createTable('kept_stops')
        .addColumn('key', textType, (column) => column.primaryKey().notNull())
        .addColumn('until', textType, (column) => column.notNull())
        .execute()
    },
  }
}

import type { Expression } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Leases for jobs of one process at a time. */
export const jobLeases = (textType: Expression<unknown>): Migration => ({
  up: async (db) => {
    await db.schema
      .createTable('job_leases')
      .addColumn('job', textType, (column) => column.primaryKey().notNull())
      .addColumn('owner', textType, (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .execute()
  },
})

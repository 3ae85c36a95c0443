import type { Expression, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A run of cases may have the name of who asked for it, so that a repeated call finds it. */
export const askedRuns = (textType: Expression<unknown>): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('case_runs').addColumn('external_id', textType).execute()
    await db.schema
      .createIndex('case_runs_by_external_id')
      .unique()
      .on('case_runs')
      .columns(['project_id', 'external_id'])
      .execute()
  },
})

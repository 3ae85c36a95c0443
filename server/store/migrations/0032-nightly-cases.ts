import type { Expression, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A run of cases may be that of a night; each project has one for each day. */
export const nightlyCases = (textType: Expression<unknown>): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('case_runs').addColumn('nightly_day', textType).execute()
    await db.schema
      .createIndex('case_runs_by_night')
      .unique()
      .on('case_runs')
      .columns(['project_id', 'nightly_day'])
      .execute()
  },
})

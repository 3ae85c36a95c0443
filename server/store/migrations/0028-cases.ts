import type { Expression, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Cases of projects, and what their runs found. */
export const cases = (textType: Expression<unknown>): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('cases')
      .addColumn('id', textType, (column) => column.primaryKey().notNull())
      .addColumn('project_id', textType, (column) => column.notNull())
      .addColumn('name', textType, (column) => column.notNull())
      .addColumn('data', textType, (column) => column.notNull())
      .addColumn('changed_by', textType)
      .addColumn('changed_at', textType, (column) => column.notNull())
      .addColumn('thread_id', textType)
      .addColumn('message_id', textType)
      .addUniqueConstraint('case_of_project', ['project_id', 'name'])
      .execute()
    await db.schema
      .createTable('case_runs')
      .addColumn('id', textType, (column) => column.primaryKey().notNull())
      .addColumn('project_id', textType, (column) => column.notNull())
      .addColumn('state', textType, (column) => column.notNull())
      .addColumn('sides', textType, (column) => column.notNull())
      .addColumn('times', 'integer', (column) => column.notNull())
      .addColumn('started_by', textType)
      .addColumn('is_whole', 'integer', (column) => column.notNull())
      .addColumn('started_at', textType, (column) => column.notNull())
      .addColumn('ended_at', textType)
      .addColumn('draft_revision', 'integer')
      .addColumn('published_number', 'integer')
      .execute()
    await db.schema
      .createIndex('case_runs_of_project')
      .on('case_runs')
      .columns(['project_id', 'started_at', 'id'])
      .execute()
    await db.schema
      .createIndex('case_runs_by_state')
      .on('case_runs')
      .columns(['state', 'started_at'])
      .execute()
    await db.schema
      .createTable('case_attempts')
      .addColumn('run_id', textType, (column) =>
        column.notNull().references('case_runs.id').onDelete('cascade'),
      )
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('case_id', textType, (column) => column.notNull())
      .addColumn('side', textType, (column) => column.notNull())
      .addColumn('has_passed', 'integer')
      .addColumn('figures', textType)
      .addColumn('data', textType)
      .addPrimaryKeyConstraint('case_attempt_of_run', ['run_id', 'place'])
      .execute()
  },
})

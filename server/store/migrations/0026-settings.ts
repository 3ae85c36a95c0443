import type { Expression, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Settings that owners change while the service runs, and requests to read the configuration again. */
export const settings = (textType: Expression<unknown>): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('project_versions')
      .addColumn('project_id', textType, (column) =>
        column.notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('settings', textType, (column) => column.notNull())
      .addColumn('published_by', textType)
      .addColumn('published_at', textType, (column) => column.notNull())
      .addColumn('why', textType, (column) => column.notNull())
      .addColumn('undo_of', 'integer')
      .addPrimaryKeyConstraint('project_versions_number', ['project_id', 'number'])
      .execute()
    await db.schema
      .createTable('project_drafts')
      .addColumn('project_id', textType, (column) =>
        column.primaryKey().notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('settings', textType, (column) => column.notNull())
      .addColumn('base_number', 'integer')
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('changed_by', textType)
      .addColumn('changed_at', textType, (column) => column.notNull())
      .execute()
    await db.schema.alterTable('projects').addColumn('published_number', 'integer').execute()
    await db.schema
      .alterTable('projects')
      .addColumn('draft_revision', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await addSourceColumns(db, textType)
    await addReloads(db, textType)
  },
})

/** Existing sources are found by all answers. */
async function addSourceColumns(db: Kysely<unknown>, textType: Expression<unknown>) {
  for (const [name, value] of [
    ['is_set', 0],
    ['is_live', 1],
    ['is_draft', 1],
  ] as const) {
    await db.schema
      .alterTable('knowledge_sources')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(value))
      .execute()
  }
  await db.schema.alterTable('knowledge_sources').addColumn('left_at', textType).execute()
}

async function addReloads(db: Kysely<unknown>, textType: Expression<unknown>) {
  await db.schema
    .createTable('config_reloads')
    .addColumn('id', textType, (column) => column.primaryKey().notNull())
    .addColumn('asked_at', textType, (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('config_reload_reports')
    .addColumn('reload_id', textType, (column) =>
      column.notNull().references('config_reloads.id').onDelete('cascade'),
    )
    .addColumn('server', textType, (column) => column.notNull())
    .addColumn('at', textType, (column) => column.notNull())
    .addColumn('is_taken', 'integer', (column) => column.notNull())
    .addColumn('report', textType, (column) => column.notNull())
    .addPrimaryKeyConstraint('config_reload_reports_server', ['reload_id', 'server'])
    .execute()
}

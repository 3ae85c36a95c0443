import type { Expression, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The people who open the desk, and what they did there. */
export const desk = (textType: Expression<unknown>): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('desk_people')
      .addColumn('id', textType, (column) => column.primaryKey().notNull())
      .addColumn('mail', textType, (column) => column.notNull().unique())
      .addColumn('created_at', textType, (column) => column.notNull())
      .addColumn('seen_at', textType)
      .execute()
    await db.schema
      .createTable('desk_roles')
      .addColumn('person_id', textType, (column) =>
        column.notNull().references('desk_people.id').onDelete('cascade'),
      )
      .addColumn('project_id', textType, (column) => column.notNull())
      .addColumn('role', textType, (column) => column.notNull())
      .addColumn('created_at', textType, (column) => column.notNull())
      .addPrimaryKeyConstraint('desk_role_of_person', ['person_id', 'project_id'])
      .execute()
    await db.schema
      .createIndex('desk_roles_of_project')
      .on('desk_roles')
      .columns(['project_id', 'created_at', 'person_id'])
      .execute()
    await addSignIns(db, textType)
    await addAudit(db, textType)
  },
})

async function addSignIns(db: Kysely<unknown>, textType: Expression<unknown>) {
  await db.schema
    .createTable('desk_links')
    .addColumn('token_hash', textType, (column) => column.primaryKey().notNull())
    .addColumn('person_id', textType, (column) =>
      column.notNull().references('desk_people.id').onDelete('cascade'),
    )
    .addColumn('ends_at', textType, (column) => column.notNull())
    .addColumn('used_at', textType)
    .execute()
  await db.schema
    .createTable('desk_sessions')
    .addColumn('id', textType, (column) => column.primaryKey().notNull())
    .addColumn('token_hash', textType, (column) => column.notNull().unique())
    .addColumn('person_id', textType, (column) =>
      column.notNull().references('desk_people.id').onDelete('cascade'),
    )
    .addColumn('device', textType, (column) => column.notNull())
    .addColumn('started_at', textType, (column) => column.notNull())
    .addColumn('used_at', textType, (column) => column.notNull())
    .addColumn('ends_at', textType, (column) => column.notNull())
    .execute()
  for (const table of ['desk_links', 'desk_sessions']) {
    await db.schema.createIndex(`${table}_of_person`).on(table).column('person_id').execute()
    await db.schema.createIndex(`${table}_ends`).on(table).column('ends_at').execute()
  }
}

/** Without references: its rows stay when a person or a project goes. */
async function addAudit(db: Kysely<unknown>, textType: Expression<unknown>) {
  await db.schema
    .createTable('desk_audit')
    .addColumn('id', textType, (column) => column.primaryKey().notNull())
    .addColumn('at', textType, (column) => column.notNull())
    .addColumn('person_id', textType)
    .addColumn('mail', textType)
    .addColumn('project_id', textType)
    .addColumn('act', textType, (column) => column.notNull())
    .addColumn('target', textType)
    .addColumn('user_id', textType)
    .addColumn('details', textType, (column) => column.notNull())
    .execute()
  await db.schema.createIndex('desk_audit_by_time').on('desk_audit').columns(['at', 'id']).execute()
  await db.schema
    .createIndex('desk_audit_of_project')
    .on('desk_audit')
    .columns(['project_id', 'at', 'id'])
    .execute()
  // Finds the rows of a user who is erased.
  await db.schema
    .createIndex('desk_audit_of_user')
    .on('desk_audit')
    .columns(['project_id', 'user_id'])
    .execute()
  // Finds the rows of a conversation that is removed.
  await db.schema.createIndex('desk_audit_of_target').on('desk_audit').column('target').execute()
}

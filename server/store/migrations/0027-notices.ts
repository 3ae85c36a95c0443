import { sql, type CreateTableBuilder, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { StoreDialect } from '../dialect.ts'

type TextType = StoreDialect['textType']

/** Webhooks with their deliveries, and weekly reports by mail. */
export const notices = (textType: TextType): Migration => ({
  async up(db: Kysely<unknown>) {
    await createHooks(db, textType)
    await createNotices(db, textType)
    await createReports(db, textType)
  },
})

/** A table with an id, and columns of text that are never null. */
const createTable = (
  db: Kysely<unknown>,
  name: string,
  columns: readonly string[],
  textType: TextType,
) =>
  columns.reduce<CreateTableBuilder<string, string>>(
    (table, column) => table.addColumn(column, textType, (made) => made.notNull()),
    db.schema
      .createTable(name)
      .addColumn('id', textType, (column) => column.primaryKey().notNull()),
  )

async function createHooks(db: Kysely<unknown>, textType: TextType) {
  const texts = ['project_id', 'url', 'events', 'secrets', 'created_at']
  await createTable(db, 'notice_hooks', texts, textType)
    .addColumn('is_on', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('notice_hooks_of_project')
    .on('notice_hooks')
    .columns(['project_id', 'created_at', 'id'])
    .execute()
}

async function createNotices(db: Kysely<unknown>, textType: TextType) {
  await createTable(db, 'notices', ['project_id', 'event', 'data', 'created_at'], textType)
    .addColumn('thread_id', textType, (column) =>
      column.references('threads.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('words', textType)
    .addColumn('dedupe', textType, (column) => column.unique())
    .execute()
  await db.schema
    .createIndex('notices_by_age')
    .on('notices')
    .columns(['created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('notices_of_thread')
    .on('notices')
    .columns(['thread_id', 'position'])
    .execute()
  await db.schema
    .createIndex('notices_of_event')
    .on('notices')
    .columns(['project_id', 'event', 'created_at', 'id'])
    .execute()
  await createTable(
    db,
    'notice_deliveries',
    ['project_id', 'state', 'next_at', 'log', 'created_at'],
    textType,
  )
    .addColumn('notice_id', textType, (column) =>
      column.notNull().references('notices.id').onDelete('cascade'),
    )
    .addColumn('hook_id', textType, (column) =>
      column.notNull().references('notice_hooks.id').onDelete('cascade'),
    )
    .addColumn('thread_id', textType)
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('lease', textType)
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('notice_deliveries_of_notice')
    .on('notice_deliveries')
    .column('notice_id')
    .execute()
  await db.schema
    .createIndex('notice_deliveries_in_order')
    .on('notice_deliveries')
    .columns(['hook_id', 'created_at', 'id'])
    .execute()
  await sql`create index notice_deliveries_due on notice_deliveries (next_at, id) where state = 'due'`.execute(
    db,
  )
  await sql`create index notice_deliveries_waiting on notice_deliveries (hook_id, thread_id, position)
    where state = 'due'`.execute(db)
}

async function createReports(db: Kysely<unknown>, textType: TextType) {
  await db.schema
    .createTable('report_people')
    .addColumn('project_id', textType, (column) => column.notNull())
    .addColumn('person_id', textType, (column) =>
      column.notNull().references('desk_people.id').onDelete('cascade'),
    )
    .addColumn('since', textType, (column) => column.notNull())
    .addPrimaryKeyConstraint('report_people_key', ['project_id', 'person_id'])
    .execute()
  await db.schema
    .createIndex('report_people_of_person')
    .on('report_people')
    .column('person_id')
    .execute()
  const texts = ['project_id', 'week', 'state', 'next_at', 'created_at']
  await createTable(db, 'report_mails', texts, textType)
    .addColumn('person_id', textType, (column) =>
      column.notNull().references('desk_people.id').onDelete('cascade'),
    )
    .addColumn('lease', textType)
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('said', textType)
    .addUniqueConstraint('report_mails_of_week', ['person_id', 'project_id', 'week'])
    .execute()
  await db.schema
    .createIndex('report_mails_of_project')
    .on('report_mails')
    .columns(['project_id', 'created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('report_mails_by_age')
    .on('report_mails')
    .columns(['created_at', 'id'])
    .execute()
  await sql`create index report_mails_due on report_mails (next_at, id) where state = 'due'`.execute(
    db,
  )
}

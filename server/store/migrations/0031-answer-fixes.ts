import type { Expression, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Changes of the settings that people of the desk began because of a message. */
export const answerFixes = (textType: Expression<unknown>): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('answer_fixes')
      .addColumn('id', textType, (column) => column.primaryKey().notNull())
      .addColumn('project_id', textType, (column) => column.notNull())
      .addColumn('thread_id', textType, (column) => column.notNull())
      .addColumn('message_id', textType, (column) => column.notNull())
      .addColumn('way', textType, (column) => column.notNull())
      .addColumn('mail', textType, (column) => column.notNull())
      .addColumn('began_at', textType, (column) => column.notNull())
      .addColumn('version_number', 'integer')
      .addColumn('published_at', textType)
      .addForeignKeyConstraint(
        'answer_fixes_of_message',
        ['thread_id', 'message_id'],
        'messages',
        ['thread_id', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .execute()
    await db.schema
      .createIndex('answer_fixes_of_messages')
      .on('answer_fixes')
      .columns(['thread_id', 'message_id'])
      .execute()
    await db.schema
      .createIndex('answer_fixes_by_version')
      .on('answer_fixes')
      .columns(['project_id', 'version_number'])
      .execute()
  },
})

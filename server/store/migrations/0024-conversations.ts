import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { queueUnindexed } from '../desk/conversation-backlog.ts'
import type { StoreDialect } from '../dialect.ts'

/** The desk's search over conversations, and notes about them. Existing texts are indexed later, in steps. */
export const conversations = ({
  textType,
  conversations: { create },
}: Pick<StoreDialect, 'textType' | 'conversations'>): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const statement of create) await statement.execute(db)
    await db.schema
      .createTable('desk_unindexed')
      .addColumn('project_id', textType, (column) => column.notNull())
      .addColumn('last_at', textType, (column) => column.notNull())
      .addColumn('thread_id', textType, (column) => column.notNull())
      .addPrimaryKeyConstraint('desk_unindexed_key', ['project_id', 'last_at', 'thread_id'])
      .execute()
    await db.schema
      .createTable('conversation_notes')
      .addColumn('id', textType, (column) => column.primaryKey().notNull())
      .addColumn('project_id', textType, (column) => column.notNull())
      .addColumn('thread_id', textType, (column) =>
        column.notNull().references('threads.id').onDelete('cascade'),
      )
      .addColumn('message_id', textType)
      .addColumn('person_id', textType, (column) => column.notNull())
      .addColumn('mail', textType, (column) => column.notNull())
      .addColumn('text', textType, (column) => column.notNull())
      .addColumn('created_at', textType, (column) => column.notNull())
      .addForeignKeyConstraint(
        'conversation_notes_of_message',
        ['thread_id', 'message_id'],
        'messages',
        ['thread_id', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .execute()
    await db.schema
      .createIndex('conversation_notes_in_order')
      .on('conversation_notes')
      .columns(['thread_id', 'created_at', 'id'])
      .execute()
    await db.schema
      .createIndex('conversation_notes_of_messages')
      .on('conversation_notes')
      .columns(['thread_id', 'message_id'])
      .execute()
    await queueUnindexed(db)
  },
})

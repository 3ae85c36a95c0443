import type { Expression } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Leases of clients on the messages that they are writing, and batches of events that came a moment ago. */
export const messageLeases = (textType: Expression<unknown>): Migration => ({
  up: async (db) => {
    await db.schema
      .createTable('message_leases')
      .addColumn('thread_id', textType, (column) => column.notNull())
      .addColumn('message_id', textType, (column) => column.notNull())
      .addColumn('lease_id', textType, (column) => column.notNull())
      .addColumn('beaten_at', textType, (column) => column.notNull())
      .addColumn('ended_at', textType)
      .addColumn('end_reason', textType)
      .addPrimaryKeyConstraint('message_leases_of_message', ['thread_id', 'message_id'])
      .addUniqueConstraint('message_leases_id', ['lease_id'])
      .addForeignKeyConstraint(
        'message_leases_message',
        ['thread_id', 'message_id'],
        'messages',
        ['thread_id', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .execute()
    await db.schema
      .createTable('event_batches')
      .addColumn('id', textType, (column) => column.primaryKey().notNull())
      .addColumn('until', textType, (column) => column.notNull())
      .execute()
    await db.schema.createIndex('event_batches_until').on('event_batches').column('until').execute()
  },
})

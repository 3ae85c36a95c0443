import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { StoreDialect } from '../dialect.ts'

/** Parts of answers that only their providers read, counted with the messages of a workspace. */
export const stepMemory = ({
  textType,
  countStepMemory,
}: Pick<StoreDialect, 'textType' | 'countStepMemory'>): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('step_memory')
      .addColumn('thread_id', textType, (column) => column.notNull())
      .addColumn('message_id', textType, (column) => column.notNull())
      .addColumn('project_id', textType, (column) => column.notNull())
      .addColumn('workspace_id', textType, (column) => column.notNull())
      .addColumn('data', textType, (column) => column.notNull())
      .addPrimaryKeyConstraint('step_memory_message', ['thread_id', 'message_id'])
      .addForeignKeyConstraint(
        'step_memory_of_message',
        ['thread_id', 'message_id'],
        'messages',
        ['thread_id', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .execute()
    for (const statement of countStepMemory) await statement.execute(db)
  },
})

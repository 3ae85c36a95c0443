import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { StoreDialect } from '../dialect.ts'

/** How answers used an owner's pages, counted with the messages of a workspace. */
export const answerKnowledge = ({
  textType,
  countAnswerKnowledge,
}: Pick<StoreDialect, 'textType' | 'countAnswerKnowledge'>): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('answer_knowledge')
      .addColumn('thread_id', textType, (column) => column.notNull())
      .addColumn('message_id', textType, (column) => column.notNull())
      .addColumn('project_id', textType, (column) => column.notNull())
      .addColumn('workspace_id', textType, (column) => column.notNull())
      .addColumn('is_unanswered', 'integer', (column) => column.notNull())
      .addColumn('data', textType, (column) => column.notNull())
      .addColumn('created_at', textType, (column) => column.notNull())
      .addPrimaryKeyConstraint('answer_knowledge_message', ['thread_id', 'message_id'])
      .addForeignKeyConstraint(
        'answer_knowledge_of_message',
        ['thread_id', 'message_id'],
        'messages',
        ['thread_id', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .execute()
    await db.schema
      .createIndex('answer_knowledge_unanswered')
      .on('answer_knowledge')
      .columns(['project_id', 'is_unanswered', 'created_at', 'message_id'])
      .execute()
    for (const statement of countAnswerKnowledge) await statement.execute(db)
  },
})

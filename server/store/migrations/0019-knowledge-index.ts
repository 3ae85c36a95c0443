import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { StoreDialect } from '../dialect.ts'

/** The index of pieces, and the words of each project's pieces. Derived: a restore rebuilds both. */
export const knowledgeIndex = ({
  textType,
  knowledge,
}: Pick<StoreDialect, 'textType' | 'knowledge'>): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const statement of knowledge.create) await statement.execute(db)
    await db.schema
      .createTable('knowledge_words')
      .addColumn('project_id', textType, (column) =>
        column.notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('word', textType, (column) => column.notNull())
      .addColumn('reversed', textType, (column) => column.notNull())
      .addColumn('letters', 'integer', (column) => column.notNull())
      .addColumn('pieces', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('knowledge_words_word', ['project_id', 'word'])
      .execute()
    await db.schema
      .createIndex('knowledge_words_ends')
      .on('knowledge_words')
      .columns(['project_id', 'reversed'])
      .execute()
    await db.schema
      .createIndex('knowledge_words_by_length')
      .on('knowledge_words')
      .columns(['project_id', 'letters', 'word'])
      .execute()
    await db.schema
      .createIndex('knowledge_words_ends_by_length')
      .on('knowledge_words')
      .columns(['project_id', 'letters', 'reversed'])
      .execute()
    // Versions of a document: `versions.ts`.
    await db.schema
      .createIndex('knowledge_documents_versions')
      .on('knowledge_documents')
      .columns(['source_id', 'version_key'])
      .execute()
  },
})

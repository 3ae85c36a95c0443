import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { StoreDialect } from '../dialect.ts'

/** Vectors of pieces by the models that made them, and the calls that they took. */
export const vectors = ({
  textType,
  bitsType,
}: Pick<StoreDialect, 'textType' | 'bitsType'>): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('knowledge_embeddings')
      .addColumn('id', textType, (column) => column.primaryKey().notNull())
      .addColumn('project_id', textType, (column) =>
        column.notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('name', textType, (column) => column.notNull())
      .addColumn('wished_dimensions', 'integer', (column) => column.notNull())
      .addColumn('dimensions', 'integer')
      .addColumn('centre', textType)
      .addColumn('state', textType, (column) => column.notNull())
      .addColumn('next_seq', 'integer', (column) => column.notNull())
      .addColumn('problem', textType)
      .addColumn('retry_at', textType)
      .addColumn('created_at', textType, (column) => column.notNull())
      .addUniqueConstraint('knowledge_embeddings_model', [
        'project_id',
        'name',
        'wished_dimensions',
      ])
      .execute()
    await db.schema
      .createTable('knowledge_vectors')
      .addColumn('model_id', textType, (column) =>
        column.notNull().references('knowledge_embeddings.id').onDelete('cascade'),
      )
      .addColumn('seq', 'integer', (column) => column.notNull())
      .addColumn('hash', textType, (column) => column.notNull())
      .addColumn('title', textType, (column) => column.notNull())
      .addColumn('bits', bitsType)
      .addColumn('vector', textType)
      .addColumn('problem', textType)
      .addPrimaryKeyConstraint('knowledge_vectors_order', ['model_id', 'seq'])
      .addUniqueConstraint('knowledge_vectors_text', ['model_id', 'hash', 'title'])
      .execute()
    await sql`create index knowledge_vectors_refused on knowledge_vectors (model_id, seq)
      where problem is not null`.execute(db)
    await db.schema
      .createTable('knowledge_usage')
      .addColumn('project_id', textType, (column) => column.notNull())
      .addColumn('day', textType, (column) => column.notNull())
      .addColumn('purpose', textType, (column) => column.notNull())
      .addColumn('calls', 'integer', (column) => column.notNull())
      .addColumn('tokens', 'double precision', (column) => column.notNull())
      .addPrimaryKeyConstraint('knowledge_usage_day', ['project_id', 'day', 'purpose'])
      .execute()
    // Of an expression: SQLite would take an index of the column for a few pieces by their ids, too.
    await sql`create index knowledge_pieces_by_hash
      on knowledge_pieces ((project_id || ''), hash, id)`.execute(db)
  },
})

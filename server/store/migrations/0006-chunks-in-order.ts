import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { StoreDialect } from '../dialect.ts'

/** Where one process has the database alone, checkpoints have no key: see `run-chunks.ts`. */
export function chunksInOrder({
  isShared,
  textType,
}: Pick<StoreDialect, 'isShared' | 'textType'>): Migration {
  return {
    async up(db: Kysely<unknown>) {
      if (isShared) return
      await db.schema.alterTable('run_chunks').renameTo('run_chunks_with_key').execute()
      await db.schema
        .createTable('run_chunks')
        .addColumn('run_id', textType, (column) => column.notNull())
        .addColumn('seq', 'integer', (column) => column.notNull())
        .addColumn('data', textType, (column) => column.notNull())
        .execute()
      await sql`
        insert into run_chunks (run_id, seq, data)
        select run_id, seq, data from run_chunks_with_key order by run_id, seq
      `.execute(db)
      await db.schema.dropTable('run_chunks_with_key').execute()
    },
  }
}

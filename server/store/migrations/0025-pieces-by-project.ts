import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The desk walks over the pieces of one project, in their order. */
export const piecesByProject: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('knowledge_entries_of_project')
      .on('knowledge_entries')
      .columns(['project_id', 'piece_id'])
      .execute()
  },
}

import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A draft keeps the revision with which it began, by which previews tell it from later ones. */
export const draftBeginnings: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('project_drafts')
      .addColumn('began_revision', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`update project_drafts set began_revision = revision`.execute(db)
  },
}

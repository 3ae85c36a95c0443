import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { StoreDialect } from '../dialect.ts'

/** What the messages of each workspace take, those that are there already as well; old events go. */
export function messageBytes({ countMessages }: Pick<StoreDialect, 'countMessages'>): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of countMessages) await statement.execute(db)
      // For what is too old to keep.
      await db.schema.createIndex('events_by_time').on('events').column('created_at').execute()
    },
  }
}

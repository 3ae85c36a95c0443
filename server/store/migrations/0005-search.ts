import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { StoreDialect } from '../dialect.ts'
import { rebuildSearch } from '../search/index-threads.ts'

/** Titles and messages can be searched, those that are there already as well. */
export function search({ createSearch }: Pick<StoreDialect, 'createSearch'>): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of createSearch) await statement.execute(db)
      await rebuildSearch(db)
    },
  }
}

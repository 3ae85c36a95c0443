import { type Kysely, sql } from 'kysely'
import type { StoreDialect } from './dialect.ts'
import type { Tables } from './tables.ts'

const NAME = 'ready'

/**
 * Writes one row and commits it, with another value each time: an engine skips a write without changes, and a
 * rolled back write does not test the commit. Fails as soon as the write does.
 */
export const checkWrite = (
  db: Kysely<Tables>,
  { takeRoom }: Pick<StoreDialect, 'takeRoom'>,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await trx
      .insertInto('write_checks')
      .values({ name: NAME, count: 1 })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ count: sql`write_checks.count + 1` }),
      )
      .execute()
    for (const statement of takeRoom) await statement.execute(trx)
  })

import { sql, type RawBuilder } from 'kysely'
import type { SearchUpkeep } from '../dialect.ts'

/** Pages of 4 KiB that one step writes anew: some milliseconds. */
export const PAGES_PER_STEP = 4
/** Of a part of the index so many percent are texts that are gone before it is written without them. */
const GONE_PERCENT = 10
/** What one that finds nothing to do counts as changed is less. */
const CHANGES_OF_WORK = 2

const set = (name: string, value: number): RawBuilder<unknown> =>
  sql`insert into search_index (search_index, rank) values (${sql.lit(name)}, ${sql.lit(value)})`

/**
 * By itself FTS5 rewrites a part of the index inside of the very statement that removes a text, and
 * that may take seconds, in which nobody is answered.
 */
export const SQLITE_REMOVES_QUICKLY = set('deletemerge', 0)

/** What is gone is found no more at once; the words themselves leave the file here. */
export const SQLITE_UPKEEP: SearchUpkeep = {
  async step(trx) {
    const changes = async () => {
      const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(trx)
      return rows[0]!.n
    }
    await set('deletemerge', GONE_PERCENT).execute(trx)
    const before = await changes()
    await set('merge', PAGES_PER_STEP).execute(trx)
    const changed = (await changes()) - before
    // For an index of before as well.
    await SQLITE_REMOVES_QUICKLY.execute(trx)
    return changed >= CHANGES_OF_WORK
  },
}

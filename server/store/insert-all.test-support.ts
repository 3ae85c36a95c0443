import { PostgresAdapter, sql, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'

const BATCH_ROWS = 1_000

/**
 * Inserts many rows into one table. A statement gets its rows as one value, because a statement with
 * thousands of values takes both databases several times as long.
 */
export async function insertAll<Item>(
  db: Kysely<Tables>,
  table: keyof Tables,
  items: readonly Item[],
  createRow: (item: Item) => Record<string, string | number | null>,
) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (let first = 0; first < items.length; first += BATCH_ROWS) {
    const rows = items.slice(first, first + BATCH_ROWS).map(createRow)
    const names = Object.keys(rows[0]!)
    const columns = sql.join(names.map((name) => sql.ref(name)))
    const json = JSON.stringify(rows)
    const source = isPostgres
      ? sql`select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json})`
      : sql`select ${sql.join(names.map((name) => sql`value ->> ${sql.lit(name)}`))} from json_each(${json})`
    await sql`insert into ${sql.table(table)} (${columns}) ${source}`.execute(db)
  }
}

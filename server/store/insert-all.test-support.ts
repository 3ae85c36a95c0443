import { sql, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'

const BATCH_ROWS = 1_000

/** Inserts many rows into one table, some hundreds in each statement. */
export async function insertAll<Item>(
  db: Kysely<Tables>,
  table: keyof Tables,
  items: readonly Item[],
  createRow: (item: Item) => Record<string, string | number | null>,
) {
  for (let first = 0; first < items.length; first += BATCH_ROWS) {
    const rows = items.slice(first, first + BATCH_ROWS).map(createRow)
    const columns = Object.keys(rows[0]!).map((name) => sql.ref(name))
    const values = rows.map((row) => sql`(${sql.join(Object.values(row))})`)
    await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values ${sql.join(values)}`.execute(
      db,
    )
  }
}

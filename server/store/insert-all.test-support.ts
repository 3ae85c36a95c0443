import { sql, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'

const BATCH_ROWS = 1_000

/** Inserts many rows into one table, some hundreds in each statement. */
export async function insertAll(
  db: Kysely<Tables>,
  table: keyof Tables,
  numbers: readonly number[],
  createRow: (n: number) => Record<string, string | number | null>,
) {
  for (let first = 0; first < numbers.length; first += BATCH_ROWS) {
    const rows = numbers.slice(first, first + BATCH_ROWS).map(createRow)
    const columns = Object.keys(rows[0]!).map((name) => sql.ref(name))
    const values = rows.map((row) => sql`(${sql.join(Object.values(row))})`)
    await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values ${sql.join(values)}`.execute(
      db,
    )
  }
}

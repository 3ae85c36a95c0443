import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { StorePlace } from '../../scripts/store-place.ts'

type Row = Readonly<Record<string, unknown>>

/** By table: the rows as JSON texts, sorted. */
export type AllRows = Readonly<Record<string, readonly string[]>>

/** Every row of every table of the database, even if the store does not use it, except the search's. */
export async function readAllRows(
  place: Pick<StorePlace, 'databaseUrl' | 'dataDir'>,
): Promise<AllRows> {
  const tables =
    place.databaseUrl === undefined
      ? readSqlite(place.dataDir)
      : await readPostgres(place.databaseUrl)
  return Object.fromEntries(tables.map(({ name, rows }) => [name, rows.map(toText).toSorted()]))
}

/** The order of a table's columns differs between engines. */
const toText = (row: Row): string =>
  JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** The migrations' own tables have times; those of the search are derived, in each engine's own way. */
const isOurs = (name: string): boolean =>
  !/^(?:kysely_|search_|knowledge_(?:entries|index)|desk_(?:documents|index|unindexed))/.test(name)

function readSqlite(dataDir: string) {
  const database = new DatabaseSync(join(dataDir, 'alcove.db'), { readOnly: true })
  const names = database
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .all()
    .map((row) => String(row['name']))
    .filter(isOurs)
  const tables = names.map((name) => ({
    name,
    rows: database.prepare(`select * from "${name}"`).all(),
  }))
  database.close()
  return tables
}

async function readPostgres(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const found = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  const tables: { name: string; rows: readonly Row[] }[] = []
  for (const { name } of found.rows.filter((row) => isOurs(row.name))) {
    const { rows } = await client.query<Row>(`select * from "${name}"`)
    tables.push({ name, rows })
  }
  await client.end()
  return tables
}

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import pg from 'pg'
import type { StorePlace } from '../scripts/store-place.ts'
import { queueUnindexed } from '../server/store/desk/conversation-backlog.ts'
import { openPlace } from '../server/store/open-place.ts'
import { rebuildSearch } from '../server/store/search/index-threads.ts'
import type { Tables } from '../server/store/tables.ts'

export type Row = Readonly<Record<string, string | number | null>>

/** The fastest way into the tables without another program. */
export interface Bulk {
  /** Inserts rows of one shape. */
  insert(table: string, rows: readonly Row[]): Promise<void>
  /** Ends the seeding of tables as they are. */
  save(): Promise<void>
  /** Ends the seeding, and builds the indexes of the texts, as after a restored backup; the desk's is queued. */
  finish(): Promise<void>
  close(): Promise<void>
}

export const openBulk = ({ databaseUrl, dataDir }: StorePlace): Promise<Bulk> =>
  databaseUrl === undefined ? openSqlite(dataDir) : openPostgres(databaseUrl, dataDir)

async function indexTexts(place: Pick<StorePlace, 'databaseUrl' | 'dataDir'>): Promise<void> {
  const { dialect, release } = await openPlace(place)
  const db = new Kysely<Tables>({ dialect: dialect.createMigrationDialect() })
  await db.transaction().execute(async (trx) => {
    await rebuildSearch(trx)
    await queueUnindexed(trx)
  })
  await db.destroy()
  release()
}

function openSqlite(dataDir: string): Promise<Bulk> {
  const database = new DatabaseSync(join(dataDir, 'alcove.db'))
  // Losing these rows in a crash does no harm.
  database.exec('pragma synchronous = off')
  database.exec('begin')
  return Promise.resolve({
    insert(table, rows) {
      const { text, values } = insertText(table, rows, () => '?')
      database.prepare(text).run(...values)
      return Promise.resolve()
    },
    save() {
      database.exec('commit')
      return Promise.resolve()
    },
    async finish() {
      database.exec('commit')
      await indexTexts({ databaseUrl: undefined, dataDir })
    },
    close() {
      database.close()
      return Promise.resolve()
    },
  })
}

async function openPostgres(databaseUrl: string, dataDir: string): Promise<Bulk> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('set synchronous_commit = off')
  return {
    async insert(table, rows) {
      const { text, values } = insertText(table, rows, (index) => `$${index + 1}`)
      await client.query(text, values)
    },
    async save() {
      await client.query('vacuum analyze')
    },
    async finish() {
      await indexTexts({ databaseUrl, dataDir })
      await client.query('vacuum analyze')
    },
    close: () => client.end(),
  }
}

function insertText(table: string, rows: readonly Row[], placeholder: (index: number) => string) {
  const columns = Object.keys(rows[0] ?? {})
  const lines = rows.map(
    (_, line) =>
      `(${columns.map((_column, index) => placeholder(line * columns.length + index)).join(',')})`,
  )
  return {
    text: `insert into ${table} (${columns.join(',')}) values ${lines.join(',')}`,
    values: rows.flatMap((row) => columns.map((column) => row[column] ?? null)),
  }
}

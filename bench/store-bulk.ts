import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { StorePlace } from '../scripts/store-place.ts'

export type Row = Readonly<Record<string, string | number | null>>

/**
 * Leaves the search as a version without search does: the next start creates its tables from the rows, and
 * those of the later migrations.
 */
const COUNTS = ['messages', 'files'].flatMap((rows) =>
  ['added', 'changed', 'removed'].map((event) => `${rows}_${event}`),
)
const LATER = [
  'drop table budgets',
  'drop table message_bytes',
  'drop table file_bytes',
  'drop table write_checks',
  'drop table blocked_addresses',
  'drop table spent_proofs',
  'drop table job_leases',
  'alter table projects drop column named_only_since',
  'alter table projects drop column work_bits',
  'drop index files_unsent_of_unnamed',
  'drop index events_by_time',
  ...['last_text', 'last_text_of'].map((name) => `alter table threads drop column ${name}`),
]
const FORGET_SEARCH = {
  sqlite: [
    'drop table search_documents',
    'drop table search_index',
    ...COUNTS.map((name) => `drop trigger ${name}`),
    ...LATER,
  ],
  postgres: [
    'drop table search_documents',
    ...COUNTS.map((name) => `drop function ${name} cascade`),
    ...LATER,
  ],
}
const FORGET_MIGRATION = `delete from kysely_migration where name >= '0005-search'`

/** The fastest way into the tables without another program. */
export interface Bulk {
  /** Inserts rows of one shape. */
  insert(table: string, rows: readonly Row[]): Promise<void>
  /** Ends the seeding; the next start builds the search index. */
  finish(): Promise<void>
  close(): Promise<void>
}

export const openBulk = ({ databaseUrl, dataDir }: StorePlace): Promise<Bulk> =>
  databaseUrl === undefined ? openSqlite(dataDir) : openPostgres(databaseUrl)

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
    finish() {
      for (const text of [...FORGET_SEARCH.sqlite, FORGET_MIGRATION]) database.exec(text)
      database.exec('commit')
      return Promise.resolve()
    },
    close() {
      database.close()
      return Promise.resolve()
    },
  })
}

async function openPostgres(databaseUrl: string): Promise<Bulk> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('set synchronous_commit = off')
  return {
    async insert(table, rows) {
      const { text, values } = insertText(table, rows, (index) => `$${index + 1}`)
      await client.query(text, values)
    },
    async finish() {
      for (const text of [...FORGET_SEARCH.postgres, FORGET_MIGRATION]) await client.query(text)
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

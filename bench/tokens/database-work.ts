import pg from 'pg'

/** Settings of a Postgres server that counts statements. */
export const COUNTS_STATEMENTS = ['shared_preload_libraries=pg_stat_statements']

/** Work of a database so far. */
export interface DatabaseWork {
  /** Bytes written to its write-ahead log. */
  readonly walBytes: number
  /** Includes `begin` and `commit`, because each is a round trip. */
  readonly statements: number
}

/** @param url a Postgres server that was started with {@link COUNTS_STATEMENTS}. */
export async function readDatabaseWork(url: string): Promise<DatabaseWork> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('create extension if not exists pg_stat_statements')
    const { rows } = await client.query<{ wal: string; statements: string }>(`
      select pg_current_wal_insert_lsn() - '0/0' as wal, sum(calls) as statements from pg_stat_statements
    `)
    return { walBytes: Number(rows[0]?.wal), statements: Number(rows[0]?.statements) }
  } finally {
    await client.end()
  }
}

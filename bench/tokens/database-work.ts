import pg from 'pg'

/** Of a Postgres server whose statements are counted. */
export const COUNTS_STATEMENTS = ['shared_preload_libraries=pg_stat_statements']

/** Work of a database so far. */
export interface DatabaseWork {
  /** Written ahead to its log. */
  readonly walBytes: number
  /** `begin` and `commit` count as well: each is a way to the server and back. */
  readonly statements: number
}

/** @param url of a Postgres server that was started with {@link COUNTS_STATEMENTS}. */
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

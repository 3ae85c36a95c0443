import pg from 'pg'
import { endSoon } from './end-soon.ts'
import { whileHungUp } from './while-hung-up.ts'

/** In milliseconds, by the names of Postgres; 0: none. */
export interface TimeLimits {
  readonly statement_timeout: number
  readonly lock_timeout: number
  readonly idle_in_transaction_session_timeout: number
}

/**
 * For requests: a locked table soon refuses a write, and a frozen process does not hold its locks for ever.
 */
export const REQUEST_LIMITS: TimeLimits = {
  statement_timeout: 10_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 10_000,
}

/**
 * For migrations and backups, which take as long as there are rows; a server waits for another server's
 * migration.
 */
export const MIGRATION_LIMITS: TimeLimits = {
  statement_timeout: 0,
  lock_timeout: 3_600_000,
  idle_in_transaction_session_timeout: 0,
}

/** Source of the time limits of requests. */
export type LimitsState =
  /** Each connection starts with them. */
  | { readonly kind: 'connection' }
  /** Postgres gives them to the role; a pooler refuses connections that start with any. */
  | { readonly kind: 'role' }
  /** They are not in force on a connection: each transaction has to set them. */
  | { readonly kind: 'transaction'; readonly advice: string }

interface SettingRow {
  readonly name: keyof TimeLimits
  readonly setting: string
  readonly source: string
  readonly role: string
  readonly database: string
}

/** PgBouncer's error for a parameter that it neither knows nor ignores. */
const REFUSED_PARAMETER = /unsupported startup parameter/i

/**
 * Checks on a new connection whether its limits are in force.
 *
 * @throws the error of the driver if the database cannot be reached.
 */
export async function askLimits(
  databaseUrl: string,
  connectionTimeoutMillis: number,
): Promise<LimitsState> {
  const ask = (limits: Partial<TimeLimits>) =>
    askSettings({
      connectionString: databaseUrl,
      connectionTimeoutMillis,
      application_name: 'alcove',
      query_timeout: REQUEST_LIMITS.statement_timeout,
      ...limits,
    })
  const rows = await ask(REQUEST_LIMITS).catch((error: unknown) => {
    if (error instanceof Error && REFUSED_PARAMETER.test(error.message)) return undefined
    throw error
  })
  return rows === undefined
    ? judgeLimits(await whileHungUp(() => ask({})), 'role')
    : judgeLimits(rows, 'connection')
}

async function askSettings(config: pg.PoolConfig): Promise<readonly SettingRow[]> {
  // Limit: POOL_WAIT_MS to connect, of the caller; the answer has `statement_timeout`.
  const pool = new pg.Pool({ ...config, max: 1 })
  // Without a listener, an error of the idle connection would end the process.
  pool.on('error', () => {})
  try {
    const { rows } = await pool.query<SettingRow>(
      `select name, setting, source, current_user as role, current_database() as database
        from pg_settings where name = any($1) order by name`,
      [Object.keys(REQUEST_LIMITS)],
    )
    return rows
  } finally {
    await endSoon(pool.end())
  }
}

/**
 * A stricter limit counts as in force. A limit from a `set` does not apply to other connections, since a
 * pooler may hand it from one client to the next.
 */
export function judgeLimits(
  rows: readonly SettingRow[],
  source: 'connection' | 'role',
): LimitsState {
  const missing = rows.filter(({ name, setting, source: from }) => {
    const limit = Number(setting)
    return from === 'session' || limit === 0 || limit > REQUEST_LIMITS[name]
  })
  const [first] = missing
  if (first === undefined) return { kind: source }
  const found = missing.map(({ name, setting }) => `${name} is ${setting}`).join(', ')
  const target = `role ${pg.escapeIdentifier(first.role)} in database ${pg.escapeIdentifier(first.database)}`
  const statements = missing.map(
    ({ name }) => `alter ${target} set ${name} = ${REQUEST_LIMITS[name]};`,
  )
  return {
    kind: 'transaction',
    advice:
      `The time limits of the server are not in force on connections to Postgres (${found}), as behind a pooler ` +
      'that drops them. Each transaction sets them itself, which takes a little more of the database. ' +
      `To have Postgres set them, run these statements: ${statements.join(' ')} ` +
      'Then restart the pooler, so that it opens new connections, and Alcove.',
  }
}

/** For a transaction, whose end resets them, so that no other client of a pooler gets them. */
export const setLocalStatements = (limits: TimeLimits): string =>
  Object.entries(limits)
    .map(([name, value]) => `set local ${name} = ${value}`)
    .join('; ')

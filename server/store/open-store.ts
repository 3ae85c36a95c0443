import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { Kysely, sql } from 'kysely'
import { AlcoveError } from '../../shared/errors.ts'
import { createDatabase } from './database.ts'
import { createPostgresDialect } from './dialect-postgres.ts'
import { createSqliteDialect } from './dialect-sqlite.ts'
import { createMessageQueries } from './messages.ts'
import { migrate } from './migrate.ts'
import { takeProcessLock, type ProcessLock } from './process-lock.ts'
import { createRunQueries } from './runs.ts'
import { createSessionQueries } from './sessions.ts'
import type { Store } from './store.ts'
import type { Tables } from './tables.ts'
import { createThreadQueries } from './threads.ts'

/** The part of a pino logger that the store uses. */
export interface StoreLog {
  warn(facts: object, message: string): void
}

export interface StoreSettings {
  /** Of a Postgres database. Without it: SQLite in `dataDir`. */
  readonly databaseUrl?: string | undefined
  /** Made when missing, for this user only. Not touched with a `databaseUrl`. */
  readonly dataDir: string
  readonly log?: StoreLog
  /** Default: the machine's clock. */
  readonly now?: () => Date
}

/**
 * Opens the database and brings it to this version's tables.
 *
 * @throws AlcoveError `conflict` when another server has the folder, `version_skew` when the
 * database belongs to a newer version, `unavailable` when it cannot be used.
 */
export async function openStore(settings: StoreSettings): Promise<Store> {
  const { databaseUrl, now = () => new Date() } = settings
  const dataDir = resolve(settings.dataDir)
  const lock = databaseUrl === undefined ? lockFolder(dataDir) : undefined
  const dialect =
    databaseUrl === undefined
      ? createSqliteDialect(dataDir)
      : createPostgresDialect(databaseUrl, (error) => {
          settings.log?.warn({ err: error }, 'A database connection was lost.')
        })
  const db = new Kysely<Tables>({ dialect: dialect.kysely })
  const close = async () => {
    await db.destroy()
    lock?.release()
  }
  try {
    await migrate(dialect)
  } catch (error) {
    await close()
    throw dialect.classify(error) === 'defect' ? error : createUnreachableError(error)
  }
  const database = createDatabase(db, dialect, now)
  return {
    threads: createThreadQueries(database),
    messages: createMessageQueries(database),
    runs: createRunQueries(database),
    sessions: createSessionQueries(database),
    async ping() {
      // Not through the database's patience: who asks wants to know about now.
      await sql`select 1`.execute(db)
    },
    close,
  }
}

function lockFolder(dataDir: string): ProcessLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return takeProcessLock(dataDir)
}

function createUnreachableError(cause: unknown): AlcoveError {
  const reason = cause instanceof Error && cause.message !== '' ? `: ${cause.message}` : ''
  return new AlcoveError(
    'unavailable',
    `The database cannot be used${reason}. Check DATABASE_URL, or without it the folder in ALCOVE_DATA_DIR.`,
    { cause },
  )
}

import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { Kysely } from 'kysely'
import { AlcoveError } from '../../shared/errors.ts'
import type { StoreDialect } from './dialect.ts'
import { createPostgresDialect } from './dialect-postgres.ts'
import { createSqliteDialect } from './dialect-sqlite.ts'
import { explainFolder } from './explain-folder.ts'
import { migrate, requireMigrated } from './migrate.ts'
import { takeProcessLock, type ProcessLock } from './process-lock.ts'
import { renewSearch, RENEWAL_TEXTS } from './search/search-repair.ts'
import type { Tables } from './tables.ts'

/** The part of a pino logger that the store uses. */
export interface StoreLog {
  warn(facts: object, message: string): void
}

export interface PlaceSettings {
  /** Of a Postgres database. Without it: SQLite in `dataDir`. */
  readonly databaseUrl?: string | undefined
  /** Made when missing, for this user only. Not touched with a `databaseUrl`. */
  readonly dataDir: string
  /**
   * Not a server but an operator's command: it may come while a server has the folder, and then
   * changes no tables. Default: false.
   */
  readonly isTool?: boolean
  readonly log?: StoreLog
}

/** A database with this version's tables. */
export interface Place {
  readonly dialect: StoreDialect
  /** Whether no other process uses it: never known of a Postgres database. */
  readonly isAlone: boolean
  /** Lets the next server have the folder. Harmless when called again. */
  release(): void
}

/**
 * Takes the folder and brings the database to this version's tables.
 *
 * @throws AlcoveError `conflict` when another server has the folder, `version_skew` when the
 * database belongs to another version, `unavailable` when it cannot be used.
 */
export async function openPlace(settings: PlaceSettings): Promise<Place> {
  const { databaseUrl, isTool = false } = settings
  const dataDir = resolve(settings.dataDir)
  const lock = databaseUrl === undefined ? lockFolder(dataDir, isTool) : undefined
  const dialect =
    databaseUrl === undefined
      ? createSqliteDialect(dataDir)
      : createPostgresDialect(databaseUrl, (error) => {
          settings.log?.warn({ err: error }, 'A database connection was lost.')
        })
  try {
    await (lock === 'held by a server'
      ? requireMigrated(dialect)
      : migrateWhole(dialect, settings.log))
  } catch (error) {
    release()
    throw explainFailure(dialect, error)
  }
  function release() {
    if (typeof lock === 'object') lock.release()
  }
  return { dialect, isAlone: typeof lock === 'object', release }
}

/** What looks at all tables stumbles over an index that cannot be read. */
async function migrateWhole(dialect: StoreDialect, log: StoreLog | undefined): Promise<void> {
  const { searchRepair } = dialect
  try {
    await migrate(dialect)
  } catch (error) {
    if (searchRepair?.isDamage(error) !== true) throw error
    const db = new Kysely<Tables>({ dialect: dialect.createMigrationDialect() })
    const renewal = await renewSearch(db, searchRepair)
      .catch(() => Promise.reject(error))
      .finally(() => db.destroy())
    log?.warn({}, RENEWAL_TEXTS[renewal])
    await migrate(dialect)
  }
}

function lockFolder(dataDir: string, isTool: boolean): ProcessLock | 'held by a server' {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return takeProcessLock(dataDir)
  } catch (error) {
    const isHeld = error instanceof AlcoveError && error.code === 'conflict'
    if (isTool && isHeld) return 'held by a server'
    throw isHeld ? error : (explainFolder(dataDir, error) ?? error)
  }
}

/** What the one who runs the server or a command is told. */
export const explainFailure = (dialect: StoreDialect, error: unknown): unknown =>
  dialect.explain(error) ?? (isFailure(dialect, error) ? createUnreachableError(error) : error)

/** Whether the database itself failed, not what was asked of it. */
export function isFailure(dialect: StoreDialect, error: unknown): boolean {
  const kind = dialect.classify(error)
  return kind !== 'defect' && kind !== 'taken'
}

function createUnreachableError(cause: unknown): AlcoveError {
  const reason = cause instanceof Error && cause.message !== '' ? `: ${cause.message}` : ''
  return new AlcoveError(
    'unavailable',
    `The database cannot be used${reason}. Check DATABASE_URL, or without it the folder in ALCOVE_DATA_DIR.`,
    { cause },
  )
}

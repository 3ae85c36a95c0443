import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { AlcoveError } from '../../shared/errors.ts'
import type { StoreDialect } from './dialect.ts'
import { createSqliteDialect, DATABASE_FILE } from './dialect-sqlite.ts'
import { explainFolder } from './explain-folder.ts'
import { migrate, requireMigrated } from './migrations/migrations.ts'
import { POOL_SIZE } from './pool-size.ts'
import { listRepairable } from './search-indexes.ts'
import type { LimitsState } from './postgres-limits.ts'
import { forgetAddresses } from './server-addresses.ts'
import type { Tables } from './tables.ts'
import { whileHungUp } from './while-hung-up.ts'

export const LOCK_FILE = 'server.lock'
const SQLITE_BUSY = 5

/** The part of a pino logger that the store uses. */
export interface StoreLog {
  warn(facts: object, message: string): void
}

export interface PlaceSettings {
  /** URL of a Postgres database. Without it: SQLite in `dataDir`. */
  readonly databaseUrl?: string | undefined
  /** Maximum of connections to Postgres. Default: {@link POOL_SIZE}. */
  readonly databaseConnections?: number
  /** Created if missing, for this user only. Not touched with a `databaseUrl`. */
  readonly dataDir: string
  /**
   * True for an operator's command instead of a server: it may run while a server has the folder, and then
   * changes no tables. Default: false.
   */
  readonly isTool?: boolean
  readonly log?: StoreLog
}

/** A database with this version's tables. */
export interface Place {
  readonly dialect: StoreDialect
  /** For Postgres: source of the time limits of requests. */
  readonly limits: LimitsState | undefined
  /** True if no other process uses it: never known for a Postgres database. */
  readonly isAlone: boolean
  /** Releases the folder for the next server; may be called again. */
  release(): void
}

/**
 * Locks the folder and migrates the database to this version's tables.
 *
 * @throws AlcoveError `conflict` if another server has the folder, `version_skew` if the database belongs to
 * another version, `unavailable` if it cannot be used.
 */
export async function openPlace(settings: PlaceSettings): Promise<Place> {
  const { databaseUrl, isTool = false } = settings
  const dataDir = resolve(settings.dataDir)
  const lock = databaseUrl === undefined ? lockFolder(dataDir, isTool) : undefined
  const { dialect, limits } =
    databaseUrl === undefined
      ? { dialect: createSqliteDialect(dataDir), limits: undefined }
      : await openPostgres(databaseUrl, settings)
  try {
    await (lock === 'held by a server'
      ? whileHungUp(() => requireMigrated(dialect))
      : migrateWhole(dialect, settings.log))
  } catch (error) {
    release()
    throw explainFailure(dialect, error)
  }
  function release() {
    if (typeof lock === 'object') lock.release()
  }
  return { dialect, limits, isAlone: typeof lock === 'object', release }
}

/** The client is imported only for Postgres. */
async function openPostgres(
  url: string,
  { databaseConnections = POOL_SIZE, isTool = false, log }: PlaceSettings,
): Promise<Pick<Place, 'dialect' | 'limits'>> {
  const { createPostgresDialect, POOL_WAIT_MS } = await import('./dialect-postgres.ts')
  const { askLimits } = await import('./postgres-limits.ts')
  const { countPlaces, placesAdvice } = await import('./postgres-places.ts')
  const create = (kind?: LimitsState['kind']) =>
    createPostgresDialect(
      url,
      (error) => log?.warn({ err: error }, 'A database connection was lost.'),
      kind,
      databaseConnections,
    )
  const limits = await whileHungUp(() => askLimits(url, POOL_WAIT_MS)).catch((error: unknown) => {
    throw explainFailure(create(), error)
  })
  if (limits.kind === 'transaction') log?.warn({}, limits.advice)
  // A tool may share the database with a server, which has its connections already.
  if (!isTool) {
    const taken = await countPlaces(url, databaseConnections, POOL_WAIT_MS)
    const advice = placesAdvice(taken, databaseConnections)
    if (advice !== undefined) log?.warn({}, advice)
  }
  return { dialect: create(limits.kind), limits }
}

/** Migrates, and repairs damaged search indexes, which would make the migration fail: each once. */
async function migrateWhole(dialect: StoreDialect, log: StoreLog | undefined): Promise<void> {
  let untried = listRepairable(dialect)
  for (;;) {
    try {
      return await whileHungUp(() => migrate(dialect))
    } catch (error) {
      const damaged = untried.find(({ repair }) => repair.isDamage(error))
      if (!damaged) throw error
      untried = untried.filter((index) => index !== damaged)
      const db = new Kysely<Tables>({ dialect: dialect.createMigrationDialect() })
      const renewal = await damaged
        .renew(db, damaged.repair)
        .catch(() => Promise.reject(error))
        .finally(() => db.destroy())
      log?.warn({}, renewal)
    }
  }
}

function lockFolder(dataDir: string, isTool: boolean): ProcessLock | 'held by a server' {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return takeProcessLock(dataDir)
  } catch (error) {
    const isHeld = error instanceof AlcoveError && error.code === 'conflict'
    if (isTool && isHeld) return 'held by a server'
    throw isHeld ? error : (explainFolder(dataDir, error, { isOwnWrite: true }) ?? error)
  }
}

export interface ProcessLock {
  /** May be called again. */
  release(): void
}

/**
 * Makes this process the folder's only server until it releases the lock or dies in any way: the operating
 * system holds the lock for SQLite. A separate file, so that the database itself stays readable for backups
 * and the `sqlite3` command.
 *
 * @throws AlcoveError `conflict` if another process has the folder.
 */
export function takeProcessLock(dataDir: string): ProcessLock {
  const path = join(dataDir, LOCK_FILE)
  // Our code never removes the file: if it is missing, a server may still hold the removed one.
  if (!existsSync(path)) requireUnused(dataDir)
  // No limit: it does not wait; a held lock is refused at once.
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    // A rollback journal on disk would outlive a killed process.
    lock.exec('pragma journal_mode = memory')
    lock.exec('begin exclusive')
    forgetAddresses(dataDir)
  } catch (error) {
    lock.close()
    if (isBusy(error)) throw createInUseError(dataDir, error)
    throw error
  }
  return {
    release() {
      if (!lock.isOpen) return
      forgetAddresses(dataDir)
      lock.close()
    },
  }
}

/** SQLite itself knows whether another process has the database open. */
function requireUnused(dataDir: string): void {
  const path = join(dataDir, DATABASE_FILE)
  if (!existsSync(path)) return
  // No limit: it does not wait; a held lock is refused at once.
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('pragma locking_mode = exclusive')
    database.exec('begin exclusive')
    database.exec('rollback')
  } catch (error) {
    // Other errors are left to the next opening of the database, which reports them.
    if (isBusy(error)) throw createInUseError(dataDir, error)
  } finally {
    database.close()
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

function createInUseError(dataDir: string, cause: unknown): AlcoveError {
  return new AlcoveError(
    'conflict',
    `Another Alcove server is using the data folder ${dataDir}. Stop that server, or give this one ` +
      'its own folder with ALCOVE_DATA_DIR. To run several servers on the same data, set DATABASE_URL.',
    { cause },
  )
}

/** The error for the operator. */
export const explainFailure = (dialect: StoreDialect, error: unknown): unknown =>
  dialect.explain(error) ?? (isFailure(dialect, error) ? createUnreachableError(error) : error)

/** True if the database itself failed, not the statement. */
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

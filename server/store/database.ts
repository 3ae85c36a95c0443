import type { Kysely, Transaction } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import { AlcoveError } from '../../shared/errors.ts'
import type { SearchEngine, StoreDialect } from './dialect.ts'
import type { Tables } from './tables.ts'
import { whileHungUp } from './while-hung-up.ts'

/** A database that restarts or fails over is waited for this long. */
export const RECONNECT_MS = 5_000
const FIRST_RETRY_DELAY_MS = 50
const LAST_RETRY_DELAY_MS = 800

/** A connection or a transaction: for queries that run in either. */
export type Queryable = Kysely<Tables>
export type Trx = Transaction<Tables>

export interface WriteOptions {
  readonly isRepeatable?: boolean
  readonly asksAgain?: boolean
}

/** Doing it twice equals doing it once. */
export const REPEATABLE: WriteOptions = { isRepeatable: true }

/** Below the engines' limits of parameters in one statement. */
const ITEMS_PER_STATEMENT = 500

/** A list of any length in parts that one statement takes each. */
export function* inStatements<Item>(
  items: readonly Item[],
  size = ITEMS_PER_STATEMENT,
): Generator<readonly Item[], void, void> {
  for (let first = 0; first < items.length; first += size) yield items.slice(first, first + size)
}

/** The only ways to the tables. */
export interface Database {
  /** One query, or some that need no common moment. Repeated while the database is away. */
  read<Result>(query: (db: Queryable) => Promise<Result>): Promise<Result>
  /**
   * One transaction. `work` awaits nothing but queries on `trx`: SQLite has one connection, which
   * would wait for itself. It may run again, so it changes nothing outside the database.
   * `isRepeatable`: doing it twice equals doing it once, so it is repeated while the database is
   * away, even when nobody knows whether the first commit arrived. `asksAgain`: a unique name that
   * was free when `work` looked may be taken when it writes; then it looks again.
   */
  write<Result>(work: (trx: Trx) => Promise<Result>, options?: WriteOptions): Promise<Result>
  /** One statement that changes something: where begin and commit would be two ways to the server, without them. */
  writeOnce<Result>(
    statement: (db: Queryable) => Promise<Result>,
    options?: WriteOptions,
  ): Promise<Result>
  /** See {@link StoreDialect.deferKeys}. */
  deferKeys(trx: Trx): Promise<void>
  readonly search: SearchEngine
  /** Whether rows must be locked against other connections. */
  readonly isShared: boolean
  /** ISO 8601 with milliseconds, UTC. */
  now(): string
  /** Whoever comes later is told that the server stops. */
  close(): Promise<void>
}

/**
 * Failures of the database itself become AlcoveError `unavailable`; its texts stay in the cause.
 *
 * @param mend whether what failed is mended now, so that the same again may pass.
 * @param reads another connection, for queries that need no transaction's end.
 */
export function createDatabase(
  db: Kysely<Tables>,
  dialect: Omit<StoreDialect, 'kysely' | 'reads' | 'createMigrationDialect'>,
  now: () => Date,
  mend: (error: unknown) => Promise<boolean> = () => Promise.resolve(false),
  reads: Kysely<Tables> = db,
): Database {
  let isClosed = false

  async function persist<Result>(
    task: () => Promise<Result>,
    { isRepeatable = false, asksAgain = false }: WriteOptions,
  ) {
    if (isClosed) throw createClosedError()
    let isMended = false
    const end = performance.now() + RECONNECT_MS
    for (let wait = FIRST_RETRY_DELAY_MS; ; wait = Math.min(wait * 2, LAST_RETRY_DELAY_MS)) {
      try {
        return await task()
      } catch (error) {
        if (isClosed) throw createClosedError(error)
        if (!isMended && (await mend(error))) {
          isMended = true
          continue
        }
        const kind = dialect.classify(error)
        if (kind === 'defect' || (kind === 'taken' && !asksAgain)) throw error
        const mayPass = kind !== 'refused' && (kind !== 'disconnected' || isRepeatable)
        if (!mayPass || performance.now() + wait > end)
          throw createUnavailableError(dialect.explain(error) ?? error)
        await delay(wait)
      }
    }
  }

  return {
    read: (query) => persist(() => query(reads), { isRepeatable: true }),
    write: (work, options = {}) => persist(() => db.transaction().execute(work), options),
    writeOnce: (statement, options = {}) =>
      persist(
        () => (dialect.isShared ? statement(db) : db.transaction().execute(statement)),
        options,
      ),
    async deferKeys(trx) {
      await dialect.deferKeys.execute(trx)
    },
    search: dialect.search,
    isShared: dialect.isShared,
    now: () => now().toISOString(),
    async close() {
      isClosed = true
      await Promise.all([...new Set([db, reads])].map((each) => each.destroy()))
    },
  }
}

const createClosedError = (cause?: unknown): AlcoveError =>
  new AlcoveError('unavailable', 'The server is stopping.', { cause })

function createUnavailableError(cause: unknown): AlcoveError {
  return new AlcoveError('unavailable', 'The conversation store is not available right now.', {
    hint: 'Try again in a moment. The operator finds the cause in the server log.',
    cause,
  })
}

/** The database is asked for its time this often: whatever goes wrong with a clock is over by then. */
export const CLOCK_REFRESH_MS = 3_000

/** A clock that shows the database's time, whatever the machine of this process says. */
export interface DatabaseClock {
  /** Milliseconds since 1970. */
  now(): number
  close(): void
}

interface DatabaseClockSettings {
  /** Asks the database for its time, in milliseconds since 1970. */
  readonly ask: () => Promise<number>
  /** Milliseconds, from any fixed point, that nobody sets. */
  readonly elapsed: () => number
}

/** The clock that is given, the database's, or this machine's where one process has the database alone. */
export async function openClock(
  db: Queryable,
  { time }: StoreDialect,
  now: (() => Date) | undefined,
): Promise<DatabaseClock> {
  if (now !== undefined) return { now: () => now().getTime(), close() {} }
  if (time === undefined) return { now: () => Date.now(), close() {} }
  return openDatabaseClock({
    elapsed: () => performance.now(),
    async ask() {
      const { rows } = await whileHungUp(() => time.execute(db))
      return rows[0]!.ms
    },
  })
}

/**
 * How far a steady clock is from the database's, learned from what the database says of itself. It
 * said so at some moment between question and answer, so an answer that was long on its way only
 * corrects what it rules out. Nobody waits for the database to learn the time.
 */
export async function openDatabaseClock(settings: DatabaseClockSettings): Promise<DatabaseClock> {
  const { ask, elapsed } = settings

  /** The offsets that one answer leaves possible. */
  async function measure() {
    const askedAt = elapsed()
    const time = await ask()
    return { least: time - elapsed(), most: time - askedAt }
  }

  const { least, most } = await measure()
  let offset = (least + most) / 2

  async function keepRight() {
    // While the database is away, the steady clock goes on from its last word.
    const bounds = await measure().catch(() => undefined)
    if (bounds) offset = Math.min(Math.max(offset, bounds.least), bounds.most)
  }
  const timer = setInterval(() => void keepRight(), CLOCK_REFRESH_MS)
  timer.unref()

  return { now: () => Math.floor(elapsed() + offset), close: () => clearInterval(timer) }
}

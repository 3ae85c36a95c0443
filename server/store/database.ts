import type { Kysely, Transaction } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import { AlcoveError } from '../../shared/errors.ts'
import type { StoreDialect } from './dialect.ts'
import type { SearchEngine } from './search/search-engine.ts'
import type { ConversationEngine } from './desk/conversation-engine.ts'
import type { KnowledgeEngine } from './knowledge/knowledge-engine.ts'
import type { VectorEngine } from './knowledge/vectors/vector-engine.ts'
import type { Tables } from './tables.ts'
import { whileHungUp } from './while-hung-up.ts'

/** Time that calls wait for a database that restarts or fails over. */
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

/** Splits a list of any length into parts for one statement each. */
export function* inStatements<Item>(
  items: readonly Item[],
  size = ITEMS_PER_STATEMENT,
): Generator<readonly Item[], void, void> {
  for (let first = 0; first < items.length; first += size) yield items.slice(first, first + size)
}

/** All access to the tables. */
export interface Database {
  /** Runs one query, or several that need no common snapshot. Retried while the database is unreachable. */
  read<Result>(query: (db: Queryable) => Promise<Result>): Promise<Result>
  /** As `read`, for searches of an owner's pages: it holds no other call, in a thread where that is needed. */
  readAside<Result>(query: (db: Queryable) => Promise<Result>): Promise<Result>
  /** As `readAside`, for lists and reports of the desk, beside the searches. */
  readForDesk<Result>(query: (db: Queryable) => Promise<Result>): Promise<Result>
  /**
   * Runs one transaction. `work` awaits nothing but queries on `trx`: SQLite has one connection, which would
   * wait for itself. It may run again, so it changes nothing outside the database. `isRepeatable`: doing it
   * twice equals doing it once, so it is retried while the database is unreachable, even if it is unknown
   * whether the first commit arrived. `asksAgain`: a unique name that was free when `work` looked may be
   * taken when it writes; then `work` runs again.
   */
  write<Result>(work: (trx: Trx) => Promise<Result>, options?: WriteOptions): Promise<Result>
  /**
   * Runs one changing statement; without begin and commit, if these would be two round trips to the server.
   */
  writeOnce<Result>(
    statement: (db: Queryable) => Promise<Result>,
    options?: WriteOptions,
  ): Promise<Result>
  /** See {@link StoreDialect.deferKeys}. */
  deferKeys(trx: Trx): Promise<void>
  readonly search: SearchEngine
  readonly conversations: ConversationEngine
  readonly knowledge: KnowledgeEngine
  readonly vectors: VectorEngine
  /** True if rows must be locked against other connections. */
  readonly isShared: boolean
  /** ISO 8601 with milliseconds, UTC. */
  now(): string
  /** Later calls are refused, because the server stops. */
  close(): Promise<void>
}

type Connections = 'kysely' | 'reads' | 'searches' | 'desk'

/**
 * Failures of the database itself become AlcoveError `unavailable`; its texts stay in the cause.
 *
 * @param mend repairs the cause of an error; true: the same call may now succeed.
 * @param others further connections: `reads` for queries that need not wait for a transaction, `searches` for searches, `desk` for reads
 *   of the desk.
 */
export function createDatabase(
  db: Kysely<Tables>,
  dialect: Omit<StoreDialect, Connections | 'createMigrationDialect'>,
  now: () => Date,
  mend: (error: unknown) => Promise<boolean> = () => Promise.resolve(false),
  others: Partial<Readonly<Record<Exclude<Connections, 'kysely'>, Kysely<Tables>>>> = {},
): Database {
  const { reads = db, searches = reads, desk = searches } = others
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
    readAside: (query) => persist(() => query(searches), { isRepeatable: true }),
    readForDesk: (query) => persist(() => query(desk), { isRepeatable: true }),
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
    conversations: dialect.conversations,
    knowledge: dialect.knowledge,
    vectors: dialect.vectors,
    isShared: dialect.isShared,
    now: () => now().toISOString(),
    async close() {
      isClosed = true
      await dialect.vectors.close()
      await Promise.all([...new Set([db, reads, searches, desk])].map((each) => each.destroy()))
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

/** Interval at which the database is asked for its time, and thus the duration of a clock's error. */
export const CLOCK_REFRESH_MS = 3_000

/** A clock with the database's time, whatever the machine of this process says. */
export interface DatabaseClock {
  /** Milliseconds since 1970. */
  now(): number
  close(): void
}

interface DatabaseClockSettings {
  /** Asks the database for its time, in milliseconds since 1970. */
  readonly ask: () => Promise<number>
  /** Monotonic, in milliseconds. */
  readonly elapsed: () => number
}

/** The given clock, the database's, or this machine's if one process has the database alone. */
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
 * Learns the offset between a steady clock and the database's from its answers. The answer's time lies
 * between question and answer, so a slow answer only corrects offsets that it rules out. No call waits for
 * the database's time.
 */
export async function openDatabaseClock(settings: DatabaseClockSettings): Promise<DatabaseClock> {
  const { ask, elapsed } = settings

  /** The offsets that one answer permits. */
  async function measure() {
    const askedAt = elapsed()
    const time = await ask()
    return { least: time - elapsed(), most: time - askedAt }
  }

  const { least, most } = await measure()
  let offset = (least + most) / 2

  async function keepRight() {
    // While the database is unreachable, the last offset stays in use.
    const bounds = await measure().catch(() => undefined)
    if (bounds) offset = Math.min(Math.max(offset, bounds.least), bounds.most)
  }
  const timer = setInterval(() => void keepRight(), CLOCK_REFRESH_MS)
  timer.unref()

  return { now: () => Math.floor(elapsed() + offset), close: () => clearInterval(timer) }
}

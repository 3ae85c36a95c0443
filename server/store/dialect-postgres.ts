import { POSTGRES_ANSWER_KNOWLEDGE_COUNT } from './answer-knowledge.ts'
import { PostgresAdapter, PostgresDialect, PostgresQueryCompiler, sql, type Dialect } from 'kysely'
import pg from 'pg'
import { AlcoveError } from '../../shared/errors.ts'
import { cleanParameters, type FailureKind, type StoreDialect } from './dialect.ts'
import { POSTGRES_FILE_COUNT } from './files.ts'
import { POSTGRES_KNOWLEDGE } from './knowledge/postgres-knowledge.ts'
import { createPostgresVectors } from './knowledge/vectors/postgres-vectors.ts'
import { LimitedDriver } from './limited-driver.ts'
import { POSTGRES_MESSAGE_COUNT } from './message-bytes.ts'
import { POOL_SIZE } from './pool-size.ts'
import {
  MIGRATION_LIMITS,
  REQUEST_LIMITS,
  type LimitsState,
  type TimeLimits,
} from './postgres-limits.ts'
import { POSTGRES_CONVERSATIONS } from './desk/postgres-conversations.ts'
import { POSTGRES_SEARCH } from './search/postgres-search.ts'
import { POSTGRES_STEP_MEMORY_COUNT } from './step-memory.ts'

/** Maximum wait of a query for a free connection, or for a new one. */
export const POOL_WAIT_MS = 3_000
/** Ends a query whose server disappeared without closing the socket; later than the server's own limit. */
export const ANSWER_TIMEOUT_MS = REQUEST_LIMITS.statement_timeout + 5_000

/**
 * A lock of the transaction: behind a pooler, a lock of the connection would stay on a connection that other
 * clients get. Kysely's number, so that a server of an older version, which locks its connection with it, is
 * waited for.
 */
const MIGRATION_LOCK = sql`select pg_advisory_xact_lock(3853314791062309107)`

/**
 * About half a megabyte in a temporary file on the database's own disk, removed at the end of the statement.
 */
const TAKE_ROOM = [
  sql`set local work_mem = '64kB'`,
  sql`
    select count(*) from (
      select repeat(md5(n::text), 32) as text from generate_series(1, 512) as n order by 1 offset 0
    ) as sorted
  `,
]

const UNDONE_STATES: ReadonlySet<string> = new Set(['40001', '40P01'])
const DISCONNECTED_STATES: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03'])
/** Lock and statement limits, read-only, I/O errors. */
const REFUSED_STATES: ReadonlySet<string> = new Set(['55P03', '57014', '25006', '58030'])
const UNIQUE_STATE = '23505'
const INSUFFICIENT_RESOURCES_CLASS = '53'
const CONNECTION_CLASS = '08'
const SOCKET_ERROR_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])

/**
 * Several server processes may share one Postgres database.
 *
 * @param limits source of the time limits of requests.
 * @param connections maximum for requests.
 */
export function createPostgresDialect(
  databaseUrl: string,
  onConnectionLost: (error: Error) => void,
  limits: LimitsState['kind'] = 'connection',
  connections = POOL_SIZE,
): StoreDialect {
  const createPool = (config: pg.PoolConfig, transactionLimits?: TimeLimits) => {
    // Limit: POOL_WAIT_MS to connect, ANSWER_TIMEOUT_MS to answer: "when no connection is free, writes are refused in
    // the end, and the store recovers". Migrations take as long as there are rows.
    const pool = new pg.Pool({
      connectionString: databaseUrl,
      application_name: 'alcove',
      keepAlive: true,
      connectionTimeoutMillis: POOL_WAIT_MS,
      pipeline: transactionLimits !== undefined,
      ...config,
    })
    // An error of a connection between two queries, idle or inside a transaction, has no other listener;
    // without one, it would end the process. The pool reports errors of idle ones again.
    pool.on('connect', (client) => client.on('error', onConnectionLost))
    pool.on('error', () => {})
    return createDialect(pool, transactionLimits)
  }
  const requestPool = {
    max: connections,
    query_timeout: ANSWER_TIMEOUT_MS,
    ...(limits === 'connection' ? REQUEST_LIMITS : {}),
  }
  return {
    kysely: createPool(requestPool, limits === 'transaction' ? REQUEST_LIMITS : undefined),
    reads: undefined,
    searches: undefined,
    desk: undefined,
    // The role may have limits, as the advice for poolers recommends.
    createMigrationDialect: () => createPool({ max: 1 }, MIGRATION_LIMITS),
    migrationLock: MIGRATION_LOCK,
    isShared: true,
    // The database's own collation would sort ids by the rules of a language.
    textType: sql`text collate "C"`,
    // Changes only the constraint's definition and reads no row.
    makeKeysDeferrable: [
      sql`alter table messages alter constraint messages_thread deferrable initially immediate`,
      sql`alter table runs alter constraint runs_thread deferrable initially immediate`,
    ],
    deferKeys: sql`set constraints messages_thread, runs_thread deferred`,
    listColumns: (table) => sql`
      select attname as name from pg_attribute
      where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped order by attnum`,
    countMessages: POSTGRES_MESSAGE_COUNT,
    countStepMemory: POSTGRES_STEP_MEMORY_COUNT,
    countAnswerKnowledge: POSTGRES_ANSWER_KNOWLEDGE_COUNT,
    countFiles: POSTGRES_FILE_COUNT,
    search: POSTGRES_SEARCH,
    conversations: POSTGRES_CONVERSATIONS,
    knowledge: POSTGRES_KNOWLEDGE,
    bitsType: sql`bit varying`,
    vectors: createPostgresVectors(),
    time: sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
    takeRoom: TAKE_ROOM,
    classify,
    explain,
  }
}

/** Kysely's own lock belongs to the connection, and a rollback does not release it. */
class Adapter extends PostgresAdapter {
  override acquireMigrationLock = () => Promise.resolve()
  override releaseMigrationLock = () => Promise.resolve()
}

function createDialect(pool: pg.Pool, limits: TimeLimits | undefined): Dialect {
  const dialect = new PostgresDialect({ pool })
  return {
    createAdapter: () => new Adapter(),
    createDriver: () =>
      limits === undefined
        ? dialect.createDriver()
        : new LimitedDriver(dialect.createDriver(), limits),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => cleanParameters(new PostgresQueryCompiler()),
  }
}

function classify(error: unknown): FailureKind {
  if (!(error instanceof Error)) return 'defect'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code === undefined) return classifyByText(error.message)
  if (UNDONE_STATES.has(code)) return 'undone'
  if (DISCONNECTED_STATES.has(code) || SOCKET_ERROR_CODES.has(code)) return 'disconnected'
  if (REFUSED_STATES.has(code)) return 'refused'
  if (code === UNIQUE_STATE) return 'taken'
  if (code.length !== SQLSTATE_LENGTH) return 'defect'
  if (code.startsWith(CONNECTION_CLASS)) return 'disconnected'
  return code.startsWith(INSUFFICIENT_RESOURCES_CLASS) ? 'refused' : 'defect'
}

const SQLSTATE_LENGTH = 5

/** Remedies on the database's own machine or in `DATABASE_URL`, by SQLSTATE. */
const REMEDIES: Readonly<Record<string, string>> = {
  '28P01':
    'Postgres does not accept the user or the password in DATABASE_URL: correct them there, or set the password of that role with ALTER ROLE',
  '28000':
    'Postgres does not let the user in DATABASE_URL in: name a role there that exists and may log in, and allow it in pg_hba.conf',
  '3D000':
    'Postgres has no such database: name another one in DATABASE_URL, or create it with CREATE DATABASE',
  '42501':
    'Postgres does not let the user in DATABASE_URL do this: make that role the owner of the database with ALTER DATABASE',
  '53100':
    'The disk of the Postgres server is full: free some space there. Nothing in it is damaged, and nothing needs to be restored',
  '25006':
    'Postgres takes no writes (a standby, or default_transaction_read_only): name the primary in DATABASE_URL, or see why it was made read-only; services that host it do so when its disk is full',
  '58030':
    'Postgres could not read or write one of its files: see its log, and whether its disk is full or failing',
}

function explain(error: unknown): AlcoveError | undefined {
  if (!(error instanceof Error)) return undefined
  const remedy = 'code' in error ? REMEDIES[String(error.code)] : undefined
  if (remedy === undefined) return explain(error.cause)
  return new AlcoveError('unavailable', `${remedy} (${error.message}).`, { cause: error })
}

/** Errors of the driver itself have no code. */
function classifyByText(message: string): FailureKind {
  if (/timeout exceeded when trying to connect|query read timeout/i.test(message)) return 'refused'
  return /connection terminated|connection error|connection has been discarded/i.test(message)
    ? 'disconnected'
    : 'defect'
}

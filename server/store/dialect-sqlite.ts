import { SQLITE_ANSWER_KNOWLEDGE_COUNT } from './answer-knowledge.ts'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type SqliteDatabase,
  type TransactionSettings,
} from 'kysely'
import { cleanParameters, type FailureKind, type StoreDialect } from './dialect.ts'
import { SQLITE_CONVERSATIONS } from './desk/sqlite-conversations.ts'
import { explainFolder } from './explain-folder.ts'
import { SQLITE_FILE_COUNT } from './files.ts'
import { keepStatements } from './keep-statements.ts'
import { SQLITE_KNOWLEDGE } from './knowledge/sqlite-knowledge.ts'
import { createSqliteVectors } from './knowledge/vectors/sqlite-vectors.ts'
import { SQLITE_MESSAGE_COUNT } from './message-bytes.ts'
import { SQLITE_SEARCH } from './search/sqlite-search.ts'
import { createCheckpoints, LATEST_CHECKPOINT_PAGES } from './sqlite-checkpoints.ts'
import { SQLITE_STEP_MEMORY_COUNT } from './step-memory.ts'
import { createThreadDialect } from './workers/thread-dialect.ts'

export const DATABASE_FILE = 'alcove.db'
/** Maximum wait of a statement for another program that has the file open, such as a backup. */
export const BUSY_TIMEOUT_MS = 3_000
/** After this time, consecutive queries let other work of the event loop run. */
export const LOOP_SHARE_MS = 5
const CACHE_KIB = 16_384

/** Primary result codes of SQLite: busy, locked, read-only, I/O error, corrupt, full, can't open, no database. */
const REFUSED_CODES: ReadonlySet<number> = new Set([5, 6, 8, 10, 11, 13, 14, 26])
/** Extended result codes: unique, primary key. */
const TAKEN_CODES: ReadonlySet<number> = new Set([2067, 1555])

/** SQLite: one file in `dataDir`, through Node's own SQLite. Only one process may use it at a time. */
export function createSqliteDialect(dataDir: string): StoreDialect {
  const path = join(dataDir, DATABASE_FILE)
  const createDialect = (options: OpenOptions = {}): Dialect => ({
    createAdapter,
    createDriver: () => createDriver(path, options),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => cleanParameters(new SqliteQueryCompiler()),
  })
  return {
    kysely: createDialect(),
    reads: createDialect({ isReader: true }),
    searches: createThreadDialect(path, 'The pages could not be searched'),
    // A thread of its own: a year's report holds no visitor's search.
    desk: createThreadDialect(path, 'The conversations could not be read'),
    createMigrationDialect: () => createDialect(),
    isShared: false,
    textType: sql`text`,
    makeKeysDeferrable: [],
    deferKeys: sql`pragma defer_foreign_keys = on`,
    listColumns: (table) => sql`select name from pragma_table_info(${table})`,
    countMessages: SQLITE_MESSAGE_COUNT,
    countStepMemory: SQLITE_STEP_MEMORY_COUNT,
    countAnswerKnowledge: SQLITE_ANSWER_KNOWLEDGE_COUNT,
    countFiles: SQLITE_FILE_COUNT,
    search: SQLITE_SEARCH,
    conversations: SQLITE_CONVERSATIONS,
    knowledge: SQLITE_KNOWLEDGE,
    bitsType: sql`text`,
    vectors: createSqliteVectors(path),
    time: undefined,
    takeRoom: [],
    migrationLock: undefined,
    classify,
    explain: (error) => explainFolder(dataDir, error),
  }
}

function createAdapter(): SqliteAdapter {
  const adapter = new SqliteAdapter()
  // SQLite supports it. Without it, a kill between two statements of a migration would leave half of the
  // migration.
  Object.defineProperty(adapter, 'supportsTransactionalDdl', { value: true })
  return adapter
}

function createDriver(path: string, options: OpenOptions): Driver {
  let opened: OpenedDatabase | undefined
  const driver = new SqliteDriver({
    database: () => Promise.resolve((opened = openDatabase(path, options))),
  })
  const acquire = driver.acquireConnection.bind(driver)
  const commit = driver.commitTransaction.bind(driver)
  const destroy = driver.destroy.bind(driver)
  const checkpoints = createCheckpoints(path)
  let lastTurn = performance.now()
  /** Queries here wait only for microtasks: a row of them would block timers and sockets. */
  const pause = async () => {
    if (performance.now() - lastTurn <= LOOP_SHARE_MS) return
    await nextTurn()
    lastTurn = performance.now()
  }
  driver.acquireConnection = async () => {
    const connection = await acquire()
    await pause()
    return {
      async executeQuery<Row>(query: CompiledQuery) {
        const result = await connection.executeQuery<Row>(query)
        // Between two statements of a transaction as well: readers need not wait for its end.
        await pause()
        return result
      },
      streamQuery: (query, size) => connection.streamQuery(query, size),
    }
  }
  // A plain `begin` takes the write lock late, when another program may have written meanwhile.
  driver.beginTransaction = async (
    connection: DatabaseConnection,
    settings?: TransactionSettings,
  ) => {
    // A read-only transaction keeps its snapshot and lets others write.
    const mode = settings?.accessMode === 'read only' ? 'deferred' : 'immediate'
    await connection.executeQuery(CompiledQuery.raw(`begin ${mode}`))
  }
  driver.commitTransaction = async (connection: DatabaseConnection) => {
    await commit(connection)
    checkpoints.afterCommit()
  }
  driver.rollbackTransaction = async (connection: DatabaseConnection) => {
    // On a full disk SQLite has already rolled back; the error of a second rollback would hide the first.
    if (opened?.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }
  driver.destroy = async () => {
    await checkpoints.close()
    await destroy()
  }
  return driver
}

interface OpenedDatabase extends SqliteDatabase {
  readonly isTransaction: boolean
}

interface OpenOptions {
  /**
   * A second connection besides the writing one: it reads committed data, even while a transaction goes on.
   */
  readonly isReader?: boolean
}

function openDatabase(path: string, { isReader = false }: OpenOptions): OpenedDatabase {
  // The file contains private conversations. SQLite gives its WAL the same mode.
  closeSync(openSync(path, 'a', 0o600))
  // A damaged search index is removed by a change of the schema table, which Node forbids by default. Limit:
  // BUSY_TIMEOUT_MS, "a command beside a server that is busy reads and writes, and so does the server".
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, defensive: false })
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  // Large enough for the pages that a thousand answers write at once, which are then copied out of the WAL
  // less often.
  database.exec(`pragma cache_size = -${CACHE_KIB}`)
  database.exec(`pragma wal_autocheckpoint = ${LATEST_CHECKPOINT_PAGES}`)
  database.exec('pragma foreign_keys = on')
  if (isReader) database.exec('pragma query_only = on')
  return {
    get isTransaction() {
      return database.isTransaction
    },
    close: () => database.close(),
    prepare: keepStatements((text) => prepare(database, text)),
  }
}

type Statement = ReturnType<SqliteDatabase['prepare']>

function prepare(database: DatabaseSync, text: string): Statement {
  const statement = database.prepare(text)
  const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    // Iteration needs a separate statement: another use would restart it.
    iterate: (parameters) => database.prepare(text).iterate(...values(parameters)),
  }
}

function classify(error: unknown): FailureKind {
  if (!(error instanceof Error) || !('errcode' in error)) return 'defect'
  if (TAKEN_CODES.has(Number(error.errcode))) return 'taken'
  // The low byte is the primary code; the rest distinguishes variants.
  return REFUSED_CODES.has(Number(error.errcode) & 0xff) ? 'refused' : 'defect'
}

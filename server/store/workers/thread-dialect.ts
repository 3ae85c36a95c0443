import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import { cleanParameters } from '../dialect.ts'
import { createThread, type ThreadSettings } from './ask-thread.ts'
import type { ReaderStart, ReadOrder, ReadRows } from './reader-thread.ts'

const THREAD = fileURLToPath(
  new URL(`reader-thread${extname(import.meta.filename)}`, import.meta.url),
)

/**
 * Reads an SQLite file in a thread with a connection of its own: SQLite works where it is called, so that other
 * calls would wait for each of its statements.
 *
 * @param path of the database's file.
 * @param failure begins the sentences about failures.
 */
export function createThreadDialect(
  path: string,
  failure: string,
  limits: Pick<ThreadSettings, 'idleMs' | 'waitingMax'> = {},
): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => createDriver(path, { failure, ...limits }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => cleanParameters(new SqliteQueryCompiler()),
  }
}

function createDriver(
  path: string,
  settings: Pick<ThreadSettings, 'failure' | 'idleMs' | 'waitingMax'>,
): Driver {
  const workerData: ReaderStart = { readPath: path }
  const thread = createThread<ReadOrder, ReadRows>({
    file: THREAD,
    workerData,
    ...settings,
  })
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      return { rows: (await thread.ask({ sql, parameters })) as readonly unknown[] as Row[] }
    },
    streamQuery: refuse,
  }
  const isReady = () => Promise.resolve()
  return {
    init: isReady,
    // All callers share it: each statement is a read of its own.
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: isReady,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: () => thread.close(),
  }
}

function refuse(): never {
  throw new Error('This connection runs single statements that read.')
}

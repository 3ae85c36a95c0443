import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { keepStatements } from '../keep-statements.ts'
import { answerOrders } from './answer-orders.ts'

/** Maximum wait for another connection. */
const BUSY_TIMEOUT_MS = 3_000
/** Words of 100,000 pieces take about as much. */
const CACHE_KIB = 32_768

/** A statement that reads. */
export interface ReadOrder {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

export type ReadRows = readonly object[]

/** Place of the database. */
export interface ReaderStart {
  readonly readPath: string
}

// Started by `createThreadDialect` as a thread; importing it does nothing.
if (!isMainThread && parentPort && isStart(workerData)) {
  answerOrders(parentPort, createReader(workerData.readPath))
}

function isStart(value: unknown): value is ReaderStart {
  return typeof value === 'object' && value !== null && 'readPath' in value
}

function createReader(path: string): (order: ReadOrder) => ReadRows {
  // Limit: BUSY_TIMEOUT_MS, "a command beside a server that is busy reads and writes, and so does the server".
  const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  database.exec(`pragma cache_size = -${CACHE_KIB}`)
  const prepare = keepStatements((text) => database.prepare(text))
  return ({ sql, parameters }) => prepare(sql).all(...(parameters as readonly SQLInputValue[]))
}

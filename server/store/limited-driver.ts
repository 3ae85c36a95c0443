import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { setLocalStatements, type TimeLimits } from './postgres-limits.ts'

/**
 * Sets time limits in every transaction, for connections that do not keep them: behind a pooler the next
 * transaction may run on another one. A single statement becomes a transaction. With a client that pipelines
 * queries (`pipeline`), neither takes another round trip.
 */
export class LimitedDriver implements Driver {
  readonly #driver: Driver
  readonly #setLimits: CompiledQuery
  /** Kysely identifies a connection by its object. */
  readonly #known = new WeakMap<DatabaseConnection, LimitedConnection>()

  constructor(driver: Driver, limits: TimeLimits) {
    this.#driver = driver
    this.#setLimits = CompiledQuery.raw(setLocalStatements(limits))
  }

  init: Driver['init'] = (options) => this.#driver.init(options)

  async acquireConnection(
    options?: Parameters<Driver['acquireConnection']>[0],
  ): Promise<DatabaseConnection> {
    const inner = await this.#driver.acquireConnection(options)
    const known = this.#known.get(inner)
    if (known) return known
    const connection = new LimitedConnection(inner, (query) => this.#executeAlone(inner, query))
    this.#known.set(inner, connection)
    return connection
  }

  async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const limited = asLimited(connection)
    limited.isInTransaction = true
    try {
      await inOrder(
        this.#driver.beginTransaction(limited.inner, settings),
        limited.inner.executeQuery(this.#setLimits),
      )
    } catch (error) {
      // Kysely rolls back no transaction that failed to begin.
      await this.rollbackTransaction(limited).catch(() => {})
      throw error
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const limited = asLimited(connection)
    limited.isInTransaction = false
    await this.#driver.commitTransaction(limited.inner)
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const limited = asLimited(connection)
    limited.isInTransaction = false
    await this.#driver.rollbackTransaction(limited.inner)
  }

  releaseConnection: Driver['releaseConnection'] = (connection, options) =>
    this.#driver.releaseConnection(asLimited(connection).inner, options)

  destroy: Driver['destroy'] = (options) => this.#driver.destroy(options)

  async #executeAlone<Row>(
    inner: DatabaseConnection,
    query: CompiledQuery,
  ): Promise<QueryResult<Row>> {
    const [, , result] = await inOrder(
      this.#driver.beginTransaction(inner, {}),
      inner.executeQuery(this.#setLimits),
      inner.executeQuery<Row>(query),
      // After a failed statement Postgres treats the commit as a rollback.
      this.#driver.commitTransaction(inner),
    )
    return result
  }
}

class LimitedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  isInTransaction = false
  readonly #executeAlone: DatabaseConnection['executeQuery']

  constructor(inner: DatabaseConnection, executeAlone: DatabaseConnection['executeQuery']) {
    this.inner = inner
    this.#executeAlone = executeAlone
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.isInTransaction ? this.inner.executeQuery(query) : this.#executeAlone(query)
  }

  streamQuery<Row>(query: CompiledQuery, size: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.inner.streamQuery(query, size)
  }
}

function asLimited(connection: DatabaseConnection): LimitedConnection {
  if (connection instanceof LimitedConnection) return connection
  throw new TypeError('The connection is of another driver.')
}

/** Waits for all, and throws the first error in their order: later ones follow from it. */
async function inOrder<Tasks extends readonly Promise<unknown>[]>(
  ...tasks: Tasks
): Promise<{ -readonly [Index in keyof Tasks]: Awaited<Tasks[Index]> }> {
  await Promise.allSettled(tasks)
  for (const task of tasks) await task
  return Promise.all(tasks)
}

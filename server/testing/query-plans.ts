import { Kysely, sql, type CompiledQuery } from 'kysely'
import type { StorePlace } from '../../scripts/store-place.ts'
import { createPostgresDialect } from '../store/dialect-postgres.ts'
import { createSqliteDialect } from '../store/dialect-sqlite.ts'
import type { Tables } from '../store/tables.ts'

/** The cost of such a plan grows with the table. */
export const GROWING = {
  sqlite:
    /\bSCAN (?!ancestors|below|json_each|looked_up|counted|step|weeks|tags|\d+ CONSTANT)|TEMP B-TREE/,
  postgres: /Seq Scan|\bSort\b/,
}

/** Such a plan reads all rows of a table, of all projects. A match of a search reads its own index, and a query the rows of its subqueries. */
export const WHOLE_TABLE = {
  sqlite:
    /\bSCAN (?!ancestors|below|json_each|looked_up|counted|step|weeks|tags|\(subquery|\d+ CONSTANT|(?:search|knowledge|desk)_index VIRTUAL)/,
  postgres: /Seq Scan/,
}

/** Statements that only add rows have no plan, nor have those without a table. */
const PLANNED = /^\s*(select(?! pg_advisory| total_changes)|update|delete|with)\b/
/** Checkpoints of running answers, which are read only after a crash: see `run-chunks.ts`. */
const UNINDEXED = { sqlite: /(from|delete) "?run_chunks/, postgres: /(?!)/ }

export const hasPlan = (engine: keyof typeof GROWING, { sql: text }: CompiledQuery): boolean =>
  PLANNED.test(text) && !UNINDEXED[engine].test(text)

/** The plan of a statement, in lines. */
export async function explain(
  db: Kysely<Tables>,
  engine: keyof typeof GROWING,
  { sql: text, parameters }: CompiledQuery,
): Promise<string> {
  const prefix = engine === 'sqlite' ? 'explain query plan' : 'explain'
  const { rows } = await db.executeQuery<Record<string, unknown>>({
    ...sql.raw(`${prefix} ${text}`).compile(db),
    parameters,
  })
  return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n')
}

/**
 * A connection that explains statements as on large tables, though the tables here are small: the planner of
 * Postgres then reads a whole table only without a suitable index. `isOrdered`: it also sorts only without one.
 */
export function openPlanner(place: StorePlace) {
  const dialect = place.databaseUrl
    ? createPostgresDialect(place.databaseUrl, () => {})
    : createSqliteDialect(place.dataDir)
  const db = new Kysely<Tables>({ dialect: dialect.kysely })
  const engine = place.databaseUrl ? 'postgres' : 'sqlite'
  return {
    explain: (statement: CompiledQuery, { isOrdered = false } = {}) =>
      db.connection().execute(async (connection) => {
        if (engine === 'postgres') {
          await sql`set enable_seqscan = off`.execute(connection)
          await sql.raw(`set enable_sort = ${isOrdered ? 'off' : 'on'}`).execute(connection)
        }
        return explain(connection, engine, statement)
      }),
    close: () => db.destroy(),
  }
}

import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { Kysely, PostgresDialect, type Dialect, type PostgresPoolClient } from 'kysely'
import { createDatabase } from './database.ts'
import { createPostgresDialect } from './dialect-postgres.ts'
import { createKnowledgeQueries } from './knowledge/knowledge-queries.ts'
import { createEmbeddingQueries } from './knowledge/vectors/embedding-queries.ts'
import { createVectorQueries } from './knowledge/vectors/vector-queries.ts'
import { migrate } from './migrations/migrations.ts'
import type { Tables } from './tables.ts'

/** The queries of knowledge on a Postgres in this process that has the extension `vector`. */
export async function openPgliteStore() {
  const lite = await PGlite.create({ extensions: { vector } })
  const dialect = createPostgresDialect('postgres://unused.invalid', () => {})
  await migrate({ ...dialect, createMigrationDialect: () => createLiteDialect(lite) })
  const db = new Kysely<Tables>({ dialect: createLiteDialect(lite) })
  const database = createDatabase(db, dialect, () => new Date())
  return {
    db,
    store: {
      knowledge: createKnowledgeQueries(database),
      embeddings: createEmbeddingQueries(database),
      vectors: createVectorQueries(database),
    },
    async close() {
      await database.close()
      await lite.close()
    },
  }
}

/** PGlite has one connection, for which callers queue. */
function createLiteDialect(lite: PGlite): Dialect {
  let last = Promise.resolve()
  return new PostgresDialect({
    pool: {
      options: {},
      async connect() {
        const free = Promise.withResolvers<void>()
        const before = last
        last = free.promise
        await before
        const client = {
          async query(text: string, parameters: readonly unknown[] = []) {
            const { rows, affectedRows } = await lite.query(text, [...parameters])
            return { command: 'SELECT', rowCount: affectedRows ?? 0, rows }
          },
          release: () => free.resolve(),
        }
        // Without cursors, which no query here uses.
        return client as unknown as PostgresPoolClient
      },
      end: () => Promise.resolve(),
    },
  })
}

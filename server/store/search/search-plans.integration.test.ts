import { Kysely, sql, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../../scripts/store-place.ts'
import { createMigratedPlace } from '../../testing/migrated-place.ts'
import { createDatabase, type Database } from '../database.ts'
import { createPostgresDialect } from '../dialect-postgres.ts'
import { createSqliteDialect } from '../dialect-sqlite.ts'
import { insertAll } from '../insert-all.test-support.ts'
import { migrate } from '../migrations/migrations.ts'
import type { Scope } from '../store.ts'
import type { Tables } from '../tables.ts'
import { createThreadQueries } from '../threads.ts'
import { WALKED_TEXTS } from './postgres-search.ts'
import { searchScope } from './documents.ts'

/** A tenth belongs to the searching workspace: more than are scanned one after the other. */
const OWN_SHARE = 10
const ROWS = OWN_SHARE * (WALKED_TEXTS + 500)
const TIME = '2027-01-15T08:00:00.000Z'
const SCOPE: Scope = { projectId: 'p', workspaceId: 'w', userId: 'u' }
const STRANGER: Scope = { projectId: 'p', workspaceId: 'x', userId: 'x' }

/** Plans whose cost grows with other users' rows. */
const GROWING = {
  sqlite: /\bSCAN (?!search_index VIRTUAL TABLE INDEX \d+:.*M)|TEMP B-TREE/,
  // This test has no running answers.
  postgres: /Seq Scan on (?!runs)/,
}

const INDEX = { sqlite: /search_index VIRTUAL TABLE/, postgres: /search_documents_terms/ }

describe.each(ENGINES)('plans of a search on %s', (engine) => {
  let place: StorePlace
  let db: Kysely<Tables>
  let database: Database
  let queries: CompiledQuery[] = []
  beforeAll(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    const dialect = place.databaseUrl
      ? createPostgresDialect(place.databaseUrl, () => {})
      : createSqliteDialect(place.dataDir)
    await migrate(dialect)
    const log = ({ query }: { query: CompiledQuery }) => void queries.push(query)
    db = new Kysely<Tables>({ dialect: dialect.kysely, log })
    database = createDatabase(db, dialect, () => new Date(TIME))
    await fill(db)
    if (engine === 'postgres') await sql`analyze`.execute(db)
  })
  afterAll(async () => {
    await db.destroy()
    await place.remove()
  })

  async function explain({ sql: text, parameters }: CompiledQuery): Promise<string> {
    const prefix = engine === 'sqlite' ? 'explain query plan' : 'explain'
    const { rows } = await db.executeQuery<Record<string, unknown>>({
      ...sql.raw(`${prefix} ${text}`).compile(db),
      parameters,
    })
    return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n')
  }

  test.each(['rare', 'common', 'c', 'common rare'])('%j: an index leads there', async (text) => {
    queries = []
    await createThreadQueries(database).search(SCOPE, { text, limit: 20 })

    const asked = queries.slice()
    expect(asked.some((query) => query.sql.includes('search_documents'))).toBe(true)
    const plans: string[] = []
    for (const query of asked) plans.push(await explain(query))
    for (const plan of plans) expect(plan).not.toMatch(GROWING[engine])
    // The newest texts were not enough.
    const isAsked = plans.some((plan) => INDEX[engine].test(plan))
    expect(isAsked).toBe(engine === 'sqlite' || text !== 'common')
  })

  test('the pattern finds a plan that grows', async () => {
    const unindexed = sql`select * from search_documents where terms = 'x'`.compile(db)

    expect(await explain(unindexed)).toMatch(GROWING[engine])
  })
})

async function fill(db: Kysely<Tables>) {
  const numbers = Array.from({ length: ROWS }, (_, index) => index + 1)
  const ownerOf = (n: number) => (n % OWN_SHARE === 0 ? SCOPE : STRANGER)
  const columnsOf = ({ projectId, workspaceId }: Scope) => ({
    project_id: projectId,
    workspace_id: workspaceId,
  })
  await insertAll(db, 'threads', numbers, (n) => ({
    ...columnsOf(ownerOf(n)),
    id: `t${n}`,
    user_id: 'u',
    external_id: null,
    title: null,
    is_archived: 0,
    metadata: null,
    last_message_at: TIME,
    created_at: TIME,
    updated_at: TIME,
  }))
  await insertAll(db, 'messages', numbers, (n) => ({
    ...columnsOf(ownerOf(n)),
    id: `m${n}`,
    thread_id: `t${n}`,
    parent_id: null,
    external_id: null,
    format: 'aui/v0',
    content: JSON.stringify({ role: 'user', content: [{ type: 'text', text: 'common rare' }] }),
    height: 0,
    created_at: TIME,
    updated_at: TIME,
  }))
  await insertAll(db, 'search_documents', numbers, (n) => {
    const scope = searchScope(ownerOf(n), 'message')
    const words = n % 5_000 === 0 ? ['common', 'rare'] : ['common', `w${n}`]
    return {
      thread_id: `t${n}`,
      message_id: `m${n}`,
      scope,
      terms: words.map((word) => scope + word).join(' '),
    }
  })
}

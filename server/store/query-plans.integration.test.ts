import { Kysely, sql, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { createStorePlace, ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createDatabase, type Database } from './database.ts'
import { createPostgresDialect } from './dialect-postgres.ts'
import { createSqliteDialect } from './dialect-sqlite.ts'
import { createMessageQueries } from './messages.ts'
import { migrate } from './migrate.ts'
import { createRunQueries } from './runs.ts'
import { createSessionQueries } from './sessions.ts'
import type { Scope } from './store.ts'
import type { Tables } from './tables.ts'
import { createThreadQueries } from './threads.ts'

const ROWS = 5_000
const BATCH_ROWS = 1_000
const SCOPE: Scope = { projectId: 'p', workspaceId: 'w', userId: 'u' }
const LAST = `m${ROWS}`

/** What a page must not do: its cost would grow with the table. */
const GROWING = { sqlite: /\bSCAN (?!ancestors)|TEMP B-TREE/, postgres: /Seq Scan|\bSort\b/ }

describe.each(ENGINES)('plans on %s', (engine) => {
  let place: StorePlace
  let db: Kysely<Tables>
  let database: Database
  let queries: CompiledQuery[]
  beforeAll(async () => {
    place = await createStorePlace(engine, inject('postgresUrl'))
    const dialect = place.databaseUrl
      ? createPostgresDialect(place.databaseUrl, () => {})
      : createSqliteDialect(place.dataDir)
    await migrate(dialect)
    queries = []
    const log = ({ query }: { query: CompiledQuery }) => void queries.push(query)
    db = new Kysely<Tables>({ dialect: dialect.kysely, log })
    database = createDatabase(db, dialect, () => new Date())
    await fill(db)
    if (engine === 'postgres') await sql`analyze`.execute(db)
  })
  beforeEach(() => {
    queries = []
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

  test.each<[string, (database: Database) => Promise<unknown>]>([
    ['a thread by name', (on) => createThreadQueries(on).find(SCOPE, 'e3')],
    ['the first threads', (on) => createThreadQueries(on).list(SCOPE, { limit: 20 })],
    ['the next threads', (on) => createThreadQueries(on).list(SCOPE, { limit: 20, after: 't77' })],
    [
      'the next threads of a kind',
      (on) => createThreadQueries(on).list(SCOPE, { limit: 20, after: 't77', isArchived: false }),
    ],
    ['a message by name', (on) => createMessageQueries(on).find(SCOPE, 't1', 'e3')],
    ['the first messages', (on) => createMessageQueries(on).list(SCOPE, 't1', { limit: 200 })],
    [
      'the next messages',
      (on) => createMessageQueries(on).list(SCOPE, 't1', { limit: 200, after: 'm777' }),
    ],
    ['the open run of a thread', (on) => createRunQueries(on).findActive(SCOPE, 't1')],
    ['the chunks of a run', (on) => createRunQueries(on).readChunks('r1')],
    ['a session', (on) => createSessionQueries(on).find('h1')],
  ])('%s: an index leads there, whatever the size of the table', async (_, query) => {
    await query(database)

    expect(queries.length).toBeGreaterThan(0)
    for (const asked of queries.slice()) {
      const plan = `${asked.sql}\n${await explain(asked)}`
      expect(plan).not.toMatch(GROWING[engine])
      expect(plan).toMatch(/using.* index|index scan|index only scan/i)
    }
  })

  test('a path of messages: each step by its key', async () => {
    await createMessageQueries(database).path(SCOPE, 't1', LAST)

    const plans = await Promise.all(queries.slice().map(explain))
    const walk = plans.find((plan) => /ancestors/.test(plan))
    expect(walk).toMatch(/messages/)
    expect(walk).not.toMatch(/SCAN messages|Seq Scan on messages/)
  })

  test('the pattern finds a plan that grows', async () => {
    const unindexed = sql`select * from messages where content = 'x' order by content`.compile(db)

    expect(await explain(unindexed)).toMatch(GROWING[engine])
  })
})

async function fill(db: Kysely<Tables>) {
  const time = '2027-01-15T08:00:00.000Z'
  const scope = { project_id: SCOPE.projectId, workspace_id: SCOPE.workspaceId }
  const numbers = Array.from({ length: ROWS }, (_, index) => index + 1)
  await insertAll(db, 'threads', numbers, (n) => ({
    ...scope,
    id: `t${n}`,
    external_id: `e${n}`,
    user_id: 'u',
    title: null,
    is_archived: n % 2,
    metadata: null,
    last_message_at: time,
    created_at: time,
    updated_at: time,
  }))
  await insertAll(db, 'messages', numbers, (n) => ({
    ...scope,
    id: `m${n}`,
    thread_id: 't1',
    parent_id: n === 1 ? null : `m${n - 1}`,
    external_id: `e${n}`,
    format: 'f',
    content: '{}',
    height: n - 1,
    created_at: time,
    updated_at: time,
  }))
  await insertAll(db, 'runs', numbers, (n) => ({
    ...scope,
    id: `r${n}`,
    user_id: 'u',
    thread_id: 't1',
    message_id: `a${n}`,
    parent_id: 'm1',
    owns_user_message: 0,
    owner: 'o',
    lease_until: time,
    started_at: time,
    ended_at: n === 1 ? null : time,
  }))
  await insertAll(db, 'run_chunks', numbers, (n) => ({ run_id: `r${n}`, seq: 0, data: 'x' }))
  await insertAll(db, 'sessions', numbers, (n) => ({
    token_hash: `h${n}`,
    session_id: `s${n}`,
    project_id: 'p',
    user_id: 'u',
    parent_hash: null,
    child_hash: null,
    created_at: time,
    used_at: null,
    expires_at: time,
    started_at: time,
  }))
}

async function insertAll(
  db: Kysely<Tables>,
  table: keyof Tables,
  numbers: readonly number[],
  createRow: (n: number) => Record<string, string | number | null>,
) {
  for (let first = 0; first < numbers.length; first += BATCH_ROWS) {
    const rows = numbers.slice(first, first + BATCH_ROWS).map(createRow)
    const columns = Object.keys(rows[0]!).map((name) => sql.ref(name))
    const values = rows.map((row) => sql`(${sql.join(Object.values(row))})`)
    await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values ${sql.join(values)}`.execute(
      db,
    )
  }
}

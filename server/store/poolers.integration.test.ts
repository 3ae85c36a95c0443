import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import pg from 'pg'
import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { startPgbouncer, type PoolerOptions } from '../../scripts/pgbouncer.ts'
import { createDatabase } from '../../scripts/postgres.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { recordStatements } from '../testing/record-statements.ts'
import { createPostgresDialect } from './dialect-postgres.ts'
import { createMigrations, migrate } from './migrations/migrations.ts'
import { REQUEST_LIMITS } from './postgres-limits.ts'
import { openStore, type Scope } from './store.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const SCOPE: Scope = { projectId: 'default', workspaceId: 'w', userId: 'u' }
/** Postgres' code for a lock that was not acquired within `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03'
const SET_LIMITS =
  'set local statement_timeout = 10000; set local lock_timeout = 3000; ' +
  'set local idle_in_transaction_session_timeout = 10000'
const PARAMETERS = Object.keys(REQUEST_LIMITS)

let databaseUrl: string
beforeEach(async () => {
  databaseUrl = (await createMigratedPlace('postgres', inject('postgresUrl'))).databaseUrl!
})

async function connectOperator(url = databaseUrl) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function startPooler(options: Partial<PoolerOptions> = {}) {
  const pooler = await startPgbouncer(inject('postgresUrl'), {
    mode: 'transaction',
    poolSize: 4,
    ...options,
  })
  onTestFinished(() => pooler.stop())
  return pooler.urlOf(databaseUrl)
}

async function open(url: string) {
  const warnings: string[] = []
  const log = { warn: (_facts: object, message: string) => void warnings.push(message) }
  const store = await openStore({ databaseUrl: url, dataDir: '', log })
  onTestFinished(() => store.close())
  return { store, warnings }
}

const POOLERS: readonly (readonly [string, Partial<PoolerOptions>])[] = [
  ['in transaction mode, which drops the limits', { ignoredParameters: PARAMETERS }],
  ['in transaction mode, which refuses the limits', {}],
  ['in session mode, which drops the limits', { mode: 'session', ignoredParameters: PARAMETERS }],
]

describe.each(POOLERS)('behind PgBouncer %s', (_name, options) => {
  test('a locked table refuses reads and writes by the database’s limit, and nothing runs later', async () => {
    const { store, warnings } = await open(await startPooler(options))
    const { id } = await store.threads.create(SCOPE, { lastMessageAt: T0 })
    expect((await store.threads.find(SCOPE, id))?.id).toBe(id)
    const operator = await connectOperator()
    await operator.query('begin; lock table threads in access exclusive mode')

    const refused = { code: 'unavailable', cause: { code: LOCK_NOT_AVAILABLE } }
    await Promise.all([
      expect(store.threads.find(SCOPE, id)).rejects.toMatchObject(refused),
      expect(store.threads.create(SCOPE, { lastMessageAt: T0 })).rejects.toMatchObject(refused),
    ])

    await operator.query('rollback')
    expect(await store.threads.list(SCOPE, { limit: 9 })).toHaveLength(1)
    expect(warnings).toEqual([expect.stringContaining('lock_timeout is 0')])
  })
})

test('a single read behind a pooler is a transaction with its limits, in one round trip', async () => {
  const recorder = await recordStatements(await startPooler())
  onTestFinished(() => recorder.stop())
  const { store } = await open(recorder.url)
  const { id } = await store.threads.create(SCOPE, { lastMessageAt: T0 })
  recorder.take()

  // All of it is sent before the first answer.
  recorder.hold()
  const read = store.threads.find(SCOPE, id)
  const sent: string[] = []
  await expect.poll(() => sent.push(...recorder.take()) && sent.at(-1)).toBe('Q commit')
  recorder.release()

  expect((await read)?.id).toBe(id)
  expect([...sent, ...recorder.take()]).toEqual([
    'Q begin',
    `Q ${SET_LIMITS}`,
    expect.stringMatching(/^P select /),
    'B',
    'D',
    'E',
    'S',
    'Q commit',
  ])
})

test('a transaction behind a pooler sets its limits on the way of its begin', async () => {
  const recorder = await recordStatements(await startPooler())
  onTestFinished(() => recorder.stop())
  const { store } = await open(recorder.url)
  recorder.take()

  recorder.hold()
  const created = store.threads.create(SCOPE, { lastMessageAt: T0 })
  const sent: string[] = []
  await expect.poll(() => sent.push(...recorder.take()) && sent.length).toBe(2)
  recorder.release()
  await created

  expect(sent).toEqual(['Q begin', `Q ${SET_LIMITS}`])
  expect(recorder.take().filter((message) => message.includes('set local'))).toEqual([])
})

test('where the limits are in force, reads and writes have no statement more', async () => {
  const recorder = await recordStatements(databaseUrl)
  onTestFinished(() => recorder.stop())
  const { store, warnings } = await open(recorder.url)
  const { id } = await store.threads.create(SCOPE, { lastMessageAt: T0 })
  recorder.take()

  await store.threads.find(SCOPE, id)

  expect(recorder.take()).toEqual([expect.stringMatching(/^P select /), 'B', 'D', 'E', 'S'])
  await store.threads.create(SCOPE, { lastMessageAt: T0 })
  const written = recorder.take()
  expect(written[0]).toBe('Q begin')
  expect(written.filter((message) => message.includes('set local'))).toEqual([])
  expect(warnings).toEqual([])
})

test.each(POOLERS)(
  'the log says what puts the limits in force, and it does, behind PgBouncer %s',
  async (_name, options) => {
    const operator = await connectOperator()
    const { warnings } = await open(await startPooler(options))
    const statements = /run these statements: (.*;) Then/.exec(warnings[0] ?? '')?.[1]
    await operator.query(statements!)

    // Its connections are new.
    const recorder = await recordStatements(await startPooler(options))
    onTestFinished(() => recorder.stop())
    const { store, warnings: later } = await open(recorder.url)
    recorder.take()
    await store.threads.list(SCOPE, { limit: 1 })

    expect(later).toEqual([])
    expect(recorder.take()).toEqual([expect.stringMatching(/^P select /), 'B', 'D', 'E', 'S'])
  },
)

test('an error of a statement is the one that is thrown, and the next one finds no transaction open', async () => {
  const { store } = await open(await startPooler({ poolSize: 1 }))
  const thread = { externalId: 'once', lastMessageAt: T0 }
  await store.threads.create(SCOPE, thread)
  const operator = await connectOperator()
  await operator.query('alter table threads rename to moved')

  await expect(store.threads.list(SCOPE, { limit: 1 })).rejects.toMatchObject({ code: '42P01' })

  await operator.query('alter table moved rename to threads')
  expect(await store.threads.list(SCOPE, { limit: 9 })).toHaveLength(1)
  const { rows } = await operator.query(
    `select state from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
  )
  expect(rows).toEqual([])
})

test('a migration takes longer than the limits of its role', async () => {
  const operator = await connectOperator()
  const name = new URL(databaseUrl).pathname.slice(1)
  await operator.query(`alter database ${name} set statement_timeout = 300`)
  const slow: Migration = {
    up: async (db) => void (await sql`select pg_sleep(0.4)`.execute(db)),
  }
  // Positive control: without its own limit, the statement is cut.
  const limited = await connectOperator()
  await expect(limited.query('select pg_sleep(0.4)')).rejects.toMatchObject({ code: '57014' })

  const dialect = createPostgresDialect(databaseUrl, () => {})
  await migrate(dialect, { ...createMigrations(dialect), '9999-slow': slow })

  const { rows } = await operator.query('select name from kysely_migration order by name desc')
  expect(rows[0]).toEqual({ name: '9999-slow' })
})

test('servers that start at once behind a pooler all come up, and no lock stays on its connections', async () => {
  databaseUrl = await createDatabase(inject('postgresUrl'))
  const operator = await connectOperator()
  const countLocks = async () => {
    const { rows } = await operator.query<{ count: string }>(
      `select count(*) from pg_locks join pg_database on pg_database.oid = database
        where locktype = 'advisory' and datname = current_database()`,
    )
    return Number(rows[0]!.count)
  }
  const url = await startPooler()
  const fails = { up: () => Promise.reject(new Error('no table')) }
  const dialect = createPostgresDialect(url, () => {}, 'transaction')

  await expect(migrate(dialect, { '0001-fails': fails })).rejects.toThrow('no table')
  expect(await countLocks()).toBe(0)
  const opened = await Promise.all(Array.from({ length: 5 }, () => open(url)))
  await Promise.all(opened.map(({ store }) => store.ping()))
  for (const { store } of opened) {
    expect(await store.maintenance.alone('recovery', () => Promise.resolve('mine'))).toBe('mine')
  }
  expect(await countLocks()).toBe(0)

  // Positive control: a lock of a connection outlives its client.
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('select pg_advisory_lock(7)')
  await client.end()
  expect(await countLocks()).toBe(1)
})

test('a job is free after its end, though a transaction of another client came between', async () => {
  const url = await startPooler()
  const [{ store: one }, { store: two }] = [await open(url), await open(url)]
  const between = await connectOperator(url)
  const tell = () => Promise.resolve('mine')

  // PgBouncer lends the most recently used connection: the one on which the job started.
  const begin = () => between.query('begin')
  expect((await one.maintenance.alone('recovery', begin))?.command).toBe('BEGIN')

  expect(await two.maintenance.alone('recovery', tell)).toBe('mine')
  await between.query('rollback')
  expect(await two.maintenance.alone('recovery', tell)).toBe('mine')
})

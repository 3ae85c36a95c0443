import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createDatabase } from '../../scripts/postgres.ts'
import { figureLimit } from '../../scripts/test-limits.ts'
import { createPostgresDialect, POOL_WAIT_MS } from './dialect-postgres.ts'
import { POOL_SIZE } from './pool-size.ts'
import { createMigrations, migrate } from './migrations/migrations.ts'
import { REQUEST_LIMITS } from './postgres-limits.ts'
import { openStore, type Scope, type Store } from './store.ts'
import { readRows } from './read-rows.test-support.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const SCOPE: Scope = { projectId: 'default', workspaceId: 'w', userId: 'u' }
const UNAVAILABLE = { code: 'unavailable' }
const STORM_MS = process.env['ALCOVE_TEST_LONG'] === '1' ? 30_000 : 2_000

let databaseUrl: string
let operator: pg.Client
let stores: Store[]
beforeEach(async () => {
  databaseUrl = await createDatabase(inject('postgresUrl'))
  operator = new pg.Client({ connectionString: databaseUrl })
  await operator.connect()
  stores = []
})
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()))
  await operator.end()
})

async function open(now?: () => Date): Promise<Store> {
  const store = await openStore({ databaseUrl, dataDir: 'unused', ...(now ? { now } : {}) })
  stores.push(store)
  return store
}

const message = (externalId: string) => ({
  parent: null,
  externalId,
  format: 'aui/v0',
  content: { role: 'user', content: [] },
})

test('servers that start at once on an empty database all come up, in one process', async () => {
  await Promise.all(Array.from({ length: 5 }, () => open()))

  const { rows } = await operator.query('select name from kysely_migration order by name')
  expect(rows).toEqual([
    { name: '0001-first-tables' },
    { name: '0002-whole-contract' },
    { name: '0003-message-origins' },
    { name: '0004-runs-of-many-processes' },
    { name: '0005-search' },
    { name: '0006-chunks-in-order' },
    { name: '0007-budgets' },
    { name: '0008-message-bytes' },
    { name: '0009-last-texts' },
    { name: '0010-file-bytes' },
    { name: '0011-write-checks' },
    { name: '0012-unsent-of-unnamed' },
    { name: '0013-visitor-guard' },
    { name: '0014-search-folding' },
    { name: '0015-job-leases' },
    { name: '0016-step-memory' },
    { name: '0017-message-leases' },
    { name: '0018-knowledge' },
    { name: '0019-knowledge-index' },
    { name: '0020-vectors' },
    { name: '0021-answer-knowledge' },
    { name: '0022-desk' },
    { name: '0023-facts' },
    { name: '0024-conversations' },
    { name: '0025-pieces-by-project' },
    { name: '0026-settings' },
    { name: '0027-notices' },
    { name: '0028-cases' },
    { name: '0029-raised-roles' },
    { name: '0030-embedding-figures' },
    { name: '0031-answer-fixes' },
    { name: '0032-nightly-cases' },
    { name: '0033-draft-beginnings' },
    { name: '0034-asked-runs' },
    { name: '0035-cases-of-threads' },
  ])
  await Promise.all(stores.map((store) => store.ping()))
})

test('servers that start at once on the tables of an older version all come up', async () => {
  const dialect = createPostgresDialect(databaseUrl, () => {})
  const [first, ...newer] = Object.entries(createMigrations(dialect))
  await migrate(dialect, Object.fromEntries([first!]))

  await Promise.all(Array.from({ length: 5 }, () => open()))

  const { rows } = await operator.query('select name from kysely_migration order by name')
  expect(rows).toEqual([first!, ...newer].map(([name]) => ({ name })))
  const { id } = await stores[0]!.threads.create(SCOPE, { title: 'Boots', lastMessageAt: T0 })
  const found = await stores[4]!.threads.search(SCOPE, { text: 'boots', limit: 5 })
  expect(found.map(({ thread }) => thread.id)).toEqual([id])
})

test('servers that start at once on an empty database all come up, in two processes', async () => {
  const code = `
    import { openStore } from ${JSON.stringify(new URL('store.ts', import.meta.url).href)}
    const store = await openStore({ databaseUrl: ${JSON.stringify(databaseUrl)}, dataDir: '' })
    await store.threads.create(${JSON.stringify(SCOPE)}, { lastMessageAt: '${T0}' })
    await store.close()`
  const results = await Promise.all(
    [1, 2].map(async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', code])
      const [errors, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')])
      return { errors, status: status as unknown }
    }),
  )

  expect(results).toEqual([
    { errors: '', status: 0 },
    { errors: '', status: 0 },
  ])
  expect(await (await open()).threads.list(SCOPE, { limit: 10 })).toHaveLength(2)
})

test('ids are ordered byte by byte, also where the database sorts words of a language', async () => {
  const name = `test_words_${Date.now()}`
  await operator.query(
    `create database ${name} template template0 encoding 'UTF8' locale_provider icu icu_locale 'en-US'`,
  )
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  const store = await openStore({ databaseUrl: url.href, dataDir: '' })
  stores.push(store)
  for (let n = 0; n < 30; n++) await store.threads.create(SCOPE, { lastMessageAt: T0 })

  const ids = (await store.threads.list(SCOPE, { limit: 100 })).map(({ id }) => id)

  expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? 1 : -1)))
  expect(ids).not.toEqual(ids.toSorted((a, b) => b.localeCompare(a, 'en-US')))
})

test('two servers share one database: a thread has one open run, and a dead one is taken over', async () => {
  const [one, two] = [await open(), await open()]
  const thread = await one.threads.create(SCOPE, { lastMessageAt: T0 })
  const start = (store: Store, owner: string, externalId: string) =>
    store.runs.start(SCOPE, {
      thread: thread.id,
      owner,
      leaseUntil: T0,
      turn: { type: 'submit', ...message(externalId) },
    })

  const results = await Promise.allSettled([start(one, 'one', 'a'), start(two, 'two', 'b')])

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const abandoned = await two.runs.listAbandoned('three', [], '2027-01-15T08:00:00.001Z')
  expect(abandoned).toHaveLength(1)
  const answer = { format: 'aui/v0', content: { role: 'assistant' } }
  await Promise.all([one, two].map((store) => store.runs.interrupt(abandoned[0]!, answer)))
  expect(await readRows(one.messages.list(SCOPE, thread.id, { limit: 9 }))).toHaveLength(2)
})

test(
  'readers notice nothing while all connections are killed; acknowledged writes are there (R08)',
  async () => {
    const lost: object[] = []
    const log = { warn: (facts: object) => void lost.push(facts) }
    const store = await openStore({ databaseUrl, dataDir: '', log })
    stores.push(store)
    const { id } = await store.threads.create(SCOPE, { lastMessageAt: T0 })
    const { run } = await store.runs.start(SCOPE, {
      thread: id,
      owner: 'me',
      leaseUntil: T0,
      turn: { type: 'submit', ...message('q') },
    })
    const end = performance.now() + STORM_MS
    const acknowledged: string[] = []
    const counts = { kills: 0, reads: 0, refused: 0 }

    const storm = async () => {
      while (performance.now() < end) {
        const { rowCount } = await operator.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        )
        counts.kills += rowCount ?? 0
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    const read = async () => {
      while (performance.now() < end) {
        expect((await store.threads.find(SCOPE, id))?.id).toBe(id)
        counts.reads += 1
      }
    }
    const write = async (writer: number) => {
      for (let n = 0; performance.now() < end; n++) {
        await store.runs.appendChunks([{ runId: run.id, seq: writer * 1e6 + n, data: 'c' }])
        await store.messages.append(SCOPE, id, message(`w${writer}n${n}`)).then(
          (row) => acknowledged.push(row.id),
          (error: unknown) => {
            expect(error).toMatchObject(UNAVAILABLE)
            counts.refused += 1
          },
        )
      }
    }
    await Promise.all([storm(), read(), read(), write(1), write(2)])

    // All groups: a page of rows ends before it is too large to send.
    const groups = await store.messages.listIds(SCOPE, id, { limit: 1_000_000 })
    const kept = new Set(groups.flat())
    expect(acknowledged.filter((row) => !kept.has(row))).toEqual([])
    expect(counts.kills).toBeGreaterThan(10)
    expect(lost.length).toBeGreaterThan(0)
    console.log(
      `figure: ${counts.kills} times all connections killed, ${acknowledged.length} acknowledged rows, 0 lost`,
    )
  },
  STORM_MS + 60_000,
)

test('a read-only database refuses writes, answers reads, and recovers (R09)', async () => {
  const store = await open()
  const thread = await store.threads.create(SCOPE, { lastMessageAt: T0 })
  const setReadOnly = async (value: 'on' | 'off') => {
    const { pathname } = new URL(databaseUrl)
    const name = pathname.slice(1)
    await operator.query(`alter database ${name} set default_transaction_read_only = ${value}`)
    await operator.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  }
  await setReadOnly('on')

  // A read first: it finds the dead connections and replaces them.
  expect(await store.threads.find(SCOPE, thread.id)).toEqual(thread)
  await expect(store.threads.create(SCOPE, { lastMessageAt: T0 })).rejects.toMatchObject(
    UNAVAILABLE,
  )

  await operator.query('set transaction_read_only = off')
  await operator.query('set default_transaction_read_only = off')
  await setReadOnly('off')
  expect(await store.threads.find(SCOPE, thread.id)).toEqual(thread)
  await store.threads.create(SCOPE, { lastMessageAt: T0 })
})

test('a thread that another connection has locked refuses a write after the lock limit, not later', async () => {
  const store = await open()
  const { id } = await store.threads.create(SCOPE, { lastMessageAt: T0 })
  await operator.query('begin')
  await operator.query('select * from threads where id = $1 for update', [id])
  const start = performance.now()

  await expect(store.messages.append(SCOPE, id, message('a'))).rejects.toMatchObject(UNAVAILABLE)

  const waited = performance.now() - start
  expect(waited).toBeGreaterThan(REQUEST_LIMITS.lock_timeout - 100)
  expect(waited).toBeLessThan(REQUEST_LIMITS.statement_timeout)
  await operator.query('rollback')
  await store.messages.append(SCOPE, id, message('a'))
})

test('when no connection is free, writes are refused in the end, and the store recovers (R09)', async () => {
  const store = await open()
  const { id } = await store.threads.create(SCOPE, { lastMessageAt: T0 })
  await operator.query('begin')
  await operator.query('select * from threads where id = $1 for update', [id])

  const begin = performance.now()

  const writes = Array.from({ length: POOL_SIZE + 1 }, (_, n) =>
    store.messages.append(SCOPE, id, message(`m${n}`)),
  )

  for (const result of await Promise.allSettled(writes)) {
    expect(result).toMatchObject({ status: 'rejected', reason: UNAVAILABLE })
  }
  expect(performance.now() - begin).toBeLessThan(
    POOL_WAIT_MS + REQUEST_LIMITS.lock_timeout + figureLimit(2_000),
  )
  await operator.query('rollback')
  await store.messages.append(SCOPE, id, message('after'))
})

test('a database that is not there is named as the trouble, without its password', async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  const url = `postgres://user:pass-word@127.0.0.1:${port}/none`

  const error: unknown = await openStore({ databaseUrl: url, dataDir: '' }).catch((e: unknown) => e)

  expect(error).toMatchObject(UNAVAILABLE)
  expect(String(error)).toContain('DATABASE_URL')
  expect(String(error)).not.toContain('pass-word')
})

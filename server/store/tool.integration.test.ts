import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { createStorePlace, ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { exportRows } from './backup.ts'
import { importRows } from './restore.ts'
import { createPostgresDialect } from './dialect-postgres.ts'
import { createSqliteDialect } from './dialect-sqlite.ts'
import { migrate } from './migrations/migrations.ts'
import { firstTables } from './migrations/0001-first-tables.ts'
import { openStore } from './store.ts'
import { takeProcessLock } from './open-place.ts'

const SCOPE = { projectId: 'default', workspaceId: 'w', userId: 'u' }
const T0 = '2027-01-15T08:00:00.000Z'

async function* nothing() {}

/** A server process, with a folder if it needs one, that creates `count` projects. */
function startServer({ databaseUrl, dataDir }: StorePlace, count: number) {
  const code = `
    import { openStore } from ${JSON.stringify(new URL('store.ts', import.meta.url).href)}
    const store = await openStore(${JSON.stringify({ databaseUrl, dataDir })})
    console.log('up')
    for (let n = 0; n < ${count}; n++) await store.projects.create({ id: 'server ' + n, name: 'x' })
    console.log('done')
    process.stdin.on('end', () => store.close()).resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)
  const said = new Set<string>()
  lines.on('line', (line) => said.add(line))
  return {
    exitCode: once(child, 'exit').then(([exitCode]) => Number(exitCode)),
    async line(expected: string) {
      while (!said.has(expected)) await once(lines, 'line')
    },
    end: () => void child.stdin.end(),
  }
}

describe.each(ENGINES)('the operator’s commands on %s', (engine) => {
  let place: StorePlace
  beforeEach(async () => {
    place = await createStorePlace(engine, inject('postgresUrl'))
  })
  afterEach(() => place.remove())

  test('a command beside a server that is busy reads and writes, and so does the server', async () => {
    const server = startServer(place, 400)
    await server.line('up')
    const tool = await openStore({ ...place, isTool: true })
    for (let n = 0; n < 40; n++) await tool.projects.create({ id: `tool ${n}`, name: 'x' })
    await server.line('done')

    const names = (await tool.projects.list()).map(({ id }) => id.split(' ')[0])
    expect(names.filter((name) => name === 'server')).toHaveLength(400)
    expect(names.filter((name) => name === 'tool')).toHaveLength(40)
    await tool.close()
    server.end()
    expect(await server.exitCode).toBe(0)
  })

  test('a command alone brings the tables along and keeps them', async () => {
    const tool = await openStore({ ...place, isTool: true })
    await tool.projects.create({ id: 'shop', name: 'Shop' })
    await tool.close()

    const server = await openStore(place)

    expect(await server.projects.find('shop')).toBeDefined()
    await server.close()
  })
})

describe('the operator’s commands on a folder that a server has', () => {
  let place: StorePlace
  beforeEach(async () => {
    place = await createStorePlace('sqlite', inject('postgresUrl'))
  })
  afterEach(() => place.remove())

  test('a server of an older version keeps its tables: the command is refused', async () => {
    const dialect = createSqliteDialect(place.dataDir)
    await migrate(dialect, { '0001-first-tables': firstTables(dialect.textType) })
    const lock = takeProcessLock(place.dataDir)

    const refused = openStore({ ...place, isTool: true })
    await expect(refused).rejects.toMatchObject({ code: 'version_skew' })
    await expect(refused).rejects.toThrow('0002-whole-contract')
    await expect(exportRows(place).next()).rejects.toMatchObject({ code: 'version_skew' })

    lock.release()
    await (await openStore({ ...place, isTool: true })).close()
  })

  test('a server of a newer version too', async () => {
    await (await openStore(place)).close()
    const dialect = createSqliteDialect(place.dataDir)
    const none = { up: () => Promise.resolve() }
    await migrate(dialect, {
      '0001-first-tables': none,
      '0002-whole-contract': none,
      '0003-message-origins': none,
      '0004-runs-of-many-processes': none,
      '0005-search': none,
      '0006-chunks-in-order': none,
      '0007-budgets': none,
      '0008-message-bytes': none,
      '0009-last-texts': none,
      '0010-file-bytes': none,
      '0011-write-checks': none,
      '0012-unsent-of-unnamed': none,
      '0013-visitor-guard': none,
      '0014-search-folding': none,
      '0015-job-leases': none,
      '0016-step-memory': none,
      '0017-message-leases': none,
      '0018-knowledge': none,
      '0019-knowledge-index': none,
      '0020-vectors': none,
      '0021-answer-knowledge': none,
      '0022-desk': none,
      '0023-facts': none,
      '0024-conversations': none,
      '0025-pieces-by-project': none,
      '0026-settings': none,
      '0027-notices': none,
      '0028-cases': none,
      '0029-raised-roles': none,
      '0030-embedding-figures': none,
      '0031-answer-fixes': none,
      '0032-nightly-cases': none,
      '0033-draft-beginnings': none,
      '0034-asked-runs': none,
      '0035-cases-of-threads': none,
      '9999-from-the-future': none,
    })
    const lock = takeProcessLock(place.dataDir)

    const refused = openStore({ ...place, isTool: true })
    await expect(refused).rejects.toMatchObject({ code: 'version_skew' })
    await expect(refused).rejects.toThrow('9999-from-the-future')
    lock.release()
  })

  test('a server that has made no table yet refuses a command as well', async () => {
    const lock = takeProcessLock(place.dataDir)

    await expect(openStore({ ...place, isTool: true })).rejects.toMatchObject({
      code: 'version_skew',
    })
    lock.release()
  })

  test('a restore needs the folder for itself', async () => {
    const server = await openStore(place)

    await expect(importRows(place, nothing())).rejects.toMatchObject({ code: 'conflict' })

    await server.close()
    expect(await importRows(place, nothing())).toBe(0)
  })
})

describe.each(ENGINES)('an update of the first version’s data on %s', (engine) => {
  test('keeps its rows, and a thread of then can move', async () => {
    const place = await createStorePlace(engine, inject('postgresUrl'))
    const dialect = place.databaseUrl
      ? createPostgresDialect(place.databaseUrl, () => {})
      : createSqliteDialect(place.dataDir)
    const first = { '0001-first-tables': firstTables(dialect.textType) }
    await migrate(dialect, first)
    const old = new Kysely<unknown>({ dialect: dialect.createMigrationDialect() })
    await sql`insert into threads
      (id, project_id, workspace_id, user_id, is_archived, last_message_at, created_at, updated_at)
      values ('t', 'default', 'w', 'u', 0, ${T0}, ${T0}, ${T0})`.execute(old)
    await sql`insert into messages
      (id, project_id, workspace_id, thread_id, format, content, height, created_at, updated_at)
      values ('m', 'default', 'w', 't', 'f', '{}', 0, ${T0}, ${T0})`.execute(old)
    await old.destroy()

    const store = await openStore(place)

    expect(await store.threads.find(SCOPE, 't')).toMatchObject({ lastMessageAt: T0 })
    const to = { ...SCOPE, workspaceId: 'w2' }
    expect(await store.threads.move(SCOPE, to)).toBe(1)
    expect(await store.messages.find(to, 't', 'm')).toBeDefined()
    await store.close()
    await place.remove()
  })
})

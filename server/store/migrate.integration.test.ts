import type { Kysely } from 'kysely'
import { Kysely as Connection, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { createStorePlace, ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import type { StoreDialect } from './dialect.ts'
import { createPostgresDialect } from './dialect-postgres.ts'
import { createSqliteDialect } from './dialect-sqlite.ts'
import { migrate } from './migrations/migrations.ts'
import { openStore } from './store.ts'

const SCOPE = { projectId: 'default', workspaceId: 'w', userId: 'u' }

describe.each(ENGINES)('migrations on %s', (engine) => {
  let place: StorePlace
  let dialect: StoreDialect
  beforeEach(async () => {
    place = await createStorePlace(engine, inject('postgresUrl'))
    dialect = place.databaseUrl
      ? createPostgresDialect(place.databaseUrl, () => {})
      : createSqliteDialect(place.dataDir)
  })
  afterEach(() => place.remove())

  async function countTables(name: string): Promise<number> {
    const db = new Connection<unknown>({ dialect: dialect.createMigrationDialect() })
    const tables = await db.introspection.getTables()
    await db.destroy()
    return tables.filter((table) => table.name === name).length
  }

  test('a second start keeps what is there', async () => {
    const first = await openStore(place)
    const thread = await first.threads.create(SCOPE, { lastMessageAt: '2027-01-15T08:00:00.000Z' })
    await first.close()

    const second = await openStore(place)

    expect(await second.threads.find(SCOPE, thread.id)).toEqual(thread)
    await second.close()
  })

  test('a migration that fails half way leaves nothing, and the next try succeeds', async () => {
    const up = (second: string) => ({
      async up(db: Kysely<unknown>) {
        await sql`create table half (id integer)`.execute(db)
        await sql.raw(second).execute(db)
      },
    })

    await expect(migrate(dialect, { '0001-x': up('create nonsense') })).rejects.toThrow(/syntax/)
    expect(await countTables('half')).toBe(0)

    await migrate(dialect, { '0001-x': up('create table whole (id integer)') })
    expect(await countTables('half')).toBe(1)
  })

  test('a database of a newer version is refused by name', async () => {
    await migrate(dialect)
    const nothing = { up: () => Promise.resolve() }
    await migrate(dialect, {
      '0001-first-tables': nothing,
      '0002-whole-contract': nothing,
      '0003-message-origins': nothing,
      '0004-runs-of-many-processes': nothing,
      '0005-search': nothing,
      '0006-chunks-in-order': nothing,
      '0007-budgets': nothing,
      '0008-message-bytes': nothing,
      '0009-last-texts': nothing,
      '0010-file-bytes': nothing,
      '0011-write-checks': nothing,
      '0012-unsent-of-unnamed': nothing,
      '0013-visitor-guard': nothing,
      '0014-search-folding': nothing,
      '0015-job-leases': nothing,
      '0016-step-memory': nothing,
      '0017-message-leases': nothing,
      '0018-knowledge': nothing,
      '0019-knowledge-index': nothing,
      '0020-vectors': nothing,
      '0021-answer-knowledge': nothing,
      '0022-desk': nothing,
      '0023-facts': nothing,
      '0024-conversations': nothing,
      '0025-pieces-by-project': nothing,
      '0026-settings': nothing,
      '0027-notices': nothing,
      '0028-cases': nothing,
      '0029-raised-roles': nothing,
      '0030-embedding-figures': nothing,
      '0031-answer-fixes': nothing,
      '0032-nightly-cases': nothing,
      '0033-draft-beginnings': nothing,
      '0034-asked-runs': nothing,
      '0035-cases-of-threads': nothing,
      '9999-from-the-future': nothing,
    })

    const refused = openStore(place)

    await expect(refused).rejects.toMatchObject({ code: 'version_skew' })
    await expect(refused).rejects.toThrow('9999-from-the-future')
  })
})

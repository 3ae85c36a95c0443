import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { type Engine, ENGINES, type StorePlace } from '../../../scripts/store-place.ts'
import { createMigratedPlace } from '../../testing/migrated-place.ts'
import { exportRows } from '../backup.ts'
import { importRows } from '../restore.ts'
import { createPostgresDialect } from '../dialect-postgres.ts'
import { createSqliteDialect } from '../dialect-sqlite.ts'
import { createMigrations, migrate } from '../migrations/migrations.ts'
import { createScope, newMessage } from '../new-rows.test-support.ts'
import { forgetMessageBytes, forgetNewestTables } from '../older-tables.test-support.ts'
import { openStore, type Scope, type Store } from '../store.ts'
import { searchScope } from './documents.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const SEARCH_MIGRATION = '0005-search'
const FOLDING_MIGRATION = '0014-search-folding'
/** More than are read at once. */
const MESSAGES = 45

async function fill(store: Store, scope: Scope): Promise<string> {
  const thread = await store.threads.create(scope, { title: 'Boots of May', lastMessageAt: T0 })
  let parent: string | null = null
  for (let n = 0; n < MESSAGES; n++) {
    const row = await store.messages.append(scope, thread.id, newMessage(`nr ${n}`, { parent }))
    parent = row.id
  }
  return thread.id
}

async function findAll(store: Store, scope: Scope): Promise<readonly (string | undefined)[]> {
  const found: (string | undefined)[] = []
  for (const text of ['boots', 'nr 0', `nr ${MESSAGES - 1}`]) {
    const matches = await store.threads.search(scope, { text, limit: 10 })
    found.push(matches[0]?.thread.id)
  }
  return found
}

describe.each(ENGINES)('what is there already, on %s', (engine) => {
  let places: StorePlace[]
  const createPlace = async (of: Engine) => {
    const made = await createMigratedPlace(of, inject('postgresUrl'))
    places.push(made)
    return made
  }
  beforeEach(() => {
    places = []
  })
  afterEach(async () => {
    for (const place of places) await place.remove()
  })

  const dialectOf = (place: StorePlace) =>
    place.databaseUrl
      ? createPostgresDialect(place.databaseUrl, () => {})
      : createSqliteDialect(place.dataDir)
  const openTables = (place: StorePlace) =>
    new Kysely<unknown>({ dialect: dialectOf(place).createMigrationDialect() })

  /** The tables of a version without a search. */
  async function forgetSearch(place: StorePlace) {
    const dialect = dialectOf(place)
    const db = openTables(place)
    await sql`drop table search_documents`.execute(db)
    // Made by later updates.
    await forgetMessageBytes(db, engine)
    await sql`drop table budgets`.execute(db)
    if (!place.databaseUrl) await sql`drop table search_index`.execute(db)
    await sql`delete from kysely_migration where name >= ${SEARCH_MIGRATION}`.execute(db)
    const older = Object.entries(createMigrations(dialect)).filter(
      ([name]) => name < SEARCH_MIGRATION,
    )
    await db.destroy()
    await migrate(dialect, Object.fromEntries(older))
  }

  test('is found after the update that brings the search', async () => {
    const place = await createPlace(engine)
    const scope = createScope()
    const old = await openStore(place)
    const id = await fill(old, scope)
    await old.close()
    await forgetSearch(place)

    const updated = await openStore(place)

    expect(await findAll(updated, scope)).toEqual([id, id, id])
    await updated.threads.remove(scope, id)
    expect(await findAll(updated, scope)).toEqual([undefined, undefined, undefined])
    await updated.close()
  })

  test('is found by new spellings after the update that folds more letters', async () => {
    const place = await createPlace(engine)
    const scope = createScope()
    const old = await openStore(place)
    const { id } = await old.threads.create(scope, { title: 'Đường Łódź', lastMessageAt: T0 })
    await old.close()
    const db = openTables(place)
    await sql`delete from search_documents where thread_id = ${id}`.execute(db)
    // As the version before folded it.
    const of = searchScope(scope, 'title')
    await sql`
      insert into search_documents (thread_id, scope, terms) values (${id}, ${of}, ${`${of}đuong`})
    `.execute(db)
    const find = async () => {
      const store = await openStore(place)
      const matches = await store.threads.search(scope, { text: 'duong', limit: 10 })
      await store.close()
      return matches.map(({ thread }) => thread.id)
    }
    expect(await find()).toEqual([])

    await sql`delete from kysely_migration where name >= ${FOLDING_MIGRATION}`.execute(db)
    // Made by later updates.
    await forgetNewestTables(db, engine)

    expect(await find()).toEqual([id])
    await db.destroy()
  })

  test.each(ENGINES)('is found after it was restored into %s', async (to) => {
    const place = await createPlace(engine)
    const scope = createScope()
    const store = await openStore(place)
    const id = await fill(store, scope)
    await store.close()
    const target = await createPlace(to)

    await importRows(target, exportRows(place))

    const restored = await openStore(target)
    expect(await findAll(restored, scope)).toEqual([id, id, id])
    await restored.close()
  })
})

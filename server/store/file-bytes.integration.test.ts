import { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createStorePlace, ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { exportRows } from './backup.ts'
import { createPostgresDialect } from './dialect-postgres.ts'
import { createSqliteDialect } from './dialect-sqlite.ts'
import { forgetMessageBytes } from './older-tables.test-support.ts'
import { importRows } from './restore.ts'
import { openStore, type NewFile, type Scope, type Store } from './store.ts'

const T0 = '2027-01-15T08:00:00.000Z'

describe.each(ENGINES)('bytes of a project’s files on %s', (engine) => {
  const places: StorePlace[] = []
  async function createPlace() {
    const made = await createStorePlace(engine, inject('postgresUrl'))
    places.push(made)
    return made
  }
  let place: StorePlace
  let store: Store
  beforeAll(async () => {
    place = await createPlace()
    store = await openStore({ ...place, now: () => new Date(T0) })
  })
  afterAll(async () => {
    await store.close()
    for (const made of places) await made.remove()
  })

  /** A user of a new project. */
  function createScope(projectId = `p-${crypto.randomUUID()}`): Scope {
    const userId = crypto.randomUUID()
    return { projectId, workspaceId: userId, userId }
  }

  async function add(scope: Scope, declaredBytes: number | null, of = store): Promise<string> {
    const key = crypto.randomUUID()
    const file: NewFile = {
      key,
      scope,
      filename: 'a.txt',
      declaredType: null,
      declaredBytes,
      mediaType: null,
      bytes: null,
      state: 'pending',
    }
    await of.files.create(file)
    return key
  }

  test('follow what is declared, what came and what goes, of all users', async () => {
    const ada = createScope()
    const bob = createScope(ada.projectId)
    const sum = () => store.files.projectBytes(ada.projectId)
    const [first, second] = [await add(ada, 100), await add(bob, 20)]
    expect(await sum()).toBe(120)

    await store.files.markReady(first, { mediaType: 'text/plain', bytes: 90 })
    expect(await sum()).toBe(110)
    const undeclared = await add(ada, null)
    expect(await sum()).toBe(110)
    await store.files.reserve({ scope: ada, key: undeclared }, 7, 1_000)
    expect(await sum()).toBe(117)

    await store.files.remove([second, undeclared])
    expect(await sum()).toBe(90)
    await store.users.erase(ada.projectId, ada.userId)
    expect(await sum()).toBe(0)
    expect(await store.files.projectBytes('elsewhere')).toBe(0)
  })

  test('move with the threads of a visitor who gets a name', async () => {
    const from = createScope()
    const to = createScope(from.projectId)
    await add(from, 50)
    await store.threads.move(from, to)

    expect(await store.files.projectBytes(from.projectId)).toBe(50)
  })

  test('are counted by a restore and by the update', async () => {
    const scope = createScope()
    await add(scope, 30)
    const restored = await createPlace()
    await importRows(restored, exportRows(place))
    const opened = await openStore(restored)
    expect(await opened.files.projectBytes(scope.projectId)).toBe(30)
    await opened.close()

    const dialect = restored.databaseUrl
      ? createPostgresDialect(restored.databaseUrl, () => {})
      : createSqliteDialect(restored.dataDir)
    const db = new Kysely<unknown>({ dialect: dialect.createMigrationDialect() })
    await forgetMessageBytes(db, engine)
    await db.destroy()
    const updated = await openStore(restored)
    expect(await updated.files.projectBytes(scope.projectId)).toBe(30)
    await updated.close()
  })
})

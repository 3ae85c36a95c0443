import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { createScope, newFile } from './new-rows.test-support.ts'
import { openStore, type Store } from './store.ts'

const LIMIT = 100

describe.each(ENGINES)('room for files on %s', (engine) => {
  let place: StorePlace
  let store: Store
  /** Another server on the same data; SQLite has one only. */
  let other: Store
  beforeAll(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    store = await openStore(place)
    other = engine === 'postgres' ? await openStore(place) : store
  })
  afterAll(async () => {
    await store.close()
    if (other !== store) await other.close()
    await place.remove()
  })

  test('a file is added when it fits to the byte, and not when a byte is missing', async () => {
    const scope = createScope()
    const create = (declaredBytes: number | null, maxBytes?: number) =>
      store.files.create(newFile(scope, { declaredBytes }), maxBytes)

    expect(await create(60, LIMIT)).toBe(true)
    expect(await create(41, LIMIT)).toBe(false)
    expect(await store.files.usedBytes(scope)).toBe(60)
    expect(await create(40, LIMIT)).toBe(true)
    expect(await create(null, LIMIT)).toBe(false)
    expect(await create(null, LIMIT + 1)).toBe(true)
    expect(await store.files.usedBytes(scope)).toBe(LIMIT)
    expect(await create(1_000)).toBe(true)
  })

  test('a refused file is not there', async () => {
    const file = newFile(createScope(), { declaredBytes: LIMIT + 1 })

    expect(await store.files.create(file, LIMIT)).toBe(false)

    expect(await store.files.findByKey(file.key)).toBeUndefined()
    expect(await store.files.create(file, LIMIT + 1)).toBe(true)
    expect(await store.files.findByKey(file.key)).toBeDefined()
  })

  test('of 20 files at once, by two servers, no more are added than fit', async () => {
    for (let round = 0; round < 5; round++) {
      const scope = createScope()

      const added = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 ? store : other).files.create(newFile(scope, { declaredBytes: 10 }), LIMIT),
        ),
      )

      expect(added.filter(Boolean)).toHaveLength(10)
      expect(await store.files.usedBytes(scope)).toBe(LIMIT)
    }
  })

  test('a user’s quota is one for all workspaces of a project', async () => {
    const scope = createScope()
    const create = (owner: typeof scope) =>
      store.files.create(newFile(owner, { declaredBytes: LIMIT }), LIMIT)

    expect(await create(scope)).toBe(true)
    expect(await create({ ...scope, workspaceId: randomUUID() })).toBe(false)
    expect(await create({ ...scope, userId: randomUUID() })).toBe(true)
    expect(await create({ ...scope, projectId: randomUUID() })).toBe(true)
  })

  test('a file that came counts with its true length, once it fits', async () => {
    const scope = createScope()
    const file = newFile(scope, { declaredBytes: 30 })
    await store.files.create(file)
    await store.files.create(newFile(scope, { declaredBytes: 60 }))

    expect(await store.files.reserve(file, 41, LIMIT)).toBe(false)
    expect(await store.files.usedBytes(scope)).toBe(90)
    expect(await store.files.reserve(file, 40, LIMIT)).toBe(true)
    expect(await store.files.reserve(file, 40, LIMIT)).toBe(true)
    expect(await store.files.usedBytes(scope)).toBe(LIMIT)
    expect(await store.files.find(scope, file.key)).toMatchObject({ state: 'pending', bytes: 40 })
  })

  test('of 20 files of unknown length that come at once, no more are taken than fit', async () => {
    const scope = createScope()
    const files = Array.from({ length: 20 }, () => newFile(scope))
    for (const file of files) expect(await store.files.create(file, LIMIT)).toBe(true)

    const taken = await Promise.all(
      files.map((file, n) => (n % 2 ? store : other).files.reserve(file, 10, LIMIT)),
    )

    expect(taken.filter(Boolean)).toHaveLength(10)
    expect(await store.files.usedBytes(scope)).toBe(LIMIT)
  })

  test('a file that is ready keeps its length', async () => {
    const scope = createScope()
    const file = newFile(scope)
    await store.files.create(file)
    await store.files.markReady(file.key, { mediaType: 'a/b', bytes: 7 })

    await store.files.reserve(file, 50, LIMIT)

    expect(await store.files.usedBytes(scope)).toBe(7)
  })
})

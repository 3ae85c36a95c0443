import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import type { Engine, StorePlace } from '../../scripts/store-place.ts'
import { openStore, type Store } from '../store/store.ts'
import { createMigratedPlace } from './migrated-place.ts'

interface StoreOfTests {
  /** Default: the database's clock. */
  readonly now?: () => Date
  /** Life of a place. Default: `suite`, for all tests of the calling block. */
  readonly lasts?: 'suite' | 'test'
}

/** A store in an empty place of its own. Both exist while the tests of the calling block run. */
export function withStore(
  engine: Engine,
  { now, lasts = 'suite' }: StoreOfTests = {},
): { readonly store: Store; readonly place: Omit<StorePlace, 'remove'> } {
  let place: StorePlace
  let store: Store

  const [before, after] = lasts === 'suite' ? [beforeAll, afterAll] : [beforeEach, afterEach]
  before(async () => {
    place = await createMigratedPlace(engine, engine === 'postgres' ? inject('postgresUrl') : '')
    store = await openStore({ ...place, ...(now ? { now } : {}) })
  })
  after(async () => {
    await store.close()
    await place.remove()
  })

  // Tests refer to them before they exist.
  return {
    store: new Proxy({} as Store, { get: (_, name) => Reflect.get(store, name) as unknown }),
    place: {
      get databaseUrl() {
        return place.databaseUrl
      },
      get dataDir() {
        return place.dataDir
      },
    },
  }
}

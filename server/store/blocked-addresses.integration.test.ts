import { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { BLOCKED_ADDRESSES_MAX, createBlockedAddressQueries } from './blocked-addresses.ts'
import { createDatabase } from './database.ts'
import { createPostgresDialect } from './dialect-postgres.ts'
import { createSqliteDialect } from './dialect-sqlite.ts'
import { insertAll } from './insert-all.test-support.ts'
import { migrate } from './migrations/migrations.ts'
import type { Tables } from './tables.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const T1 = '2027-01-15T09:00:00.000Z'

describe.each(ENGINES)('blocked addresses on %s', (engine) => {
  let place: StorePlace
  let db: Kysely<Tables>
  let queries: ReturnType<typeof createBlockedAddressQueries>
  let now = T0
  beforeEach(async () => {
    now = T0
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    const dialect = place.databaseUrl
      ? createPostgresDialect(place.databaseUrl, () => {})
      : createSqliteDialect(place.dataDir)
    await migrate(dialect)
    db = new Kysely<Tables>({ dialect: dialect.kysely })
    queries = createBlockedAddressQueries(createDatabase(db, dialect, () => new Date(now)))
  })
  afterEach(async () => {
    await db.destroy()
    await place.remove()
  })

  const block = (addressKey: string, projectId: string | null = null, endsAt = T1) =>
    queries.block({ addressKey, projectId, isForEverybody: false, reason: null, endsAt })

  test('a second block of an address takes the place of the first', async () => {
    await block('a')
    const later = { endsAt: '2027-01-16T08:00:00.000Z', isForEverybody: true, reason: 'more' }
    await queries.block({ addressKey: 'a', projectId: null, ...later })
    await block('a', 'shop')

    expect(await queries.list()).toMatchObject([
      { addressKey: 'a', projectId: 'shop', endsAt: T1 },
      { addressKey: 'a', projectId: null, ...later, createdAt: T0 },
    ])
    expect(await queries.unblock('a', 'books')).toBe(0)
    expect(await queries.unblock('a', 'shop')).toBe(1)
    await block('a', 'shop')
    expect(await queries.unblock('a', undefined)).toBe(2)
    expect(await queries.list()).toEqual([])
  })

  test('a block that ended is in no list, and cannot be ended', async () => {
    await block('a')
    now = '2027-01-15T08:59:59.999Z'
    expect(await queries.list()).toHaveLength(1)
    now = T1
    expect(await queries.list()).toEqual([])
    expect(await queries.unblock('a', undefined)).toBe(0)
  })

  test('so many stand at once and no more; an ended one makes room, and a standing one can change', async () => {
    const numbers = Array.from({ length: BLOCKED_ADDRESSES_MAX - 1 }, (_, n) => n)
    await insertAll(db, 'blocked_addresses', numbers, (n) => ({
      id: `k${n} `,
      address_key: `k${n}`,
      project_id: '',
      everybody: 0,
      reason: null,
      created_at: T0,
      ends_at: n === 0 ? T1 : '2027-01-16T08:00:00.000Z',
    }))

    await block('last')
    await expect(block('more')).rejects.toMatchObject({ code: 'quota_exceeded' })
    await block('last', null, '2027-01-15T10:00:00.000Z')
    expect(await queries.list()).toHaveLength(BLOCKED_ADDRESSES_MAX)

    now = T1
    await block('more', null, '2027-01-15T10:00:00.000Z')
    await expect(block('yet more')).rejects.toMatchObject({ code: 'quota_exceeded' })
  })
})

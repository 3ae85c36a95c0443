import { randomUUID } from 'node:crypto'
import { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { createDatabase, type Database } from './database.ts'
import { createPostgresDialect } from './dialect-postgres.ts'
import { createSqliteDialect } from './dialect-sqlite.ts'
import { createRetentionQueries } from './facts/retention.ts'
import { insertAll } from './insert-all.test-support.ts'
import { createScope } from './new-rows.test-support.ts'
import { REMOVED_PER_TRANSACTION } from './remove-messages.ts'
import { createSessionQueries } from './sessions.ts'
import type { Scope } from './store.ts'
import type { Tables } from './tables.ts'
import { createThreadQueries } from './threads.ts'
import { createUserQueries } from './users.ts'

const OLD = '2027-01-15T08:00:00.000Z'
const LATER = '2027-02-15T08:00:00.000Z'

describe.each(ENGINES)('removal of many messages on %s', (engine) => {
  let place: StorePlace
  let db: Kysely<Tables>
  let database: Database
  /** Messages that each transaction removed. */
  let removed: number[]
  beforeAll(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    const dialect = place.databaseUrl
      ? createPostgresDialect(place.databaseUrl, () => {})
      : createSqliteDialect(place.dataDir)
    db = new Kysely<Tables>({ dialect: dialect.kysely })
    const plain = createDatabase(db, dialect, () => new Date())
    database = {
      ...plain,
      async write(work, options) {
        const before = await countMessages()
        const result = await plain.write(work, options)
        removed.push(before - (await countMessages()))
        return result
      },
    }
  })
  beforeEach(() => {
    removed = []
  })
  afterAll(async () => {
    await db.destroy()
    await place.remove()
  })

  const countMessages = async () => {
    const row = await db
      .selectFrom('messages')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return Number(row.count)
  }

  async function addThread(scope: Scope, messages: number): Promise<string> {
    const id = randomUUID()
    const owner = { project_id: scope.projectId, workspace_id: scope.workspaceId }
    const rest = { external_id: null, created_at: OLD, updated_at: OLD }
    await insertAll(db, 'threads', [id], () => ({
      ...owner,
      ...rest,
      id,
      user_id: scope.userId,
      title: null,
      is_archived: 0,
      metadata: null,
      last_message_at: OLD,
    }))
    const heights = Array.from({ length: messages }, (_, height) => height)
    await insertAll(db, 'messages', heights, (height) => ({
      ...owner,
      ...rest,
      id: `${id}-${height}`,
      thread_id: id,
      parent_id: height === 0 ? null : `${id}-${height - 1}`,
      format: 'f',
      content: '{}',
      height,
    }))
    return id
  }

  const ways: readonly (readonly [string, (scope: Scope, threadId: string) => Promise<unknown>])[] =
    [
      ['a thread', (scope, id) => createThreadQueries(database).remove(scope, id)],
      [
        'a user',
        (scope) =>
          createUserQueries(database, createSessionQueries(database)).erase(
            scope.projectId,
            scope.userId,
          ),
      ],
      [
        'what is too old',
        ({ projectId }) => {
          const expired = { projectId, isAnonymous: false, before: LATER }
          return createRetentionQueries(database).removeExpired(expired, 10)
        },
      ],
    ]

  test.each(ways)(
    '%s: a long thread goes whole, and a transaction of SQLite is short',
    async (_, remove) => {
      const scope = createScope()
      const count = 2 * REMOVED_PER_TRANSACTION + 7
      const id = await addThread(scope, count)

      await remove(scope, id)

      const sizes = removed.filter((size) => size > 0)
      const most = REMOVED_PER_TRANSACTION
      expect(sizes).toEqual(engine === 'sqlite' ? [most, most, 7] : [count])
      expect(await createThreadQueries(database).find(scope, id)).toBeUndefined()
    },
  )

  test.each(ways)('%s: as many messages as fit go in one transaction', async (_, remove) => {
    const scope = createScope()
    const id = await addThread(scope, REMOVED_PER_TRANSACTION)

    await remove(scope, id)

    expect(removed.filter((size) => size > 0)).toEqual([REMOVED_PER_TRANSACTION])
  })

  test('a stranger removes nothing of a long thread', async () => {
    const scope = createScope()
    const id = await addThread(scope, REMOVED_PER_TRANSACTION + 1)
    const stranger = { ...scope, workspaceId: 'other' }

    expect(await createThreadQueries(database).remove(stranger, id)).toBe(false)

    expect(await countMessages()).toBe(REMOVED_PER_TRANSACTION + 1)
    expect(await createThreadQueries(database).remove(scope, id)).toBe(true)
    expect(await countMessages()).toBe(0)
  })
})

import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { createStorePlace, ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { type BackupRow, exportRows } from './backup.ts'
import { importRows } from './restore.ts'
import { createPostgresDialect } from './dialect-postgres.ts'
import { createSqliteDialect } from './dialect-sqlite.ts'
import { migrate } from './migrations/migrations.ts'
import { firstTables } from './migrations/0001-first-tables.ts'
import { wholeContract } from './migrations/0002-whole-contract.ts'
import { createScope, newMessage } from './new-rows.test-support.ts'
import { openStore, type Scope, type Store } from './store.ts'
import { readRows } from './read-rows.test-support.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const T1 = '2027-01-15T09:00:00.000Z'
const SCOPE = { projectId: 'default', workspaceId: 'w', userId: 'u' }
const ANSWER = { format: 'aui/v0', content: { role: 'assistant', content: [] } }

describe.each(ENGINES)('who wrote a message, on %s', (engine) => {
  let places: StorePlace[]
  let place: StorePlace
  const createPlace = async () => {
    const made = await createStorePlace(engine, inject('postgresUrl'))
    places.push(made)
    return made
  }
  beforeEach(async () => {
    places = []
    place = await createPlace()
  })
  afterEach(async () => {
    for (const made of places) await made.remove()
  })

  /** A question, its answer by a run, and an answer that a client stored. */
  async function fill(store: Store, scope: Scope) {
    const { run, thread, userMessage } = await store.runs.start(scope, {
      thread: 't',
      owner: 'me',
      leaseUntil: T1,
      turn: { type: 'submit', ...newMessage('asks'), externalId: 'u' },
    })
    await store.runs.finish(run, ANSWER)
    const row = { parent: userMessage.id, externalId: 'copy', ...ANSWER }
    const copy = await store.messages.append(scope, thread.id, row)
    return { threadId: thread.id, own: run.messageId, asked: userMessage.id, copy: copy.id }
  }

  const originsOf = async (store: Store, scope: Scope, threadId: string) => {
    const rows = await readRows(store.messages.list(scope, threadId, { limit: 99 }))
    return Object.fromEntries(rows.map(({ id, origin }) => [id, origin]))
  }

  test('an answer of a run is the server’s, whatever comes by a call is a client’s', async () => {
    const store = await openStore(place)
    const scope = createScope()
    const { threadId, own, asked, copy } = await fill(store, scope)
    expect(await originsOf(store, scope, threadId)).toEqual({
      [own]: 'server',
      [asked]: 'client',
      [copy]: 'client',
    })
    expect(await store.messages.find(scope, threadId, own)).toMatchObject({ origin: 'server' })
    const path = await store.messages.path(scope, threadId, own)
    expect(path.map(({ origin }) => origin)).toEqual(['client', 'server'])

    await store.messages.update(scope, threadId, own, { role: 'assistant', content: ['changed'] })

    expect(await store.messages.find(scope, threadId, own)).toMatchObject({ origin: 'client' })
    await store.close()
  })

  test('a backup brings it back, and so does a move', async () => {
    const store = await openStore(place)
    const scope = createScope()
    const { threadId } = await fill(store, scope)
    const before = await originsOf(store, scope, threadId)
    await store.close()
    const target = await createPlace()

    await importRows(target, exportRows(place))

    const restored = await openStore(target)
    expect(await originsOf(restored, scope, threadId)).toEqual(before)
    const to = { ...scope, workspaceId: 'moved' }
    await restored.threads.move(scope, to)
    expect(await originsOf(restored, to, threadId)).toEqual(before)
    expect(new Set(Object.values(before))).toEqual(new Set(['server', 'client']))
    await restored.close()
  })

  test('an export of a user tells it', async () => {
    const store = await openStore(place)
    const scope = createScope()
    const { own } = await fill(store, scope)

    const { messages } = await store.users.export(scope.projectId, scope.userId)

    expect(messages.filter(({ origin }) => origin === 'server').map(({ id }) => id)).toEqual([own])
    await store.close()
  })

  /** Rows of a version without origins: answers by a run, by a run and then changed, and a copy. */
  async function fillOld() {
    const dialect = place.databaseUrl
      ? createPostgresDialect(place.databaseUrl, () => {})
      : createSqliteDialect(place.dataDir)
    await migrate(dialect, {
      '0001-first-tables': firstTables(dialect.textType),
      '0002-whole-contract': wholeContract(dialect),
    })
    const old = new Kysely<unknown>({ dialect: dialect.createMigrationDialect() })
    await sql`insert into threads
      (id, project_id, workspace_id, user_id, is_archived, last_message_at, created_at, updated_at)
      values ('t', 'default', 'w', 'u', 0, ${T0}, ${T0}, ${T0})`.execute(old)
    const add = (id: string, parent: string | null, height: number, updatedAt = T0) =>
      sql`insert into messages (id, project_id, workspace_id, thread_id, parent_id, format, content,
        height, created_at, updated_at) values (${id}, 'default', 'w', 't', ${parent}, 'aui/v0', '{}',
        ${height}, ${T0}, ${updatedAt})`.execute(old)
    const run = (id: string, message: string, endedAt: string | null) =>
      sql`insert into runs (id, project_id, workspace_id, user_id, thread_id, message_id, parent_id,
        owns_user_message, owner, lease_until, started_at, ended_at) values (${id}, 'default', 'w', 'u',
        't', ${message}, 'asked', 1, 'me', ${T0}, ${T0}, ${endedAt})`.execute(old)
    await add('asked', null, 0)
    await add('own', 'asked', 1)
    await add('changed', 'asked', 1, T1)
    await add('copy', 'asked', 1)
    await run('r1', 'own', T0)
    await run('r2', 'changed', T0)
    await run('r3', 'msg_open', null)
    await old.destroy()
  }

  const FILLED = { asked: 'client', own: 'server', changed: 'client', copy: 'client' }

  test('an update knows the answers that runs name and nobody changed', async () => {
    await fillOld()

    const store = await openStore(place)

    expect(await originsOf(store, SCOPE, 't')).toEqual(FILLED)
    // The old run ends like any other.
    const run = (await store.runs.findActive(SCOPE, 't'))!
    expect(run).toMatchObject({ id: 'r3', continuesMessage: false })
    await store.runs.finish(run, ANSWER)
    expect(await store.messages.find(SCOPE, 't', 'msg_open')).toMatchObject({ origin: 'server' })
    await store.close()
  })

  test('a backup of then is restored with the same knowledge', async () => {
    await fillOld()
    await (await openStore(place)).close()
    const rows: BackupRow[] = []
    for await (const { table, row } of exportRows(place)) {
      const { origin: _, continues_message: __, ...old } = row
      rows.push({ table, row: old })
    }
    const target = await createPlace()
    async function* give() {
      yield* rows
    }

    await importRows(target, give())

    const restored = await openStore(target)
    expect(await originsOf(restored, SCOPE, 't')).toEqual(FILLED)
    expect(await restored.runs.findActive(SCOPE, 't')).toMatchObject({ continuesMessage: false })
    await restored.close()
  })
})

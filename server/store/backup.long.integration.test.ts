import { randomUUID } from 'node:crypto'
import { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import {
  createStorePlace,
  type Engine,
  ENGINES,
  type StorePlace,
} from '../../scripts/store-place.ts'
import { BACKUP_TABLES, type BackupRow, BATCH_ROWS, exportRows } from './backup.ts'
import { withTables } from '../testing/add-source.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { fixRow, noteRow } from './desk/conversation-rows.test-support.ts'
import { fillFacts } from './facts/fact-rows.test-support.ts'
import { fillKnowledge } from './knowledge/knowledge-rows.test-support.ts'
import { importRows } from './restore.ts'
import { openPlace } from './open-place.ts'
import { newMessage } from './new-rows.test-support.ts'
import { openStore, type Scope, type Store } from './store.ts'

const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'
const MANY_ROWS = IS_LONG ? 1_000_000 : 5_000
const ROW_CHARACTERS = 1_000
/** Far less than the rows of the long test, far more than a batch. */
const MEMORY_MAX_BYTES = 256 * 1_048_576
const T0 = '2027-01-15T08:00:00.000Z'
const SCOPE: Scope = { projectId: 'shop', workspaceId: 'w', userId: 'u' }

const readAll = async (place: StorePlace): Promise<readonly BackupRow[]> => {
  const rows: BackupRow[] = []
  for await (const row of exportRows(place)) rows.push(row)
  return rows
}

async function* give(rows: readonly BackupRow[]) {
  yield* rows
}

/** Rows in every table, and a thread longer than a batch. */
async function fill(store: Store, place: StorePlace) {
  await fillKnowledge(place, store)
  await store.projects.create({ id: 'shop', name: 'Shop' })
  await store.projects.setSuspended('default', true)
  await store.blockedAddresses.block({
    addressKey: 'a',
    projectId: null,
    isForEverybody: true,
    reason: 'r',
    endsAt: '2999-01-15T08:00:00.000Z',
  })
  await store.projects.setNamedOnly('shop', true)
  await store.projects.setWorkBits('shop', 18)
  const act = { projectId: 'shop', by: 'ada@shop.example', sources: [] }
  const first = { ...act, baseNumber: null, why: 'w', settings: { readOnly: true } }
  await store.settings.publishFirst(first)
  await store.settings.saveDraft({ ...act, revision: null, settings: { hosts: [] } })
  await store.apiKeys.create({
    id: 'key',
    projectId: 'shop',
    name: 'backend',
    scope: 'server',
    keyHash: 'hash',
    hint: 'ab',
    createdAt: T0,
    revokedAt: null,
  })
  const thread = await store.threads.create(SCOPE, { metadata: { a: '1' }, lastMessageAt: T0 })
  let parent: string | null = null
  for (let n = 0; n < BATCH_ROWS + 1; n++) {
    const row = await store.messages.append(SCOPE, thread.id, newMessage('é\0\ud83d', { parent }))
    await store.messages.append(SCOPE, thread.id, newMessage('branch', { parent }))
    parent = row.id
  }
  await store.messages.append(SCOPE, thread.id, newMessage('begun', { opensLease: true }))
  const { run: answered } = await store.runs.start(SCOPE, {
    thread: thread.id,
    owner: 'server',
    leaseUntil: T0,
    turn: { type: 'submit', ...newMessage('asked', { parent }), externalId: 'answered' },
  })
  const content = { role: 'assistant', content: [] }
  const knowledge = { isUnanswered: true, data: '{"uses":[]}' }
  const memory = '{"steps":[]}'
  await store.runs.finish(answered, { format: 'aui/v0', content, memory, knowledge })
  const answer = { projectId: 'shop', threadId: thread.id, messageId: answered.messageId }
  await withTables(place, (db) => fillFacts(db, answer, T0))
  const made = { projectId: 'shop', name: 'Returns', data: '{"turns":[]}', by: null }
  const { id: caseId } = await store.cases.add(made, 1)
  await store.caseRuns.start({
    projectId: 'shop',
    sides: ['live'],
    times: 1,
    by: null,
    isWhole: true,
    draftRevision: null,
    publishedNumber: null,
    attempts: [{ caseId, side: 'live' }],
  })
  await withTables(place, (db) =>
    db
      .insertInto('conversation_notes')
      .values(noteRow('shop', thread.id, T0))
      .execute(),
  )
  await withTables(place, (db) =>
    db
      .insertInto('answer_fixes')
      .values(fixRow('shop', thread.id, answered.messageId, T0))
      .execute(),
  )
  const { run } = await store.runs.start(SCOPE, {
    thread: thread.id,
    owner: 'server',
    leaseUntil: T0,
    turn: { type: 'submit', ...newMessage('asks', { parent }), externalId: 'm' },
  })
  await store.runs.appendChunks([{ runId: run.id, seq: 0, data: 'x' }])
  await store.sessions.create({
    tokenHash: 'hash',
    sessionId: 's',
    projectId: 'shop',
    userId: 'u',
    parentHash: null,
    childHash: null,
    createdAt: T0,
    usedAt: null,
    expiresAt: T0,
    startedAt: T0,
  })
  const target = { threadId: thread.id, messageId: null, runId: null }
  const facts = { name: 'n', dataType: 'numeric' as const, value: 0.1 }
  await store.scores.put(SCOPE, { ...facts, ...target, stringValue: null, comment: 'c' })
  await store.reports.addRun(SCOPE, {
    threadId: thread.id,
    messageId: null,
    traceId: 'trace',
    status: 'completed',
    modelId: null,
    durationMs: 1.5,
    inputTokens: 3_000_000_000,
    outputTokens: null,
    attributes: { a: 1 },
  })
  const event = { kind: 'sent', threadId: null, messageId: null, runId: null, value: 2 }
  await store.reports.addEvents(SCOPE, [{ ...event, props: { a: 1 } }])
  await store.files.create({
    key: 'file',
    scope: SCOPE,
    filename: 'a.txt',
    declaredType: null,
    declaredBytes: 5_000_000_000,
    mediaType: null,
    bytes: null,
    state: 'pending',
  })
  await store.files.attach(SCOPE, thread.id, ['file'])
  const person = await store.desk.people.invite('ada@shop.example', {
    projectId: null,
    role: 'owner',
  })
  await store.desk.audit.add({
    person,
    projectId: null,
    act: 'person.invite',
    target: 'x',
    userId: 'u',
    details: { role: 'owner' },
  })
  await store.notices.hooks.add('shop', {
    url: 'https://shop.example/hook',
    events: ['report.weekly'],
    sealed: 's',
  })
  await store.notices.reportMails.turnOn('shop', person.id)
  await store.notices.reportMails.queueWeek('shop', { from: '2027-01-04', to: '2027-01-10' }, T0)
  return { thread, last: parent ?? '' }
}

describe.each(ENGINES)('backups of %s', (engine) => {
  let places: StorePlace[]
  let place: StorePlace
  const keep = (made: StorePlace) => {
    places.push(made)
    return made
  }
  const createEmpty = async (of: Engine) => keep(await createStorePlace(of, inject('postgresUrl')))
  beforeEach(async () => {
    places = []
    place = keep(await createMigratedPlace(engine, inject('postgresUrl')))
  })
  afterEach(async () => {
    for (const made of places) await made.remove()
  })

  test.each(ENGINES)(
    'every row arrives in an empty %s, and the next backup is the same',
    async (to) => {
      const store = await openStore({ ...place, now: () => new Date(T0) })
      const { thread, last } = await fill(store, place)
      await store.close()
      const rows = await readAll(place)
      const target = await createEmpty(to)

      expect(await importRows(target, give(rows))).toBe(rows.length)

      expect(new Set(rows.map(({ table }) => table)).size).toBe(BACKUP_TABLES.length)
      expect(await readAll(target)).toEqual(rows)
      const restored = await openStore(target)
      const isRunning: unknown = expect.any(Boolean)
      expect(await restored.threads.find(SCOPE, thread.id)).toEqual({
        ...thread,
        isRunning,
        lastText: 'asks',
      })
      const words = await restored.knowledge.findWords('default', ['wick', 'lasts', ''], [])
      expect(words).toContainEqual({ word: 'wick', pieces: 1 })
      expect(await restored.knowledge.countEntries('default')).toBe(2)
      // Its pieces get numbers that no restored piece has.
      await fillKnowledge(target, restored)
      expect(await restored.knowledge.countEntries('default')).toBe(4)
      expect(await restored.messages.path(SCOPE, thread.id, last)).toHaveLength(BATCH_ROWS + 1)
      expect(await restored.projects.find('default')).toMatchObject({ name: 'Default' })
      expect((await restored.projects.find('default'))?.suspendedAt).toBe(T0)
      await restored.close()
    },
  )

  test('tables and columns are those of the database, all of them', async () => {
    const store = await openStore(place)
    await fill(store, place)
    await store.close()
    const rows = await readAll(place)
    const { dialect, release } = await openPlace(place)
    const db = new Kysely<unknown>({ dialect: dialect.kysely })
    const all = await db.introspection.getTables()
    await db.destroy()
    release()
    // Derived from others and filled anew by a restore, or expired in seconds or days.
    const others = new Set([
      'message_bytes',
      'file_bytes',
      'knowledge_words',
      'kept_stops',
      'budgets',
      'write_checks',
      'spent_proofs',
      'job_leases',
      'config_reloads',
      'config_reload_reports',
      'desk_unindexed',
      'desk_links',
      'desk_sessions',
    ])
    const isIndex = (name: string) =>
      /^(?:search_|knowledge_(?:entries|index)|desk_(?:documents|index))/.test(name)
    const tables = all.filter(({ name }) => !isIndex(name) && !others.has(name))
    expect(tables.length).toBeLessThan(all.length)

    const found = tables.map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => column.name).toSorted(),
    }))
    const known = BACKUP_TABLES.map(({ name }) => ({
      name,
      columns: Object.keys(rows.find(({ table }) => table === name)!.row).toSorted(),
    }))
    expect(new Set(known)).toEqual(new Set(found))
  })

  test('rows that are written during a backup are not in it, and no writer waits', async () => {
    const store = await openStore(place)
    const { thread, last } = await fill(store, place)
    const before = await readAll(place)

    const backup = exportRows(place)
    const rows: BackupRow[] = [(await backup.next()).value!]
    await store.messages.append(SCOPE, thread.id, newMessage('late', { parent: last }))
    await store.threads.create(SCOPE, { lastMessageAt: T0 })
    await store.threads.remove(SCOPE, thread.id)
    for await (const row of backup) rows.push(row)

    expect(rows).toEqual(before)
    expect((await readAll(place)).length).toBeLessThan(before.length)
    await store.close()
  })

  test('a backup that is broken off leaves the database free', async () => {
    await (await openStore(place)).close()
    for await (const row of exportRows(place)) {
      expect(row.table).toBe('projects')
      break
    }

    await (await openStore(place)).close()
  })

  test('a database with rows is refused and stays as it is', async () => {
    const store = await openStore(place)
    const thread = await store.threads.create(SCOPE, { lastMessageAt: T0 })
    await store.close()
    const rows = await readAll(place)

    const refused = importRows(place, give([]))
    await expect(refused).rejects.toMatchObject({ code: 'conflict' })
    await expect(refused).rejects.toThrow('"threads"')

    expect(await readAll(place)).toEqual(rows)
    expect(rows.filter(({ row }) => row['id'] === thread.id)).toHaveLength(1)
  })

  test('an added project makes a database used, the first project does not', async () => {
    const store = await openStore(place)
    await store.projects.setSuspended('default', true)
    await store.close()
    expect(await importRows(place, give([]))).toBe(0)

    const again = await openStore(place)
    await again.projects.create({ id: 'shop', name: 'Shop' })
    await again.close()
    await expect(importRows(place, give([]))).rejects.toThrow('"projects"')
  })

  test.each<[string, BackupRow, string]>([
    ['an unknown table', { table: 'planets', row: { id: 'x' } }, 'version_skew'],
    ['an unknown column', { table: 'projects', row: { id: 'x', moons: 2 } }, 'version_skew'],
    ['a row twice', { table: 'projects', row: { id: 'shop' } }, 'invalid_request'],
    [
      'a chunk without its run',
      { table: 'run_chunks', row: { run_id: 'r', seq: 0, data: 'x' } },
      'invalid_request',
    ],
  ])('a backup with %s is refused, and nothing of it stays', async (_, row, code) => {
    const good: BackupRow = {
      table: 'projects',
      row: { id: 'shop', name: 'Shop', created_at: T0, suspended_at: null },
    }

    await expect(importRows(place, give([good, row]))).rejects.toMatchObject({ code })

    expect(await readAll(place)).toMatchObject([{ row: { id: 'default' } }])
    expect(await importRows(place, give([good]))).toBe(1)
    expect((await readAll(place)).map(({ row: { id } }) => id)).toEqual(['default', 'shop'])
  })

  test('a source that fails half way restores nothing', async () => {
    async function* fail() {
      yield { table: 'projects', row: { id: randomUUID(), name: 'x', created_at: T0 } }
      throw new Error('the file ends here')
    }

    await expect(importRows(place, fail())).rejects.toThrow('the file ends here')

    expect(await readAll(place)).toHaveLength(1)
  })

  test(`${MANY_ROWS} rows go in and out with little memory`, { timeout: 600_000 }, async () => {
    let peak = 0
    const start = process.memoryUsage().rss
    const look = (n: number) => {
      if (n % 1_000 === 0) peak = Math.max(peak, process.memoryUsage().rss - start)
    }
    const props = JSON.stringify({ text: 'x'.repeat(ROW_CHARACTERS) })
    async function* make() {
      for (let n = 0; n < MANY_ROWS; n++) {
        look(n)
        const owner = { project_id: 'shop', workspace_id: 'w', user_id: `u${n}` }
        yield { table: 'events', row: { ...owner, id: `e${n}`, kind: 'k', props, created_at: T0 } }
      }
    }

    expect(await importRows(place, make())).toBe(MANY_ROWS)
    let count = 0
    for await (const { table } of exportRows(place)) if (table === 'events') look(++count)

    expect(count).toBe(MANY_ROWS)
    console.log(
      `figure: ${MANY_ROWS} rows out and in with ${Math.round(peak / 2 ** 20)} MiB more memory`,
    )
    expect(peak).toBeLessThan(MEMORY_MAX_BYTES)
  })
})

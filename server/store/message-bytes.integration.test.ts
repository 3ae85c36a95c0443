import { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createStorePlace, ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import type { JsonObject } from '../../shared/json.ts'
import { readAllRows } from '../testing/read-all-rows.ts'
import { exportRows } from './backup.ts'
import { importRows } from './restore.ts'
import { MESSAGE_ROW_BYTES } from './message-bytes.ts'
import { createPostgresDialect } from './dialect-postgres.ts'
import { createSqliteDialect } from './dialect-sqlite.ts'
import { createScope, newMessage } from './new-rows.test-support.ts'
import { forgetMessageBytes } from './older-tables.test-support.ts'
import { openStore, type RunStart, type Scope, type Store } from './store.ts'
import { readRows } from './read-rows.test-support.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const LATER = '2027-03-15T08:00:00.000Z'
/** Characters of two and four bytes in UTF-8, and one that JSON writes as six. */
const TEXT = 'é😀\0'

const bytesOf = (content: JsonObject): number =>
  MESSAGE_ROW_BYTES + Buffer.byteLength(JSON.stringify(content))
const textBytes = (text: string): number => bytesOf(newMessage(text).content)

const startIn = (thread: string, text: string, maxBytes?: number): RunStart => ({
  thread,
  owner: 'server',
  leaseUntil: LATER,
  turn: { type: 'submit', ...newMessage(text), externalId: crypto.randomUUID() },
  ...(maxBytes === undefined ? {} : { maxBytes }),
})
const answerOf = (text: string) => ({
  format: 'aui/v0',
  content: { role: 'assistant', content: [{ type: 'text', text }] },
})

describe.each(ENGINES)('bytes of messages on %s', (engine) => {
  let place: StorePlace
  let store: Store
  /** Another server on the same data; SQLite has one only. */
  let other: Store
  const places: StorePlace[] = []
  const createPlace = async (of: typeof engine) => {
    const made = await createStorePlace(of, inject('postgresUrl'))
    places.push(made)
    return made
  }
  beforeAll(async () => {
    place = await createPlace(engine)
    store = await openStore({ ...place, now: () => new Date(T0) })
    other = engine === 'postgres' ? await openStore({ ...place, now: () => new Date(T0) }) : store
  })
  afterAll(async () => {
    await store.close()
    if (other !== store) await other.close()
    for (const made of places) await made.remove()
  })

  const createThread = async (scope: Scope) =>
    (await store.threads.create(scope, { lastMessageAt: T0 })).id
  const used = (scope: Scope) => store.messages.usedBytes(scope)
  const append = (scope: Scope, thread: string, text: string, rest = {}, maxBytes?: number) =>
    store.messages.append(scope, thread, newMessage(text, rest), maxBytes)

  /** The sum of a workspace, added up row by row. */
  async function readSum(scope: Scope) {
    const { threads } = await store.users.export(scope.projectId, scope.userId)
    let sum = 0
    for (const { id } of threads) {
      const rows = await readRows(store.messages.list(scope, id, { limit: 1_000 }))
      sum += rows.reduce((bytes, { content }) => bytes + bytesOf(content), 0)
    }
    return sum
  }

  test('what is added, changed, removed and taken back is counted to the byte', async () => {
    const scope = createScope()
    const thread = await createThread(scope)
    expect(await used(scope)).toBe(0)

    const root = await append(scope, thread, TEXT)
    expect(await used(scope)).toBe(textBytes(TEXT))
    await append(scope, thread, 'child', { parent: root.id, externalId: 'c' })
    await append(scope, thread, 'a longer child', { parent: root.id, externalId: 'c' })
    expect(await used(scope)).toBe(textBytes(TEXT) + textBytes('a longer child'))
    await store.messages.update(scope, thread, root.id, newMessage('x').content)
    expect(await used(scope)).toBe(textBytes('x') + textBytes('a longer child'))
    await store.messages.remove(scope, thread, [root.id])
    expect(await used(scope)).toBe(textBytes('a longer child'))

    const { run } = await store.runs.start(scope, startIn(thread, 'asks'))
    await store.runs.finish(run, answerOf(TEXT))
    expect(await used(scope)).toBe(await readSum(scope))
    const taken = await store.runs.start(scope, startIn(thread, 'takes back'))
    await store.runs.takeBack(taken.run)
    expect(await used(scope)).toBe(await readSum(scope))

    await store.threads.remove(scope, thread)
    expect(await used(scope)).toBe(0)
  })

  test('an erased user and a visitor who rests leave nothing, and others keep theirs', async () => {
    const [erased, neighbour] = [createScope(), createScope()]
    const id = `usr_anon_${crypto.randomUUID()}`
    const visitor = { projectId: 'default', workspaceId: id, userId: id }
    for (const scope of [erased, neighbour, visitor]) {
      for (const text of ['one', 'two']) await append(scope, await createThread(scope), text)
    }
    const before = await store.messages.projectBytes('default')

    await store.users.erase('default', erased.userId)
    await store.maintenance.purge({
      now: LATER,
      endedBefore: LATER,
      idleBefore: LATER,
      limit: 500,
    })

    expect(await used(erased)).toBe(0)
    expect(await used(visitor)).toBe(0)
    const both = textBytes('one') + textBytes('two')
    expect(await used(neighbour)).toBe(both)
    expect(await store.messages.projectBytes('default')).toBe(before - 2 * both)
    expect(await store.messages.projectBytes('elsewhere')).toBe(0)
    const left = (await readAllRows(place))['message_bytes']?.join() ?? ''
    expect(left).toContain(neighbour.workspaceId)
    for (const gone of [erased, visitor]) expect(left).not.toContain(gone.workspaceId)
  })

  test('threads that move take their bytes along, with the answer that is being written', async () => {
    const [from, to] = [createScope(), createScope()]
    const moved = await createThread(from)
    await append(from, moved, 'theirs')
    await append(to, await createThread(to), 'mine')
    const { run } = await store.runs.start(from, startIn(moved, 'asks'))

    await store.threads.move(from, to)
    expect(await used(from)).toBe(0)
    await store.runs.finish(run, answerOf('done'))

    const answer = bytesOf(answerOf('done').content)
    const texts = ['theirs', 'mine', 'asks'].map(textBytes)
    expect(await used(to)).toBe(texts.reduce((sum, bytes) => sum + bytes, answer))
  })

  test.each(ENGINES)('a backup that is restored into %s counts what it holds', async (target) => {
    const scope = createScope()
    const thread = await createThread(scope)
    for (const text of ['one', TEXT]) await append(scope, thread, text)
    const restored = await createPlace(target)
    await importRows(restored, exportRows(place))

    const opened = await openStore({ ...restored, now: () => new Date(T0) })
    const found = await opened.messages.usedBytes(scope)
    await opened.messages.remove(scope, thread, [
      (await readRows(opened.messages.list(scope, thread, { limit: 1 })))[0]!.id,
    ])
    const left = await opened.messages.usedBytes(scope)
    await opened.close()

    expect(found).toBe(textBytes('one') + textBytes(TEXT))
    expect(found - left).toBeGreaterThan(MESSAGE_ROW_BYTES)
  })

  test('what is there before the update that counts is counted by it', async () => {
    const old = await createPlace(engine)
    const [scope, second] = [createScope(), createScope()]
    const opened = await openStore(old)
    for (const owner of [scope, second, scope]) {
      const { id } = await opened.threads.create(owner, { lastMessageAt: T0 })
      await opened.messages.append(owner, id, newMessage(TEXT))
    }
    await opened.close()
    const dialect = old.databaseUrl
      ? createPostgresDialect(old.databaseUrl, () => {})
      : createSqliteDialect(old.dataDir)
    const db = new Kysely<unknown>({ dialect: dialect.createMigrationDialect() })
    await forgetMessageBytes(db, engine)
    await db.destroy()

    const updated = await openStore(old)
    const found = await Promise.all([scope, second].map((of) => updated.messages.usedBytes(of)))
    await updated.close()

    expect(found).toEqual([2 * textBytes(TEXT), textBytes(TEXT)])
  })

  test('a message that fits to the byte is stored, and with one byte less room it is not', async () => {
    const scope = createScope()
    const thread = await createThread(scope)
    const limit = textBytes('12345') + textBytes('123')
    await append(scope, thread, '12345', {}, limit)

    await expect(append(scope, thread, '1234', {}, limit)).rejects.toMatchObject({
      code: 'quota_exceeded',
      data: { limit, used: textBytes('12345') },
    })
    expect(await used(scope)).toBe(textBytes('12345'))
    const { id } = await append(scope, thread, '123', {}, limit)
    expect(await used(scope)).toBe(limit)

    const change = (text: string) =>
      store.messages.update(scope, thread, id, newMessage(text).content, limit)
    await expect(change('1234')).rejects.toMatchObject({ code: 'quota_exceeded' })
    await change('abc')
    expect(await used(scope)).toBe(limit)
  })

  test('over a limit that was lowered, what grows is refused, and what shrinks or is there is not', async () => {
    const scope = createScope()
    const thread = await createThread(scope)
    const { id } = await append(scope, thread, 'long enough', { externalId: 'e' })

    expect((await append(scope, thread, 'long enough', { externalId: 'e' }, 1)).id).toBe(id)
    await store.messages.update(scope, thread, id, newMessage('short').content, 1)
    expect(await used(scope)).toBe(textBytes('short'))
    await expect(append(scope, thread, 'x', {}, 1)).rejects.toMatchObject({
      code: 'quota_exceeded',
    })
  })

  test('an answer begins when its question fits, and is kept whole', async () => {
    const scope = createScope()
    const limit = textBytes('first')
    const start = (text: string, maxBytes: number) =>
      store.runs.start(scope, startIn('talk', text, maxBytes))

    await expect(start('first', limit - 1)).rejects.toMatchObject({ code: 'quota_exceeded' })
    expect(await store.threads.find(scope, 'talk')).toBeUndefined()

    const { run, thread, userMessage } = await start('first', limit)
    await store.runs.finish(run, answerOf('a long answer that nobody made room for'))
    expect(await used(scope)).toBe(await readSum(scope))

    const again = { type: 'regenerate' as const, message: userMessage.id }
    const ask = (turn: RunStart['turn'], maxBytes: number) =>
      store.runs.start(scope, { ...startIn(thread.id, '', maxBytes), turn })
    const full = await used(scope)
    await expect(ask(again, full - 1)).rejects.toMatchObject({ code: 'quota_exceeded' })
    const second = await ask(again, full)
    await store.runs.finish(second.run, answerOf('once more'))

    const { content } = (await store.messages.find(scope, thread.id, second.run.messageId))!
    const goesOn = { type: 'continue' as const, message: second.run.messageId, content }
    const third = await ask(goesOn, 1)
    await store.runs.finish(third.run, answerOf('once more, and to its end'))
    expect(await used(scope)).toBe(await readSum(scope))
  })

  test('of 20 messages at once, in threads of their own and by two servers, no more stay than fit', async () => {
    for (let round = 0; round < 3; round++) {
      const scope = createScope()
      const threads = await Promise.all(Array.from({ length: 20 }, () => createThread(scope)))
      const limit = 10 * textBytes('x')

      const results = await Promise.allSettled(
        threads.map((thread, n) =>
          (n % 2 ? store : other).messages.append(scope, thread, newMessage('x'), limit),
        ),
      )

      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
      expect(await used(scope)).toBe(limit)
    }
  })

  test('appends, changes, removals and moves at once leave the count right', async () => {
    const [from, to] = [createScope(), createScope()]
    const threads = await Promise.all(Array.from({ length: 6 }, () => createThread(from)))
    const work = threads.flatMap((thread, n) => [
      append(from, thread, 'x'.repeat(n)),
      append(from, thread, 'y', { externalId: 'e' }).then(async ({ id }) => {
        if (n % 2) await other.messages.remove(from, thread, [id])
        else await other.messages.update(from, thread, id, newMessage('changed').content)
      }),
      n === 3 ? store.threads.remove(from, thread) : other.threads.move(from, to),
    ])
    await Promise.allSettled(work)

    expect(await used(from)).toBe(await readSum(from))
    expect(await used(to)).toBe(await readSum(to))
  })
})

import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { withStore } from '../testing/with-store.ts'
import { createScope, newFile, strangersOf } from './new-rows.test-support.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const T1 = '2027-01-15T09:00:00.000Z'

describe.each(ENGINES)('files on %s', (engine) => {
  let now = T0
  const { store } = withStore(engine, { now: () => new Date(now) })

  test('a file is found in its workspace and by its key, as it was made', async () => {
    const scope = createScope()
    const file = newFile(scope, { declaredType: 'text/plain', declaredBytes: 5_000_000_000 })

    await store.files.create(file)

    const row = { ...file, threadId: null, createdAt: T0 }
    expect(await store.files.find(scope, file.key)).toEqual(row)
    expect(await store.files.find({ ...scope, userId: 'colleague' }, file.key)).toEqual(row)
    expect(await store.files.findByKey(file.key)).toEqual(row)
    expect(await store.files.findByKey('unknown')).toBeUndefined()
  })

  test('many files are found by key in their workspace, those that are there', async () => {
    const scope = createScope()
    // A file more than a statement takes.
    const files = Array.from({ length: 501 }, () => newFile(scope))
    const foreign = newFile(createScope())
    for (const file of [...files, foreign]) await store.files.create(file)
    const keys = files.map(({ key }) => key)

    const found = await store.files.findMany(scope, [...keys, foreign.key, 'unknown'])

    expect(found.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
    expect(found).toContainEqual({ ...files[0], threadId: null, createdAt: T0 })
    expect(await store.files.findMany(scope, [])).toEqual([])
    for (const stranger of strangersOf(scope)) {
      expect(await store.files.findMany(stranger, keys)).toEqual([])
    }
  })

  test('a file gets ready once', async () => {
    const scope = createScope()
    const file = newFile(scope)
    await store.files.create(file)

    const ready = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        store.files.markReady(file.key, { mediaType: `t/${n}`, bytes: n }),
      ),
    )

    const winner = ready.indexOf(true)
    expect(ready.filter(Boolean)).toHaveLength(1)
    expect(await store.files.find(scope, file.key)).toMatchObject({
      state: 'ready',
      mediaType: `t/${winner}`,
      bytes: winner,
    })
    expect(await store.files.markReady('unknown', { mediaType: 'a/b', bytes: 1 })).toBe(false)
  })

  test('a user’s bytes are those that are there, else those that were announced', async () => {
    const scope = createScope()
    expect(await store.files.usedBytes(scope)).toBe(0)
    await store.files.create(newFile(scope, { declaredBytes: 100 }))
    await store.files.create(newFile(scope))
    const ready = newFile(scope, { declaredBytes: 100 })
    await store.files.create(ready)
    expect(await store.files.usedBytes(scope)).toBe(200)

    await store.files.markReady(ready.key, { mediaType: 'a/b', bytes: 3_000_000_000 })

    expect(await store.files.usedBytes(scope)).toBe(3_000_000_100)
    const elsewhere = { ...scope, workspaceId: 'elsewhere' }
    expect(await store.files.usedBytes(elsewhere)).toBe(3_000_000_100)
    expect(await store.files.usedBytes({ ...scope, userId: 'colleague' })).toBe(0)
    expect(await store.files.usedBytes({ ...scope, projectId: 'other' })).toBe(0)
  })

  test('what was never sent can go after a while, what was sent stays', async () => {
    const scope = createScope()
    const thread = await store.threads.create(scope, { lastMessageAt: T0, externalId: 'ext' })
    const [unsent, sent] = [newFile(scope), newFile(scope)]
    await store.files.create(unsent)
    await store.files.create(sent)
    await store.files.attach(scope, 'ext', [sent.key])
    await store.files.attach(scope, 'ext', [])
    const orphans = async (before: string) =>
      (await store.files.takeOrphans({ named: before, unnamed: before }, 1_000)).filter((key) =>
        [unsent.key, sent.key].includes(key),
      )

    expect(await store.files.find(scope, sent.key)).toMatchObject({ threadId: thread.id })
    expect(await orphans(T0)).toEqual([])
    expect(await orphans(T1)).toEqual([unsent.key])

    await store.files.remove([unsent.key, 'unknown'])
    await store.files.remove([])
    expect(await orphans(T1)).toEqual([])
    expect(await store.files.findByKey(sent.key)).toBeDefined()

    await store.threads.remove(scope, thread.id)
    expect(await orphans(T0)).toEqual([sent.key])
  })

  test('a file lives as long as any thread that names it, whichever goes first', async () => {
    for (const goesFirst of [0, 1]) {
      const scope = createScope()
      const threads = [
        await store.threads.create(scope, { lastMessageAt: T0 }),
        await store.threads.create(scope, { lastMessageAt: T0 }),
      ]
      const file = newFile(scope)
      await store.files.create(file)
      for (const { id } of threads) await store.files.attach(scope, id, [file.key])
      await store.files.attach(scope, threads[1]!.id, [file.key])

      await store.threads.remove(scope, threads[goesFirst]!.id)

      const stays = threads[1 - goesFirst]!
      expect(await store.files.find(scope, file.key)).toMatchObject({ threadId: stays.id })
      expect(await store.files.takeOrphans({ named: T0, unnamed: T0 }, 1_000)).not.toContain(
        file.key,
      )
      await store.threads.remove(scope, stays.id)
      expect(await store.files.find(scope, file.key)).toBeUndefined()
      expect(await store.files.takeOrphans({ named: T0, unnamed: T0 }, 1_000)).toContain(file.key)
    }
  })

  test('of two threads that go at once, the last one lets the file go', async () => {
    const scope = createScope()
    const threads = await Promise.all(
      Array.from({ length: 4 }, () => store.threads.create(scope, { lastMessageAt: T0 })),
    )
    const file = newFile(scope)
    await store.files.create(file)
    for (const { id } of threads) await store.files.attach(scope, id, [file.key])

    await Promise.all(threads.map(({ id }) => store.threads.remove(scope, id)))

    expect(await store.files.takeOrphans({ named: T0, unnamed: T0 }, 1_000)).toContain(file.key)
  })

  test('orphans come no more than asked, those of gone threads first, then the oldest', async () => {
    const before = '2021-01-01T00:00:00.000Z'
    // Files of other tests.
    await store.files.remove(
      await store.files.takeOrphans({ named: before, unnamed: before }, 10_000),
    )
    const scope = createScope()
    const files = [newFile(scope), newFile(scope), newFile(scope)]
    for (const [n, file] of files.entries()) {
      now = new Date(Date.parse('2020-01-01') + n).toISOString()
      await store.files.create(file)
    }
    now = T0
    const thread = await store.threads.create(scope, { lastMessageAt: T0 })
    await store.files.attach(scope, thread.id, [files[2]!.key])
    await store.threads.remove(scope, thread.id)

    const own = new Set(files.map(({ key }) => key))
    const take = async (limit: number) =>
      (await store.files.takeOrphans({ named: before, unnamed: before }, limit)).filter((key) =>
        own.has(key),
      )
    expect(await take(100)).toEqual([files[2]!.key, files[0]!.key, files[1]!.key])
    expect(await store.files.takeOrphans({ named: before, unnamed: before }, 1)).toHaveLength(1)
    await store.files.remove([...own])
    expect(await take(100)).toEqual([])
  })

  test('another workspace and another project find and attach nothing', async () => {
    const scope = createScope()
    const file = newFile(scope)
    await store.files.create(file)
    const thread = await store.threads.create(scope, { lastMessageAt: T0 })

    for (const stranger of strangersOf(scope)) {
      const theirs = await store.threads.create(stranger, { lastMessageAt: T0 })
      expect(await store.files.find(stranger, file.key)).toBeUndefined()
      await store.files.attach(stranger, theirs.id, [file.key])
      await store.files.attach(stranger, thread.id, [file.key])
      await store.files.attach(scope, theirs.id, [file.key])
      expect(await store.files.findByKey(file.key)).toMatchObject({ threadId: null })
    }
    await store.files.attach(scope, thread.id, [file.key])
    expect(await store.files.find(scope, file.key)).toMatchObject({ threadId: thread.id })
  })
})

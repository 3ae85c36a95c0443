import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { withStore } from '../testing/with-store.ts'
import { createScope, newFile } from './new-rows.test-support.ts'
import type { Scope } from './store.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const T1 = '2027-01-15T09:00:00.000Z'
const READY = { mediaType: 'a/b', bytes: 1 }

describe.each(ENGINES)('files that go on %s', (engine) => {
  const { store } = withStore(engine, { now: () => new Date(T0) })

  async function createSent() {
    const scope = createScope()
    const thread = await store.threads.create(scope, { lastMessageAt: T0 })
    const file = newFile(scope)
    await store.files.create(file)
    await store.files.attach(scope, thread.id, [file.key])
    return { scope, thread, key: file.key }
  }

  test('a file is found until its thread goes, and not a moment longer', async () => {
    const { scope, thread, key } = await createSent()
    const { key: kept, ...other } = await createSent()
    expect(await store.files.find(scope, key)).toBeDefined()

    await store.threads.remove(scope, thread.id)

    expect(await store.files.find(scope, key)).toBeUndefined()
    expect(await store.files.findMany(scope, [key])).toEqual([])
    expect(await store.files.findByKey(key)).toBeUndefined()
    expect((await store.users.export(scope.projectId, scope.userId)).files).toEqual([])
    expect(await store.files.find(other.scope, kept)).toBeDefined()
    expect(await store.files.findByKey(kept)).toBeDefined()
    expect(await store.files.takeOrphans({ named: T0, unnamed: T0 }, 1_000)).toContain(key)
  })

  test('nothing brings a file of a gone thread back; an erasure still knows its object', async () => {
    const { scope, thread, key } = await createSent()
    await store.threads.remove(scope, thread.id)
    const next = await store.threads.create(scope, { lastMessageAt: T0 })

    await store.files.attach(scope, next.id, [key])

    expect(await store.files.markReady(key, READY)).toBe(false)
    expect(await store.files.findByKey(key)).toBeUndefined()
    const { fileKeys } = await store.users.erase(scope.projectId, scope.userId)
    expect(fileKeys).toEqual([key])
  })

  test('a file that was taken to go is nobody’s, and comes again until it is removed', async () => {
    const scope = createScope()
    const thread = await store.threads.create(scope, { lastMessageAt: T0 })
    const file = newFile(scope)
    await store.files.create(file)

    expect(await store.files.takeOrphans({ named: T0, unnamed: T0 }, 1_000)).not.toContain(file.key)
    expect(await store.files.find(scope, file.key)).toBeDefined()
    expect(await store.files.takeOrphans({ named: T1, unnamed: T1 }, 1_000)).toContain(file.key)

    await store.files.attach(scope, thread.id, [file.key])
    expect(await store.files.find(scope, file.key)).toBeUndefined()
    expect(await store.files.markReady(file.key, READY)).toBe(false)
    // As after a crash between the two.
    expect(await store.files.takeOrphans({ named: T0, unnamed: T0 }, 1_000)).toContain(file.key)
    await store.files.remove([file.key])
    expect(await store.files.takeOrphans({ named: T1, unnamed: T1 }, 1_000)).not.toContain(file.key)
  })

  test('unsent files of users without a name go before those of named users', async () => {
    const scopeOf = (userId: string) => ({ ...createScope(), userId })
    const rest = createScope().userId
    const unnamed = ['usr_anon_', 'usr_key_'].map((prefix) => scopeOf(prefix + rest))
    // Hosts choose their users' names: only a whole prefix is the server's.
    const names = [
      'usr_',
      'usr_anon',
      'usr_anon-',
      'usr_anonymous_',
      'usr_key',
      'USR_ANON_',
      'usrXanon_',
    ]
    const named = names.map((prefix) => scopeOf(prefix + rest))
    const create = async (scope: Scope) => {
      const file = newFile(scope)
      await store.files.create(file)
      return file.key
    }
    const [early, late] = [
      await Promise.all(unnamed.map(create)),
      await Promise.all(named.map(create)),
    ]
    const take = async (ends: { named: string; unnamed: string }) => {
      const taken = await store.files.takeOrphans(ends, 1_000)
      return [...early, ...late].filter((key) => taken.includes(key))
    }

    expect(await take({ named: T0, unnamed: T0 })).toEqual([])
    expect(await take({ named: T0, unnamed: T1 })).toEqual(early)
    expect(await take({ named: T1, unnamed: T1 })).toEqual([...early, ...late])
  })

  test('a message is told which of its files are gone', async () => {
    const scope = createScope()
    const thread = await store.threads.create(scope, { lastMessageAt: T0 })
    const [kept, gone] = [newFile(scope), newFile(scope)]
    await store.files.create(kept)
    const attach = (threadId: string) => store.files.attach(scope, threadId, [kept.key, gone.key])

    expect(await attach(thread.id)).toEqual([gone.key])
    expect((await store.files.find(scope, kept.key))?.threadId).toBe(thread.id)
    expect(await store.files.attach(scope, thread.id, [kept.key])).toEqual([])
    expect(await attach('no-thread')).toEqual([])
  })

  test('of a sweep and a message at once, one has the file', async () => {
    const outcomes = { sent: 0, taken: 0 }
    for (let round = 0; round < 40; round++) {
      const scope = createScope()
      const thread = await store.threads.create(scope, { lastMessageAt: T0 })
      const files = Array.from({ length: 5 }, () => newFile(scope))
      for (const file of files) await store.files.create(file)
      const attach = () =>
        store.files.attach(
          scope,
          thread.id,
          files.map(({ key }) => key),
        )
      const take = () => store.files.takeOrphans({ named: T1, unnamed: T1 }, 1_000)

      const [taken] = await (round % 2
        ? Promise.all([take(), attach()])
        : Promise.all([attach(), take()]).then(([, keys]) => [keys] as const))

      for (const { key } of files) {
        const row = await store.files.find(scope, key)
        const isTaken = taken.includes(key)
        expect(row?.threadId).toBe(isTaken ? undefined : thread.id)
        outcomes[isTaken ? 'taken' : 'sent'] += 1
      }
      await store.files.remove(taken)
    }
    expect(outcomes.sent).toBeGreaterThan(0)
    expect(outcomes.taken).toBeGreaterThan(0)
  })
})

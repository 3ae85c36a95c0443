import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { withStore } from '../testing/with-store.ts'
import type { Scope } from './store.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const at = (second: number) => new Date(Date.parse(T0) + second * 1000).toISOString()

const createScope = (): Scope => ({
  projectId: 'default',
  workspaceId: randomUUID(),
  userId: 'user',
})

describe.each(ENGINES)('threads on %s', (engine) => {
  const { store } = withStore(engine)

  test('a created thread has every field and is found by id and by external_id', async () => {
    const scope = createScope()
    const thread = await store.threads.create(scope, {
      title: 'Boots',
      externalId: 'ext-1',
      metadata: { a: '1' },
      lastMessageAt: T0,
    })

    expect(thread).toMatchObject({
      projectId: 'default',
      workspaceId: scope.workspaceId,
      title: 'Boots',
      isArchived: false,
      externalId: 'ext-1',
      metadata: { a: '1' },
      lastMessageAt: T0,
    })
    expect(thread.id).toMatch(/^thread_\w{24}$/)
    expect(new Date(thread.createdAt).toISOString()).toBe(thread.createdAt)
    expect(await store.threads.find(scope, thread.id)).toEqual(thread)
    expect(await store.threads.find(scope, 'ext-1')).toEqual(thread)
    expect(await store.threads.find(scope, 'ext-2')).toBeUndefined()
  })

  test('what is left out is null, and threads without an external_id do not collide', async () => {
    const scope = createScope()

    const one = await store.threads.create(scope, { lastMessageAt: T0 })
    const two = await store.threads.create(scope, { lastMessageAt: T0 })

    expect(one).toMatchObject({ title: null, externalId: null, metadata: null })
    expect(two.id).not.toBe(one.id)
  })

  test('a known external_id gives the existing thread, also when 20 calls come at once', async () => {
    const scope = createScope()
    const thread = { externalId: 'same', lastMessageAt: T0 }

    const made = await Promise.all(
      Array.from({ length: 20 }, () => store.threads.create(scope, thread)),
    )

    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await store.threads.list(scope, { limit: 100 })).toHaveLength(1)
  })

  test('a thread is found by its name alone, though another one has that id', async () => {
    const scope = createScope()
    const first = await store.threads.create(scope, { lastMessageAt: T0 })
    expect(await store.threads.findNamed(scope, first.id)).toBeUndefined()
    const second = await store.threads.create(scope, { externalId: first.id, lastMessageAt: T0 })

    expect(await store.threads.findNamed(scope, first.id)).toEqual(second)
    expect(await store.threads.find(scope, first.id)).toEqual(first)
    const stranger = { ...scope, workspaceId: 'other' }
    expect(await store.threads.findNamed(stranger, first.id)).toBeUndefined()
  })

  test('another workspace and another project see nothing, and may use the same external_id', async () => {
    const scope = createScope()
    const thread = await store.threads.create(scope, { externalId: 'x', lastMessageAt: T0 })
    const strangers: Scope[] = [
      { ...scope, workspaceId: 'other' },
      { ...scope, projectId: 'other' },
    ]

    for (const stranger of strangers) {
      expect(await store.threads.find(stranger, thread.id)).toBeUndefined()
      expect(await store.threads.find(stranger, 'x')).toBeUndefined()
      expect(await store.threads.list(stranger, { limit: 10 })).toEqual([])
      expect(await store.threads.list(stranger, { limit: 10, after: thread.id })).toEqual([])
      const own = await store.threads.create(stranger, { externalId: 'x', lastMessageAt: T0 })
      expect(own.id).not.toBe(thread.id)
    }
    // Another user of the same workspace shares its threads.
    expect(await store.threads.find({ ...scope, userId: 'colleague' }, thread.id)).toEqual(thread)
  })

  test('lists the newest first and pages through equal times without gap or repeat', async () => {
    const scope = createScope()
    for (let index = 0; index < 25; index++) {
      await store.threads.create(scope, { lastMessageAt: at(Math.floor(index / 10)) })
    }

    const pages: string[][] = []
    let after: string | undefined
    do {
      const page = await store.threads.list(scope, { limit: 4, ...(after ? { after } : {}) })
      pages.push(page.map(({ id }) => id))
      after = page.at(-1)?.id
    } while (after !== undefined)

    const all = await store.threads.list(scope, { limit: 100 })
    expect(all).toHaveLength(25)
    expect(pages.flat()).toEqual(all.map(({ id }) => id))
    const expected = all.toSorted((a, b) => (key(a) < key(b) ? 1 : -1))
    expect(all).toEqual(expected)
  })

  test('filters by archive state, and shows both kinds without the filter', async () => {
    const scope = createScope()
    await store.threads.create(scope, { lastMessageAt: T0 })

    expect(await store.threads.list(scope, { limit: 10, isArchived: false })).toHaveLength(1)
    expect(await store.threads.list(scope, { limit: 10, isArchived: true })).toEqual([])
    expect(await store.threads.list(scope, { limit: 10 })).toHaveLength(1)
  })

  test('an unknown cursor ends the list', async () => {
    const scope = createScope()
    const { id } = await store.threads.create(scope, { lastMessageAt: T0 })

    expect(await store.threads.list(scope, { limit: 10, after: 'thread_unknown' })).toEqual([])
    expect((await store.threads.list(scope, { limit: 10 })).map((row) => row.id)).toEqual([id])
  })
})

const key = (row: { lastMessageAt: string; id: string }) => `${row.lastMessageAt} ${row.id}`

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { withStore } from '../testing/with-store.ts'
import {
  createScope,
  newFile,
  newMessage,
  newReport,
  newScore,
  strangersOf,
} from './new-rows.test-support.ts'
import type { Store, ThreadChange } from './store.ts'
import { readRows } from './read-rows.test-support.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const T1 = '2027-01-15T09:00:00.000Z'

describe.each(ENGINES)('changes of threads on %s', (engine) => {
  let now = T0
  const { store } = withStore(engine, { now: () => new Date(now) })

  async function createThread(externalId: string | null = null) {
    now = T0
    const scope = createScope()
    const thread = await store.threads.create(scope, {
      externalId,
      metadata: { a: '1' },
      lastMessageAt: T0,
    })
    return { scope, thread }
  }

  test.each<[ThreadChange]>([
    [{ title: 'Boots' }],
    [{ isArchived: true }],
    [{ metadata: { b: '2' } }],
    [{ metadata: null }],
    [{ lastMessageAt: T1 }],
    [{ title: 'Boots', isArchived: true, metadata: null, lastMessageAt: T1 }],
    [{}],
  ])('an update writes %j, and what is absent stays', async (change) => {
    const { scope, thread } = await createThread()
    now = T1

    expect(await store.threads.update(scope, thread.id, change)).toBe(true)

    const expected = { ...thread, ...change, updatedAt: T1 }
    expect(await store.threads.find(scope, thread.id)).toEqual(expected)
  })

  test('a thread is updated by its external_id too, and an unknown one is not there', async () => {
    const { scope, thread } = await createThread('ext')

    expect(await store.threads.update(scope, 'ext', { title: 'x' })).toBe(true)
    expect(await store.threads.update(scope, 'unknown', { title: 'y' })).toBe(false)
    expect(await store.threads.find(scope, thread.id)).toMatchObject({ title: 'x' })
  })

  test('another workspace and another project change, title, remove and count nothing', async () => {
    const { scope, thread } = await createThread('ext')

    for (const stranger of strangersOf(scope)) {
      for (const id of [thread.id, 'ext']) {
        expect(await store.threads.update(stranger, id, { title: 'stolen' })).toBe(false)
        expect(await store.threads.titleOnce(stranger, id, 'stolen')).toBeUndefined()
        expect(await store.threads.remove(stranger, id)).toBe(false)
      }
      expect(await store.threads.count(stranger, 10)).toBe(0)
    }
    expect(await store.threads.find(scope, thread.id)).toEqual(thread)

    expect(await store.threads.count(scope, 10)).toBe(1)
    expect(await store.threads.titleOnce(scope, thread.id, 'mine')).toBe('mine')
    expect(await store.threads.update(scope, thread.id, { title: 'new' })).toBe(true)
    expect(await store.threads.remove(scope, thread.id)).toBe(true)
  })

  test('the first title stays, and the second one learns it', async () => {
    const { scope, thread } = await createThread()

    expect(await store.threads.titleOnce(scope, thread.id, 'first')).toBe('first')
    expect(await store.threads.titleOnce(scope, thread.id, 'second')).toBe('first')
    expect(await store.threads.find(scope, thread.id)).toMatchObject({ title: 'first' })
    expect(await store.threads.titleOnce(scope, 'unknown', 'x')).toBeUndefined()
  })

  test('of a typed title and ten made ones at once, the typed one stays', async () => {
    const { scope, thread } = await createThread()
    const made = Array.from({ length: 10 }, (_, n) =>
      store.threads.titleOnce(scope, thread.id, `made ${n}`),
    )

    await Promise.all([...made, store.threads.update(scope, thread.id, { title: 'typed' })])

    expect(await store.threads.find(scope, thread.id)).toMatchObject({ title: 'typed' })
  })

  test('counts no further than it is asked', async () => {
    const { scope } = await createThread()
    for (let n = 0; n < 4; n++) await store.threads.create(scope, { lastMessageAt: T0 })

    expect(await store.threads.count(scope, 4)).toBe(4)
    expect(await store.threads.count(scope, 5)).toBe(5)
    expect(await store.threads.count(scope, 6)).toBe(5)
  })

  test('a removed thread takes messages, run and chunks along; others stay', async () => {
    const { scope, thread } = await createThread('ext')
    const other = await store.threads.create(scope, { lastMessageAt: T0 })
    await store.messages.append(scope, other.id, newMessage('stays'))
    const { run } = await store.runs.start(scope, {
      thread: thread.id,
      owner: 'server',
      leaseUntil: T1,
      turn: { type: 'submit', ...newMessage('asks'), externalId: 'm1' },
    })
    await store.runs.appendChunks([{ runId: run.id, seq: 0, data: 'x' }])

    expect(await store.threads.remove(scope, 'ext')).toBe(true)

    expect(await store.threads.remove(scope, 'ext')).toBe(false)
    expect(await store.threads.find(scope, thread.id)).toBeUndefined()
    expect(await readRows(store.messages.list(scope, thread.id, { limit: 10 }))).toEqual([])
    expect(await store.runs.findActive(scope, thread.id)).toBeUndefined()
    expect(await store.runs.readChunks([run.id])).toEqual([])
    expect(await readRows(store.messages.list(scope, other.id, { limit: 10 }))).toHaveLength(1)
  })

  test('scores and reports outlive their thread; its files are told to go', async () => {
    const { scope, thread } = await createThread()
    const target = { threadId: thread.id, messageId: null, runId: null }
    await store.scores.put(scope, newScore(target))
    const report = await store.reports.addRun(scope, newReport({ threadId: thread.id }))
    const key = randomUUID()
    await store.files.create(newFile(scope, { key }))
    await store.files.attach(scope, thread.id, [key])
    const longAgo = '2000-01-01T00:00:00.000Z'
    expect(await store.files.takeOrphans({ named: longAgo, unnamed: longAgo }, 100)).toEqual([])

    await store.threads.remove(scope, thread.id)

    expect(await store.scores.find(scope, 'rating', target)).toMatchObject({ value: 1 })
    expect(await store.reports.findRun(scope, report.id)).toEqual(report)
    expect(await store.files.takeOrphans({ named: longAgo, unnamed: longAgo }, 100)).toEqual([key])
    await store.files.remove([key])
  })

  test('a project lists all its workspaces, newest first, page by page', async () => {
    const projectId = randomUUID()
    const ids: string[] = []
    for (let n = 0; n < 6; n++) {
      const scope = { projectId, workspaceId: `w${n % 2}`, userId: 'u' }
      const lastMessageAt = new Date(Date.parse(T0) + Math.floor(n / 2)).toISOString()
      ids.push((await store.threads.create(scope, { lastMessageAt })).id)
      if (n === 0) await store.threads.update(scope, ids[0]!, { isArchived: true })
    }
    const list = async (page: Partial<Parameters<Store['threads']['listProject']>[1]>) =>
      (await store.threads.listProject(projectId, { limit: 100, ...page })).map(({ id }) => id)

    const all = await list({})
    expect(all.toSorted()).toEqual(ids.toSorted())
    expect(all.slice(0, 2).toSorted()).toEqual(ids.slice(4).toSorted())
    const pages = [await list({ limit: 4 })]
    pages.push(await list({ limit: 4, after: pages[0]!.at(-1)! }))
    expect(pages.flat()).toEqual(all)
    expect(await list({ workspaceId: 'w1' })).toEqual([ids[5], ids[3], ids[1]])
    expect(await list({ workspaceId: 'w1', after: ids[3]! })).toEqual([ids[1]])
    expect(await list({ isArchived: true })).toEqual([ids[0]])
    expect(await list({ isArchived: false })).toHaveLength(5)
    expect(await list({ after: 'unknown' })).toEqual([])
  })

  test('another project lists and finds nothing, not even by a cursor of this one', async () => {
    const { thread } = await createThread('ext')
    const page = { limit: 10, after: thread.id }

    expect(await store.threads.findInProject('other', thread.id)).toBeUndefined()
    expect(await store.threads.listProject('nobody', { limit: 10 })).toEqual([])
    expect(await store.threads.listProject('nobody', page)).toEqual([])
    expect(await store.threads.findInProject('default', thread.id)).toEqual(thread)
    expect(await store.threads.findInProject('default', 'ext')).toBeUndefined()
  })
})

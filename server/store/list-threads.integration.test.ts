import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { withStore } from '../testing/with-store.ts'
import { createScope, newMessage } from './new-rows.test-support.ts'
import type { Scope, ThreadRow } from './store.ts'
import { SILENCE_MS } from './thread-rows.ts'

const T0 = Date.parse('2027-01-15T08:00:00.000Z')
const at = (ms: number) => new Date(T0 + ms).toISOString()
const PAGE = 5

describe.each(ENGINES)('the list of threads on %s', (engine) => {
  let now = 0
  const { store } = withStore(engine, { now: () => new Date(T0 + now) })

  /** Twenty threads with few different times, so that most share theirs with others. */
  async function createThreads(scope: Scope): Promise<readonly string[]> {
    const ids: string[] = []
    for (let n = 0; n < 20; n++) {
      const { id } = await store.threads.create(scope, { lastMessageAt: at(Math.floor(n / 8)) })
      ids.push(id)
    }
    return ids
  }

  /** All pages, each requested by the end of the page before; `between` is called after each. */
  async function readPages(
    scope: Scope,
    between: (last: ThreadRow, page: number) => Promise<unknown>,
    isArchived = false,
  ): Promise<readonly string[]> {
    const seen: string[] = []
    let cursor: { after?: string; afterTime?: string } = {}
    for (let page = 0; ; page++) {
      const rows = await store.threads.list(scope, { limit: PAGE, isArchived, ...cursor })
      seen.push(...rows.map(({ id }) => id))
      const last = rows.at(-1)
      if (!last) return seen
      cursor = { after: last.id, afterTime: last.lastMessageAt }
      await between(last, page)
    }
  }

  test.each([false, true])(
    'ties of times are paged without gap or repeat, archived: %s',
    async (isArchived) => {
      const scope = createScope()
      const ids = await createThreads(scope)
      for (const id of ids) await store.threads.update(scope, id, { isArchived })

      const seen = await readPages(scope, () => Promise.resolve(), isArchived)

      expect(seen).toHaveLength(ids.length)
      expect(new Set(seen)).toEqual(new Set(ids))
    },
  )

  test('what changes between two pages makes no other thread come twice, or not at all', async () => {
    const scope = createScope()
    const ids = await createThreads(scope)
    const changed = new Set<string>()
    let moved = ''
    now = 60_000

    const seen = await readPages(scope, async ({ id }, page) => {
      changed.add(id)
      // The very thread at the end of the page is moved to the top, archived, or removed.
      if (page === 0) {
        await store.messages.append(scope, id, newMessage('again'))
        moved = id
      }
      if (page === 1) await store.threads.update(scope, id, { isArchived: true })
      if (page === 2) await store.threads.remove(scope, id)
      await store.threads.create(scope, { lastMessageAt: at(now) })
    })

    expect(changed.size).toBeGreaterThan(2)
    expect(seen).toHaveLength(new Set(seen).size)
    const unchanged = ids.filter((id) => !changed.has(id))
    expect(seen.filter((id) => unchanged.includes(id)).toSorted()).toEqual(unchanged.toSorted())
    // Without the time, the page starts at the thread's current place: at the top again.
    const again = await store.threads.list(scope, { limit: 50, isArchived: false, after: moved })
    expect(again.map(({ id }) => id)).toContain(seen[0])
    now = 0
  })

  test('a place of another workspace’s list shows nothing of it', async () => {
    const [scope, other] = [createScope(), createScope()]
    const [id] = await createThreads(other)

    const place = { after: id!, afterTime: at(1_000_000) }
    expect(await store.threads.list(scope, { limit: PAGE, ...place })).toEqual([])
    expect(await store.threads.list(other, { limit: PAGE, ...place })).toHaveLength(PAGE)
  })

  test('a thread in which an answer is written says so, wherever it is read', async () => {
    const scope = createScope()
    const rest = await store.threads.create(scope, { lastMessageAt: at(-1) })
    expect(rest.isRunning).toBe(false)
    const { run, thread } = await store.runs.start(scope, {
      thread: 'busy',
      owner: 'server',
      leaseUntil: at(0),
      requestId: undefined,
      turnKey: 'key',
      turn: { type: 'submit', ...newMessage('asks'), externalId: 'm' },
    })
    expect(thread.isRunning).toBe(true)

    const readAll = async () => {
      const [listed, resting] = await store.threads.list(scope, { limit: 5 })
      const ofProject = await store.threads.listProject(scope.projectId, {
        limit: 5,
        workspaceId: scope.workspaceId,
      })
      const [found] = await store.threads.search(scope, { text: 'asks', limit: 5 })
      expect(resting).toMatchObject({ id: rest.id, isRunning: false })
      return [
        listed?.isRunning,
        ofProject[0]?.isRunning,
        found?.thread.isRunning,
        (await store.threads.find(scope, 'busy'))?.isRunning,
        (await store.threads.findNamed(scope, 'busy'))?.isRunning,
        (await store.threads.findInProject(scope.projectId, thread.id))?.isRunning,
      ]
    }

    expect(await readAll()).toEqual(Array(6).fill(true))
    // Its process has been silent for too long.
    now = SILENCE_MS - 1
    expect(new Set(await readAll())).toEqual(new Set([true]))
    now = SILENCE_MS
    expect(new Set(await readAll())).toEqual(new Set([false]))
    await store.runs.renewLeases([run.id], at(now))
    expect(new Set(await readAll())).toEqual(new Set([true]))

    await store.runs.takeBack(run)
    expect((await store.threads.find(scope, 'busy'))?.isRunning).toBe(false)
    now = 0
  })
})

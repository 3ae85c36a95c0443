import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { withStore } from '../testing/with-store.ts'
import { newFile, newMessage, newReport, newScore } from './new-rows.test-support.ts'
import type { RunStart, Scope } from './store.ts'
import { readRows } from './read-rows.test-support.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const T1 = '2027-01-15T09:00:00.000Z'

function createVisitor(): Scope {
  const id = randomUUID()
  return { projectId: 'default', workspaceId: id, userId: id }
}

const startIn = (thread: string): RunStart => ({
  thread,
  owner: 'server',
  leaseUntil: T1,
  turn: { type: 'submit', ...newMessage('asks'), externalId: randomUUID() },
})

const rating = (threadId: string, value: number) => newScore({ threadId, value })
const report = (threadId: string, traceId: string) => newReport({ threadId, traceId })

describe.each(ENGINES)('moves of threads on %s', (engine) => {
  const { store } = withStore(engine, { now: () => new Date(T0) })

  async function createTalk(scope: Scope, externalId: string | null = null) {
    const thread = await store.threads.create(scope, { externalId, lastMessageAt: T0 })
    const root = await store.messages.append(scope, thread.id, newMessage('root'))
    const child = newMessage('child', { parent: root.id })
    await store.messages.append(scope, thread.id, child)
    return { ...thread, lastText: 'child' }
  }

  const createFile = async (scope: Scope) => {
    const file = newFile(scope, { declaredBytes: 7 })
    await store.files.create(file)
    return file.key
  }

  test('threads, messages, scores, reports and files change their owner together', async () => {
    const [from, to] = [createVisitor(), createVisitor()]
    const thread = await createTalk(from, 'ext')
    const second = await createTalk(from)
    const before = await readRows(store.messages.list(from, thread.id, { limit: 10 }))
    await store.scores.put(from, rating(thread.id, 1))
    const { id: reportId } = await store.reports.addRun(from, report(thread.id, 'trace'))
    const sent = await createFile(from)
    const draft = await createFile(from)
    await store.files.attach(from, thread.id, [sent])

    expect(await store.threads.move(from, to)).toBe(2)

    expect(await store.threads.count(from, 10)).toBe(0)
    expect(await readRows(store.messages.list(from, thread.id, { limit: 10 }))).toEqual([])
    expect(await store.files.usedBytes(from)).toBe(0)
    expect(await store.reports.findRun(from, reportId)).toBeUndefined()

    expect(await store.threads.find(to, 'ext')).toEqual({ ...thread, workspaceId: to.workspaceId })
    expect(await store.threads.find(to, second.id)).toBeDefined()
    expect(await readRows(store.messages.list(to, thread.id, { limit: 10 }))).toEqual(before)
    const added = await store.messages.append(
      to,
      thread.id,
      newMessage('x', { parent: before[0]!.id }),
    )
    expect(added.height).toBe(2)
    expect(await store.scores.find(to, 'rating', rating(thread.id, 0))).toMatchObject({ value: 1 })
    expect(await store.reports.findRun(to, reportId)).toMatchObject({ scope: to, traceId: 'trace' })
    expect(await store.files.find(to, sent)).toMatchObject({ scope: to, threadId: thread.id })
    expect(await store.files.find(to, draft)).toMatchObject({ scope: to, threadId: null })
    expect(await store.files.usedBytes(to)).toBe(14)
    expect(await store.threads.move(from, to)).toBe(0)
  })

  test('a name that is taken there is lost, and the thread that had it keeps it', async () => {
    const [from, to] = [createVisitor(), createVisitor()]
    const moved = await createTalk(from, 'same')
    const free = await createTalk(from, 'free')
    const there = await createTalk(to, 'same')

    expect(await store.threads.move(from, to)).toBe(2)

    expect(await store.threads.find(to, 'same')).toEqual(there)
    expect(await store.threads.find(to, moved.id)).toMatchObject({ externalId: null })
    expect(await store.threads.find(to, free.id)).toMatchObject({ externalId: 'free' })
  })

  test('of two scores for one thing and two reports with one name, those there stay', async () => {
    const [from, to] = [createVisitor(), createVisitor()]
    const thread = await createTalk(from)
    await store.scores.put(from, rating(thread.id, 1))
    await store.scores.put(to, rating(thread.id, 2))
    await store.reports.addRun(from, report(thread.id, 'trace'))
    const there = await store.reports.addRun(to, report(thread.id, 'trace'))

    await store.threads.move(from, to)

    expect(await store.scores.find(to, 'rating', rating(thread.id, 0))).toMatchObject({ value: 2 })
    const page = { limit: 10, threadId: thread.id }
    const reports = await store.reports.listRuns('default', page)
    expect(reports.map(({ traceId }) => `${traceId}`).toSorted()).toEqual(['null', 'trace'])
    expect((await store.reports.addRun(to, report(thread.id, 'trace'))).id).toBe(there.id)
  })

  test('other workspaces and the rest of the project stay as they are', async () => {
    const [from, to, bystander] = [createVisitor(), createVisitor(), createVisitor()]
    await createTalk(from)
    const theirs = await createTalk(bystander)
    const elsewhere = { ...from, projectId: 'other' }
    const foreign = await createTalk(elsewhere)

    expect(await store.threads.move(from, to)).toBe(1)

    expect(await store.threads.find(bystander, theirs.id)).toEqual(theirs)
    expect(await store.threads.find(elsewhere, foreign.id)).toEqual(foreign)
    await expect(store.threads.move(elsewhere, to)).rejects.toThrow('stay in their project')
    expect(await store.threads.move(to, to)).toBe(0)
    expect(await store.threads.count(to, 10)).toBe(1)
  })

  test('an answer that is being written while its thread moves is saved where the thread is', async () => {
    const [from, to] = [createVisitor(), createVisitor()]
    const thread = await createTalk(from)
    const { run } = await store.runs.start(from, startIn(thread.id))

    await store.threads.move(from, to)

    expect(await store.runs.findActive(from, thread.id)).toBeUndefined()
    expect(await store.runs.findActive(to, thread.id)).toEqual({ ...run, scope: to })
    const answer = { format: 'aui/v0', content: { role: 'assistant', content: [] } }
    const stranger = { ...run, scope: createVisitor() }
    await store.runs.finish(stranger, answer)
    expect(await store.runs.findActive(to, thread.id)).toBeDefined()
    await store.runs.finish(run, answer)
    expect(await store.runs.findActive(to, thread.id)).toBeUndefined()
    expect(await store.messages.find(to, thread.id, run.messageId)).toMatchObject(answer)
  })

  test('a message that is taken back after its thread has moved goes', async () => {
    const [from, to] = [createVisitor(), createVisitor()]
    const thread = await createTalk(from)
    const { run, userMessage } = await store.runs.start(from, startIn(thread.id))
    await store.threads.move(from, to)

    expect(await store.runs.takeBack(run)).toMatchObject([{ id: userMessage.id }])
    expect(await readRows(store.messages.list(to, thread.id, { limit: 10 }))).toHaveLength(2)
  })

  test('moves amid appends and new threads lose nothing', async () => {
    for (let round = 0; round < 5; round++) {
      const [from, to] = [createVisitor(), createVisitor()]
      const thread = await createTalk(from)
      const appends = Array.from({ length: 10 }, async (_, n) => {
        const externalId = `e${n}`
        await store.messages
          .append(from, thread.id, newMessage('x', { externalId }))
          .catch(() => store.messages.append(to, thread.id, newMessage('x', { externalId })))
      })
      const names = Array.from({ length: 5 }, (_, n) =>
        store.threads.create(n % 2 ? from : to, { externalId: `name ${n}`, lastMessageAt: T0 }),
      )

      await Promise.all([...appends, store.threads.move(from, to), ...names])
      await store.threads.move(from, to)

      expect(await readRows(store.messages.list(to, thread.id, { limit: 100 }))).toHaveLength(12)
      expect(await store.threads.count(to, 100)).toBe(6)
    }
  })

  test('two visitors who claim the same name at once both arrive', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two, to] = [createVisitor(), createVisitor(), createVisitor()]
      await createTalk(one, 'same')
      await createTalk(two, 'same')

      const moved = await Promise.all([
        store.threads.move(one, to),
        store.threads.move(two, to),
        store.threads.create(to, { externalId: 'same', lastMessageAt: T0 }),
      ])

      expect(moved.slice(0, 2)).toEqual([1, 1])
      const threads = await store.threads.list(to, { limit: 10 })
      expect(threads.filter(({ externalId }) => externalId === 'same')).toHaveLength(1)
      expect(threads.length).toBeGreaterThanOrEqual(2)
    }
  })
})

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { withStore } from '../testing/with-store.ts'
import { exportRows } from './backup.ts'
import { createScope, newReport, strangersOf } from './new-rows.test-support.ts'

const T0 = '2027-01-15T08:00:00.000Z'

describe.each(ENGINES)('reports on %s', (engine) => {
  let now = T0
  const { place, store } = withStore(engine, { now: () => new Date(now) })

  test('a report keeps every field, with numbers of any size', async () => {
    const scope = createScope()
    const full = newReport({
      messageId: 'm',
      traceId: 'trace',
      status: 'error',
      modelId: 'model',
      durationMs: 12.5,
      inputTokens: 3_000_000_000,
      outputTokens: 7,
      attributes: { steps: [1, { a: null }], text: 'a\0b' },
    })

    const made = await store.reports.addRun(scope, full)

    expect(made).toEqual({ ...full, id: made.id, scope, createdAt: T0 })
    expect(made.id).toMatch(/^run_\w{24}$/)
    expect(await store.reports.findRun(scope, made.id)).toEqual(made)
    expect(await store.reports.findRunInProject('default', made.id)).toEqual(made)
    const empty = await store.reports.addRun(scope, newReport())
    expect(empty).toEqual({ ...newReport(), id: empty.id, scope, createdAt: T0 })
  })

  test('many reports are kept at once, and those of known traces are not', async () => {
    const [one, two] = [createScope(), createScope()]
    const known = await store.reports.addRun(one, newReport({ traceId: 't1', modelId: 'first' }))

    await store.reports.addRuns([
      { scope: one, report: newReport({ traceId: 't1', modelId: 'again' }) },
      { scope: one, report: newReport({ traceId: 't2', modelId: 'b' }) },
      { scope: two, report: newReport({ traceId: 't1', modelId: 'c' }) },
    ])
    await store.reports.addRuns([])

    expect(await store.reports.addRun(one, newReport({ traceId: 't1' }))).toEqual(known)
    expect(await store.reports.addRun(one, newReport({ traceId: 't2' }))).toMatchObject({
      modelId: 'b',
    })
    expect(await store.reports.addRun(two, newReport({ traceId: 't1' }))).toMatchObject({
      modelId: 'c',
    })
  })

  test('the same trace of a workspace is one report, also when 20 come at once', async () => {
    const scope = createScope()
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        store.reports.addRun(scope, newReport({ traceId: 'x', modelId: `${n}` })),
      ),
    )

    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    const other = await store.reports.addRun(createScope(), newReport({ traceId: 'x' }))
    expect(other.id).not.toBe(made[0]!.id)
    const untraced = await store.reports.addRun(scope, newReport())
    expect((await store.reports.addRun(scope, newReport())).id).not.toBe(untraced.id)
  })

  test('a project lists its reports newest first, of a thread or all, page by page', async () => {
    const projectId = randomUUID()
    const ids: string[] = []
    for (let n = 0; n < 6; n++) {
      now = new Date(Date.parse(T0) + Math.floor(n / 2)).toISOString()
      const scope = { projectId, workspaceId: `w${n}`, userId: 'u' }
      ids.push((await store.reports.addRun(scope, newReport({ threadId: `t${n % 2}` }))).id)
    }
    now = T0
    const list = async (page: { limit: number; after?: string; threadId?: string }) =>
      (await store.reports.listRuns(projectId, page)).map(({ id }) => id)

    const all = await list({ limit: 10 })
    expect(all.toSorted()).toEqual(ids.toSorted())
    expect(all.slice(0, 2).toSorted()).toEqual(ids.slice(4).toSorted())
    const first = await list({ limit: 4 })
    expect([...first, ...(await list({ limit: 4, after: first[3]! }))]).toEqual(all)
    expect(await list({ limit: 10, threadId: 't1' })).toEqual([ids[5], ids[3], ids[1]])
    expect(await list({ limit: 10, after: 'unknown' })).toEqual([])
  })

  test('another workspace and another project see nothing', async () => {
    const scope = createScope()
    const own = await store.reports.addRun(scope, newReport({ traceId: 'x' }))

    for (const stranger of strangersOf(scope)) {
      expect(await store.reports.findRun(stranger, own.id)).toBeUndefined()
    }
    expect(await store.reports.findRunInProject('other', own.id)).toBeUndefined()
    expect(await store.reports.listRuns('nobody', { limit: 9, after: own.id })).toEqual([])
    expect(await store.reports.periodUsage('nobody', '2027-01-15', '2027-01-15')).toEqual({
      runs: 0,
      threads: 0,
      users: 0,
      inputTokens: 0,
      outputTokens: 0,
    })
    expect(await store.reports.findRun(scope, own.id)).toEqual(own)
  })

  test('usage counts both days, each user and thread once, and tokens of any sum', async () => {
    const projectId = randomUUID()
    const add = async (
      time: string,
      userId: string,
      threadId: string,
      inputTokens: number | null,
    ) => {
      now = time
      const scope = { projectId, workspaceId: userId, userId }
      await store.reports.addRun(scope, newReport({ threadId, inputTokens, outputTokens: 1 }))
    }
    await add('2027-01-14T23:59:59.999Z', 'u', 't', 1)
    await add('2027-01-15T00:00:00.000Z', 'u', 't', 2_000_000_000)
    await add('2027-01-15T12:00:00.000Z', 'u', 't2', 2_000_000_000)
    await add('2027-01-17T23:59:59.999Z', 'v', 't', null)
    await add('2027-01-18T00:00:00.000Z', 'w', 't', 1)
    now = T0

    const [from, to] = ['2027-01-15', '2027-01-17']
    expect(await store.reports.dailyUsage(projectId, from, to)).toEqual([
      { day: from, runs: 2, threads: 2, users: 1, inputTokens: 4_000_000_000, outputTokens: 2 },
      { day: to, runs: 1, threads: 1, users: 1, inputTokens: 0, outputTokens: 1 },
    ])
    expect(await store.reports.periodUsage(projectId, from, to)).toEqual({
      runs: 3,
      threads: 2,
      users: 2,
      inputTokens: 4_000_000_000,
      outputTokens: 3,
    })
  })

  test('events are kept with their owner and time', async () => {
    const scope = createScope()
    const event = { kind: 'sent', threadId: null, messageId: null, runId: null, value: null }

    await store.reports.addEvents(scope, [])
    await store.reports.addEvents(scope, [
      { ...event, props: null },
      { ...event, threadId: 't', messageId: 'm', runId: 'r', value: 1.5, props: { a: 'b' } },
    ])

    const owner = { project_id: 'default', workspace_id: scope.workspaceId, user_id: scope.userId }
    const kept = { ...owner, kind: 'sent', created_at: T0 }
    const rows: unknown[] = []
    for await (const { table, row } of exportRows(place)) if (table === 'events') rows.push(row)
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual(expect.objectContaining({ ...kept, thread_id: null, value: null }))
    expect(rows).toContainEqual(
      expect.objectContaining({ ...kept, thread_id: 't', value: 1.5, props: '{"a":"b"}' }),
    )
  })
})

import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { createAnonymousIdentity } from '../auth/identity.ts'
import { readAllRows } from '../testing/read-all-rows.ts'
import { withStore } from '../testing/with-store.ts'
import { newFile, newMessage, newReport, newScore } from './new-rows.test-support.ts'
import type { Scope } from './store.ts'

const LONG_AGO = '2027-01-15T08:00:00.000Z'
const T0 = '2027-03-15T08:00:00.000Z'
const T1 = '2027-03-15T09:00:00.000Z'

describe.each(ENGINES)('what idle visitors said, on %s', (engine) => {
  let now: string
  const { place, store } = withStore(engine, { now: () => new Date(now), lasts: 'test' })
  beforeEach(() => {
    now = LONG_AGO
  })

  async function createSession({ projectId, userId }: Scope, expiresAt: string) {
    await store.sessions.create({
      tokenHash: randomUUID(),
      sessionId: randomUUID(),
      projectId,
      userId,
      parentHash: null,
      childHash: null,
      createdAt: LONG_AGO,
      usedAt: null,
      expiresAt,
      startedAt: LONG_AGO,
    })
  }

  /** Rows of a user with texts of every kind, with `mark` in them. */
  async function fill(scope: Scope, mark: string) {
    const { thread, run } = await store.runs.start(scope, {
      thread: `thread of ${mark}`,
      owner: 'server',
      leaseUntil: LONG_AGO,
      turn: { type: 'submit', ...newMessage(`I am ${mark}`), externalId: 'm' },
    })
    await store.runs.appendChunks([{ runId: run.id, seq: 0, data: mark }])
    await store.threads.update(scope, thread.id, { title: mark, metadata: { mark } })
    const key = randomUUID()
    await store.files.create(newFile(scope, { key, filename: `${mark}.txt` }))
    await store.files.attach(scope, thread.id, [key])
    const target = { threadId: thread.id, messageId: null, runId: null }
    await store.scores.put(scope, newScore({ ...target, value: 0.25, comment: mark }))
    const facts = { threadId: thread.id, inputTokens: 7, outputTokens: 3 }
    await store.reports.addRun(scope, newReport({ ...facts, attributes: { output: mark } }))
    const event = { kind: 'sent', ...target, value: 5, props: { mark } }
    await store.reports.addEvents(scope, [event])
    return { thread, target }
  }

  const countTables = async (mark: string) =>
    Object.values(await readAllRows(place)).filter((rows) => rows.some((row) => row.includes(mark)))
      .length

  /** As the server does it, step by step, with the removed files. */
  async function purgeAll(limit = 1_000) {
    const steps: number[] = []
    while (steps.at(-1) !== 0) {
      const idleBefore = T0
      steps.push(await store.maintenance.purge({ now: T0, endedBefore: T0, idleBefore, limit }))
    }
    await store.files.remove(
      await store.files.takeOrphans({ named: LONG_AGO, unnamed: LONG_AGO }, 1_000),
    )
    return steps
  }

  test('no text is left of a removed visitor, in no table, and the figures stay', async () => {
    const visitor = createAnonymousIdentity('default')
    await createSession(visitor, LONG_AGO)
    const { target } = await fill(visitor, 'canary')
    expect(await countTables('canary')).toBe(7)

    // The session, the thread, the batch of events, and the texts of three rows.
    expect(await purgeAll()).toEqual([6, 0])

    expect(await countTables('canary')).toBe(0)
    expect(await store.scores.find(visitor, 'rating', target)).toMatchObject({
      value: 0.25,
      comment: null,
    })
    const [report] = await store.reports.listRuns('default', { limit: 9 })
    expect(report).toMatchObject({ inputTokens: 7, outputTokens: 3, attributes: {} })
    const { events = [] } = await readAllRows(place)
    expect(events).toHaveLength(1)
    expect(events[0]).toContain('["value",5]')
  })

  test('a visitor who deleted their threads leaves no text either', async () => {
    const visitor = createAnonymousIdentity('default')
    const { thread } = await fill(visitor, 'canary')
    await store.threads.remove(visitor, thread.id)
    expect(await countTables('canary')).toBeGreaterThan(0)

    await purgeAll()

    expect(await countTables('canary')).toBe(0)
  })

  test('visitors with a session, active ones and named users keep their texts', async () => {
    const signedIn = createAnonymousIdentity('default')
    await createSession(signedIn, T0)
    await fill(signedIn, 'signed in')
    const writing = createAnonymousIdentity('default')
    await fill(writing, 'writing')
    await store.threads.create(writing, { lastMessageAt: T0 })
    await fill({ projectId: 'default', workspaceId: 'ada', userId: 'ada' }, 'named')
    const { event_batches: batches, ...kept } = await readAllRows(place)

    expect(await purgeAll()).toEqual([batches!.length, 0])

    expect(await readAllRows(place)).toEqual({ ...kept, event_batches: [] })
  })

  test('what was said a moment ago stays until it rests as long', async () => {
    const visitor = createAnonymousIdentity('default')
    const { thread } = await fill(visitor, 'old')
    await store.threads.remove(visitor, thread.id)
    now = T0
    await store.scores.put(visitor, newScore({ threadId: 't', comment: 'new' }))

    await purgeAll()
    expect([await countTables('old'), await countTables('new')]).toEqual([0, 1])

    const times = { now: T1, endedBefore: T1, idleBefore: T1, limit: 1_000 }
    expect(await store.maintenance.purge(times)).toBe(1)
    expect(await countTables('new')).toBe(0)
  })

  test('no more rows than the limit lose their words at once, the rest the next time', async () => {
    for (let n = 0; n < 5; n++) {
      const visitor = createAnonymousIdentity('default')
      const { thread } = await fill(visitor, 'canary')
      await store.threads.remove(visitor, thread.id)
    }

    expect(await purgeAll(4)).toEqual([16, 4, 0])
    expect(await countTables('canary')).toBe(0)
  })
})

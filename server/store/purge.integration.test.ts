import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { createAnonymousIdentity } from '../auth/identity.ts'
import { withTables } from '../testing/add-source.ts'
import { withStore } from '../testing/with-store.ts'
import { newFile, newMessage } from './new-rows.test-support.ts'
import type { Scope } from './store.ts'
import { readRows } from './read-rows.test-support.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const T1 = '2027-01-15T09:00:00.000Z'
const LONG_AGO = '2000-01-01T00:00:00.000Z'
const NOTHING = { now: LONG_AGO, endedBefore: LONG_AGO, idleBefore: LONG_AGO, limit: 1_000 }

describe.each(ENGINES)('purges on %s', (engine) => {
  const { place, store } = withStore(engine, { now: () => new Date(T0), lasts: 'test' })

  async function createSession(expiresAt: string, { projectId, userId }: Scope) {
    const tokenHash = randomUUID()
    await store.sessions.create({
      tokenHash,
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
    return tokenHash
  }

  const createIdle = async (scope: Scope, lastMessageAt: string) =>
    (await store.threads.create(scope, { lastMessageAt })).id

  test('refresh tokens that ended go; one that ends just now stays', async () => {
    const visitor = createAnonymousIdentity('default')
    const ended = await createSession('2027-01-15T07:59:59.999Z', visitor)
    const live = await createSession(T0, visitor)

    expect(await store.maintenance.purge(NOTHING)).toBe(0)
    expect(await store.maintenance.purge({ ...NOTHING, now: T0 })).toBe(1)

    expect(await store.sessions.find(ended)).toBeUndefined()
    expect(await store.sessions.find(live)).toBeDefined()
  })

  test('acts at the desk go after their time, and forget a conversation that is removed before', async () => {
    const forgotten = { user_id: null, target: null, details: '{}' }
    const project = { projectId: 'default' }
    const visitor = createAnonymousIdentity('default')
    const ada = { ...project, workspaceId: 'ada', userId: 'ada' }
    const idle = await createIdle(visitor, LONG_AGO)
    const expired = await createIdle(ada, LONG_AGO)
    const kept = await createIdle(ada, T0)
    const read = { ...project, person: null, act: 'conversation.unmask', details: { message: 'm' } }
    await store.desk.audit.add({ ...read, target: idle, userId: visitor.userId })
    await store.desk.audit.add({ ...read, target: expired, userId: 'ada' })
    await store.desk.audit.add({ ...read, target: kept, userId: 'ada' })

    await store.maintenance.purge({ ...NOTHING, now: T0, idleBefore: T0 })
    await store.facts.removeExpired({ ...project, isAnonymous: false, before: T0 }, 10)

    await withTables(place, async (db) => {
      const rows = await db
        .selectFrom('desk_audit')
        .select(['user_id', 'target', 'details'])
        .execute()
      expect(rows).toHaveLength(3)
      expect(rows.filter(({ details }) => details === '{}')).toEqual([forgotten, forgotten])
      expect(rows).toContainEqual({ user_id: 'ada', target: kept, details: '{"message":"m"}' })
    })
    expect(await store.maintenance.purge({ ...NOTHING, auditBefore: T0 })).toBe(0)
    expect(await store.maintenance.purge({ ...NOTHING, auditBefore: T1 })).toBe(3)
    expect(await store.desk.audit.list({ projectId: null, limit: 9 })).toEqual([])
  })

  test('blocks of addresses that ended go, and proofs whose time is over', async () => {
    const block = (addressKey: string, endsAt: string) =>
      store.blockedAddresses.block({
        addressKey,
        projectId: null,
        isForEverybody: false,
        reason: null,
        endsAt,
      })
    await block('a', '2027-01-15T08:00:00.001Z')
    await block('b', '2027-01-15T08:00:00.002Z')
    await store.spentProofs.spend('a', T0)
    await store.spentProofs.spend('b', T1)

    const now = '2027-01-15T08:00:00.002Z'
    expect(await store.maintenance.purge(NOTHING)).toBe(0)
    expect(await store.maintenance.purge({ ...NOTHING, now })).toBe(2)

    expect(await store.blockedAddresses.list()).toMatchObject([{ addressKey: 'b' }])
    expect(await store.spentProofs.spend('a', T1)).toBe(true)
    expect(await store.spentProofs.spend('b', T1)).toBe(false)
  })

  test('runs that ended go, open ones and answers stay', async () => {
    const scope = { projectId: 'default', workspaceId: 'w', userId: 'u' }
    const start = (externalId: string) =>
      store.runs.start(scope, {
        thread: externalId,
        owner: 'server',
        leaseUntil: T1,
        turn: { type: 'submit', ...newMessage('asks'), externalId },
      })
    const { run, thread } = await start('a')
    await start('b')
    await store.runs.finish(run, { format: 'aui/v0', content: { role: 'assistant', content: [] } })

    expect(await store.maintenance.purge({ ...NOTHING, endedBefore: T0 })).toBe(0)
    expect(await store.maintenance.purge({ ...NOTHING, endedBefore: T1 })).toBe(1)
    expect(await store.maintenance.purge({ ...NOTHING, endedBefore: T1 })).toBe(0)

    expect(await store.messages.find(scope, thread.id, run.messageId)).toBeDefined()
    const open = (await store.threads.find(scope, 'b'))!.id
    expect(await store.runs.findActive(scope, open)).toBeDefined()
  })

  test('a visitor goes whose sessions ended and whose threads all rest', async () => {
    const gone = createAnonymousIdentity('default')
    const signedIn = createAnonymousIdentity('default')
    const writing = createAnonymousIdentity('default')
    const named = { projectId: 'default', workspaceId: 'w', userId: 'u' }
    await createSession(LONG_AGO, gone)
    await createSession(T1, signedIn)
    // A valid session of the same name in another project has no effect here.
    await createSession(T1, { ...gone, projectId: 'other' })
    for (const scope of [gone, gone, signedIn, writing, named]) await createIdle(scope, LONG_AGO)
    await createIdle(writing, T0)
    const [thread] = await store.threads.list(gone, { limit: 1 })
    await store.messages.append(gone, thread!.id, newMessage('x'))
    await store.threads.update(gone, thread!.id, { lastMessageAt: LONG_AGO })
    const key = randomUUID()
    await store.files.create(newFile(gone, { key }))
    await store.files.attach(gone, thread!.id, [key])

    expect(await store.maintenance.purge(NOTHING)).toBe(0)
    // Two threads, and the ended session.
    expect(await store.maintenance.purge({ ...NOTHING, now: T0, idleBefore: T0 })).toBe(3)

    expect(await store.threads.count(gone, 10)).toBe(0)
    expect(await readRows(store.messages.list(gone, thread!.id, { limit: 10 }))).toEqual([])
    expect(await store.files.takeOrphans({ named: T0, unnamed: T0 }, 10)).toEqual([key])
    expect(await store.threads.count(signedIn, 10)).toBe(1)
    expect(await store.threads.count(writing, 10)).toBe(2)
    expect(await store.threads.count(named, 10)).toBe(1)
  })

  test('events go with their time, and one that is just old enough stays', async () => {
    const scope = createAnonymousIdentity('default')
    const event = { kind: 'sent', threadId: null, messageId: null, runId: null, value: 1 }
    await store.reports.addEvents(scope, [
      { ...event, props: null },
      { ...event, props: { a: 1 } },
    ])
    const purge = (rest: object) => store.maintenance.purge({ ...NOTHING, ...rest })

    expect(await purge({})).toBe(0)
    expect(await purge({ eventsBefore: T0 })).toBe(0)
    expect(await purge({ eventsBefore: '2027-01-15T08:00:00.001Z', limit: 1 })).toBe(1)
    expect(await purge({ eventsBefore: T1 })).toBe(1)
    expect(await purge({ eventsBefore: T1 })).toBe(0)
  })

  test('no more than the limit of each kind goes at once, the rest the next time', async () => {
    const scopes = Array.from({ length: 5 }, () => createAnonymousIdentity('default'))
    for (const scope of scopes) {
      await createSession(LONG_AGO, scope)
      await createIdle(scope, LONG_AGO)
    }
    const purge = () => store.maintenance.purge({ ...NOTHING, now: T0, idleBefore: T0, limit: 4 })

    expect(await purge()).toBe(8)
    expect(await purge()).toBe(2)
    expect(await purge()).toBe(0)
  })
})

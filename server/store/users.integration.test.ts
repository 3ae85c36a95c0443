import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { withStore } from '../testing/with-store.ts'
import { exportRows } from './backup.ts'
import { newFile, newMessage, newReport, newScore } from './new-rows.test-support.ts'
import type { Scope } from './store.ts'
import { readRows } from './read-rows.test-support.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const T1 = '2027-01-15T09:00:00.000Z'

describe.each(ENGINES)('users on %s', (engine) => {
  let ms = Date.parse(T0)
  const { place, store } = withStore(engine, { now: () => new Date(ms) })

  async function createSession(projectId: string, userId: string) {
    await store.sessions.create({
      tokenHash: randomUUID(),
      sessionId: randomUUID(),
      projectId,
      userId,
      parentHash: null,
      childHash: null,
      createdAt: T0,
      usedAt: null,
      expiresAt: T1,
      startedAt: T0,
    })
  }

  /** A thread with rows of every kind, created by `scope`. */
  async function fill(scope: Scope) {
    const thread = await store.threads.create(scope, { lastMessageAt: T0 })
    const { run } = await store.runs.start(scope, {
      thread: thread.id,
      owner: 'server',
      leaseUntil: T1,
      turn: { type: 'submit', ...newMessage('asks'), externalId: 'm' },
    })
    await store.runs.appendChunks([{ runId: run.id, seq: 0, data: 'x' }])
    const key = randomUUID()
    await store.files.create(newFile(scope, { key }))
    await store.files.attach(scope, thread.id, [key])
    const target = { threadId: thread.id, messageId: null, runId: null }
    await store.scores.put(scope, newScore(target))
    await store.reports.addRun(scope, newReport({ threadId: thread.id }))
    const event = { kind: 'sent', threadId: null, messageId: null, runId: null, value: null }
    await store.reports.addEvents(scope, [{ ...event, props: null }])
    return { thread, key, run }
  }

  test('an export begins with what was made first, whatever the database’s own order', async () => {
    const [projectId, userId] = [randomUUID(), randomUUID()]
    const own = { projectId, workspaceId: userId, userId }
    const made: string[] = []
    for (let n = 0; n < 8; n += 1) {
      ms += 1
      made.push((await fill(own)).thread.id)
    }

    const data = await store.users.export(projectId, userId)

    expect(data.threads.map(({ id }) => id)).toEqual(made)
    expect([...new Set(data.messages.map(({ threadId }) => threadId))]).toEqual(made)
    expect(data.scores.map(({ threadId }) => threadId)).toEqual(made)
    expect(data.reports.map(({ threadId }) => threadId)).toEqual(made)
    expect(data.files.map(({ threadId }) => threadId)).toEqual(made)
  })

  async function countRowsWith(text: string) {
    let count = 0
    for await (const { row } of exportRows(place)) {
      if (Object.values(row).some((value) => String(value).includes(text))) count += 1
    }
    return count
  }

  test('export and erasure reach the own workspace and what was made elsewhere, no more', async () => {
    const projectId = randomUUID()
    const userId = randomUUID()
    const own = { projectId, workspaceId: userId, userId }
    const team = { projectId, workspaceId: 'team', userId }
    const helper = { projectId, workspaceId: userId, userId: 'helper' }
    const colleague = { projectId, workspaceId: 'team', userId: 'colleague' }
    const elsewhere = { ...own, projectId: randomUUID() }
    const mine = [await fill(own), await fill(team), await fill(helper)]
    const others = [await fill(colleague), await fill(elsewhere)]
    await createSession(projectId, userId)
    await createSession(projectId, 'colleague')

    const data = await store.users.export(projectId, userId)
    const { threads, messages, scores, reports } = data
    expect([threads, messages, scores, reports].map(({ length }) => length)).toEqual([3, 3, 3, 3])

    const threadIds = new Set(mine.map(({ thread }) => thread.id))
    expect(new Set(data.threads.map(({ id }) => id))).toEqual(threadIds)
    expect(new Set(data.messages.map(({ threadId }) => threadId))).toEqual(threadIds)
    expect(new Set(data.scores.map(({ threadId }) => threadId))).toEqual(threadIds)
    expect(new Set(data.reports.map(({ threadId }) => threadId))).toEqual(threadIds)
    expect(data.files.map(({ key }) => key).toSorted()).toEqual(
      mine.map(({ key }) => key).toSorted(),
    )
    expect(await store.users.export(projectId, 'nobody')).toEqual({
      threads: [],
      messages: [],
      scores: [],
      reports: [],
      files: [],
    })

    const erased = await store.users.erase(projectId, userId)

    expect(erased).toMatchObject({ threads: 3, runs: 3 })
    expect(erased.fileKeys.toSorted()).toEqual(mine.map(({ key }) => key).toSorted())
    for (const { thread, key, run } of mine) {
      for (const id of [thread.id, key, run.id]) expect(await countRowsWith(id)).toBe(0)
    }
    for (const { thread, key, run } of others) {
      for (const id of [thread.id, key, run.id]) expect(await countRowsWith(id)).toBeGreaterThan(0)
    }
    expect(await countRowsWith('colleague')).toBeGreaterThan(0)
    // Only the other project has the user.
    const left = await store.users.export(elsewhere.projectId, userId)
    expect(left.threads).toHaveLength(1)
    await store.users.erase(elsewhere.projectId, userId)
    expect(await countRowsWith(userId)).toBe(0)
    expect(await store.users.erase(projectId, userId)).toEqual({
      threads: 0,
      runs: 0,
      fileKeys: [],
    })
  })

  test('within a workspace, erasure reaches what the user made there, or all of it where it is their own', async () => {
    const projectId = randomUUID()
    const userId = randomUUID()
    const own = { projectId, workspaceId: userId, userId }
    const team = { projectId, workspaceId: 'team', userId }
    const helper = { ...own, userId: 'helper' }
    const colleague = { ...team, userId: 'colleague' }
    const [inOwn, inTeam, ofHelper] = [await fill(own), await fill(team), await fill(helper)]
    const ofColleague = await fill(colleague)
    const areThere = async (...made: readonly Awaited<ReturnType<typeof fill>>[]) => {
      const ids = made.flatMap(({ thread, key, run }) => [thread.id, key, run.id])
      return (await Promise.all(ids.map(countRowsWith))).map((count) => count > 0)
    }

    const erased = await store.users.erase(projectId, userId, 'team')

    expect(erased).toEqual({ threads: 1, runs: 1, fileKeys: [inTeam.key] })
    expect(await areThere(inTeam)).toEqual([false, false, false])
    expect(await areThere(inOwn, ofHelper, ofColleague)).not.toContain(false)

    expect(await store.users.erase(projectId, userId, userId)).toMatchObject({
      threads: 2,
      runs: 2,
    })

    expect(await areThere(inOwn, ofHelper)).not.toContain(true)
    expect(await areThere(ofColleague)).not.toContain(false)
  })

  test('a run that the user started in a colleague’s thread goes, its message and thread stay', async () => {
    const projectId = randomUUID()
    const colleague = { projectId, workspaceId: 'team', userId: 'colleague' }
    const guest = { ...colleague, userId: randomUUID() }
    const thread = await store.threads.create(colleague, { lastMessageAt: T0 })
    const { run } = await store.runs.start(guest, {
      thread: thread.id,
      owner: 'server',
      leaseUntil: T1,
      turn: { type: 'submit', ...newMessage('asks'), externalId: 'm' },
    })

    await store.users.erase(projectId, guest.userId)

    expect(await store.runs.findActive(colleague, thread.id)).toBeUndefined()
    await store.runs.finish(run, { format: 'aui/v0', content: { role: 'assistant', content: [] } })
    expect(await readRows(store.messages.list(colleague, thread.id, { limit: 9 }))).toHaveLength(1)
    expect(await countRowsWith(guest.userId)).toBe(0)
  })

  test('a colleague’s file in an erased thread is told to go', async () => {
    const projectId = randomUUID()
    const owner = { projectId, workspaceId: 'team', userId: randomUUID() }
    const colleague = { ...owner, userId: 'colleague' }
    const { thread } = await fill(owner)
    const elsewhere = await fill(colleague)
    const { key } = newFile(colleague)
    await store.files.create({ ...newFile(colleague), key })
    await store.files.attach(colleague, thread.id, [key, elsewhere.key])

    await store.users.erase(projectId, owner.userId)

    const orphans = await store.files.takeOrphans({ named: T0, unnamed: T0 }, 1_000)
    expect(orphans).toContain(key)
    expect(orphans).not.toContain(elsewhere.key)
  })
})

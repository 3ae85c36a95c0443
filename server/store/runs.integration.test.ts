import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { withTables } from '../testing/add-source.ts'
import { withStore } from '../testing/with-store.ts'
import { DATABASE_FILE } from './dialect-sqlite.ts'
import type { Scope } from './store.ts'
import { insertAll } from './insert-all.test-support.ts'
import { readRows } from './read-rows.test-support.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const T1 = '2027-01-15T08:00:10.000Z'
const T2 = '2027-01-15T08:00:20.000Z'
const FORMAT = 'aui/v0'
const answer = { format: FORMAT, content: { role: 'assistant', content: ['done'] } }
const question = { role: 'user', content: ['question'] }

describe.each(ENGINES)('runs on %s', (engine) => {
  const { place, store } = withStore(engine, { now: () => new Date(T1) })

  async function startRun({ owner = randomUUID(), leaseUntil = T1 } = {}) {
    const scope: Scope = { projectId: 'default', workspaceId: randomUUID(), userId: 'user' }
    const started = await store.runs.start(scope, {
      thread: 'thread',
      owner,
      leaseUntil,
      turn: { type: 'submit', parent: null, externalId: 'u1', format: FORMAT, content: question },
    })
    return { ...started, scope, owner }
  }

  /** Deletes a thread directly, as the operator could. */
  async function deleteThread(id: string) {
    if (place.databaseUrl === undefined) {
      const file = new DatabaseSync(join(place.dataDir, DATABASE_FILE))
      file.prepare('delete from threads where id = ?').run(id)
      file.close()
      return
    }
    const client = new pg.Client({ connectionString: place.databaseUrl })
    await client.connect()
    await client.query('delete from threads where id = $1', [id])
    await client.end()
  }

  test('checkpoints of several runs are read back in order, each run its own', async () => {
    const one = await startRun()
    const two = await startRun()

    await store.runs.appendChunks([
      { runId: one.run.id, seq: 2, data: '{"b":"\\u0000"}' },
      { runId: two.run.id, seq: 0, data: 'x' },
      { runId: one.run.id, seq: 0, data: '{"a":1}\n{"a":2}' },
    ])
    await store.runs.appendChunks([])

    expect(await store.runs.readChunks([one.run.id])).toEqual([
      { runId: one.run.id, seq: 0, data: '{"a":1}\n{"a":2}' },
      { runId: one.run.id, seq: 2, data: '{"b":"\\u0000"}' },
    ])
    expect(await store.runs.readChunks([two.run.id])).toHaveLength(1)
  })

  test('a checkpoint that comes twice counts once, and a thousand and one come through', async () => {
    const { run } = await startRun()
    const chunks = Array.from({ length: 1_001 }, (_, seq) => ({ runId: run.id, seq, data: 'x' }))

    await store.runs.appendChunks(chunks)
    await store.runs.appendChunks(chunks.slice(0, 3))

    expect(await store.runs.readChunks([run.id])).toEqual(chunks)
  })

  test('late checkpoints of an ended run are dropped and do not harm the others', async () => {
    const ended = await startRun()
    const open = await startRun()
    await store.runs.finish(ended.run, answer)

    await store.runs.appendChunks([
      { runId: ended.run.id, seq: 0, data: 'late' },
      { runId: 'run_unknown', seq: 0, data: 'lost' },
      { runId: open.run.id, seq: 0, data: 'kept' },
    ])

    expect(await store.runs.readChunks([ended.run.id])).toEqual([])
    expect(await store.runs.readChunks([open.run.id])).toHaveLength(1)
  })

  test('checkpoints that race with the end of their run leave nothing behind', async () => {
    const started = await Promise.all(Array.from({ length: 40 }, () => startRun()))

    await Promise.all(
      started.flatMap(({ run }) => [
        store.runs.appendChunks([{ runId: run.id, seq: 0, data: 'x' }]),
        store.runs.finish(run, answer),
        store.runs.appendChunks([{ runId: run.id, seq: 1, data: 'x' }]),
      ]),
    )

    const left = await Promise.all(started.map(({ run }) => store.runs.readChunks([run.id])))
    expect(left.flat()).toEqual([])
  })

  test('finish writes the answer below the user message, drops checkpoints, closes the run', async () => {
    const { run, thread, userMessage, scope } = await startRun()
    await store.runs.appendChunks([{ runId: run.id, seq: 0, data: 'x' }])

    await store.runs.finish(run, answer)

    const saved = await store.messages.find(scope, thread.id, run.messageId)
    expect(saved).toMatchObject({
      ...answer,
      parentId: userMessage.id,
      height: 1,
      externalId: null,
    })
    expect(await store.runs.readChunks([run.id])).toEqual([])
    expect(await store.runs.findActive(scope, thread.id)).toBeUndefined()
    expect(await store.messages.path(scope, thread.id, run.messageId)).toEqual([userMessage, saved])
  })

  test('a late interruption and a finish after a take-back change nothing, and say so', async () => {
    const finished = await startRun()
    expect(await store.runs.finish(finished.run, answer)).toBe(true)
    const late = { ...answer, content: { role: 'assistant', late: true } }
    expect(await store.runs.interrupt(finished.run, late)).toBe(false)
    expect(
      await store.messages.find(finished.scope, finished.thread.id, finished.run.messageId),
    ).toMatchObject(answer)

    const taken = await startRun()
    await store.runs.takeBack(taken.run)
    expect(await store.runs.finish(taken.run, answer)).toBe(false)
    expect(await readRows(store.messages.list(taken.scope, taken.thread.id, { limit: 9 }))).toEqual(
      [],
    )
  })

  test('of 20 finishes and take-backs at once, one takes effect', async () => {
    const { run, thread, scope } = await startRun()

    const removed = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? store.runs.finish(run, answer) : store.runs.takeBack(run),
      ),
    )

    const rows = await readRows(store.messages.list(scope, thread.id, { limit: 9 }))
    const tookBack = removed.filter((ids) => Array.isArray(ids) && ids.length > 0)
    const outcome = `${rows.length} rows, ${tookBack.length} taken back`
    expect(['2 rows, 0 taken back', '0 rows, 1 taken back']).toContain(outcome)
    expect(await store.runs.findActive(scope, thread.id)).toBeUndefined()
  })

  test('a take-back removes the message that the run saved, and says which, once', async () => {
    const { run, thread, userMessage, scope } = await startRun()
    await store.runs.appendChunks([{ runId: run.id, seq: 0, data: 'x' }])

    expect(await store.runs.takeBack(run)).toEqual([{ id: userMessage.id, externalId: 'u1' }])
    expect(await store.runs.takeBack(run)).toEqual([])
    expect(await readRows(store.messages.list(scope, thread.id, { limit: 9 }))).toEqual([])
    expect(await store.runs.readChunks([run.id])).toEqual([])
    expect(await store.runs.findActive(scope, thread.id)).toBeUndefined()
  })

  test('a take-back keeps a message that has another child or that another run saved', async () => {
    const { run, thread, userMessage, scope } = await startRun()
    const child = { parent: userMessage.id, externalId: null, ...answer }
    await store.messages.append(scope, thread.id, child)
    expect(await store.runs.takeBack(run)).toEqual([])
    expect(await readRows(store.messages.list(scope, thread.id, { limit: 9 }))).toHaveLength(2)

    const again = await store.runs.start(scope, {
      thread: thread.id,
      owner: 'me',
      leaseUntil: T1,
      turn: { type: 'regenerate', message: userMessage.id },
    })
    expect(await store.runs.takeBack(again.run)).toEqual([])
    expect(await store.runs.findActive(scope, thread.id)).toBeUndefined()
    expect(await store.messages.find(scope, thread.id, userMessage.id)).toEqual(userMessage)
  })

  test('after a take-back the same message may be sent again', async () => {
    const { run, scope, userMessage } = await startRun()
    await store.runs.takeBack(run)

    const again = await store.runs.start(scope, {
      thread: 'thread',
      owner: 'me',
      leaseUntil: T1,
      turn: { type: 'submit', parent: null, externalId: 'u1', format: FORMAT, content: question },
    })

    expect(again.run.ownsUserMessage).toBe(true)
    expect(again.userMessage.id).not.toBe(userMessage.id)
  })

  test('only the scope of the run finds it, and only while it is open', async () => {
    const { run, thread, scope } = await startRun()

    expect(await store.runs.findActive(scope, thread.id)).toEqual(run)
    const stranger = { ...scope, workspaceId: 'other' }
    expect(await store.runs.findActive(stranger, thread.id)).toBeUndefined()
    await store.runs.finish({ ...run, scope: stranger }, answer)
    expect(await store.runs.findActive(scope, thread.id)).toEqual(run)
    await store.runs.finish(run, answer)
    expect(await store.runs.findActive(scope, thread.id)).toBeUndefined()
  })

  test('a renewed lease keeps a run from being abandoned; an ended run never is', async () => {
    const { run, owner } = await startRun({ leaseUntil: T0 })
    const ended = await startRun({ leaseUntil: T0 })
    await store.runs.finish(ended.run, answer)
    const isAbandoned = async (by: string, time: string, driven: string[] = []) =>
      (await store.runs.listAbandoned(by, driven, time)).some(({ id }) => id === run.id)

    expect(await isAbandoned('another', T1)).toBe(true)
    // Its own process lists it too, once no code drives it there.
    expect(await isAbandoned(owner, T1, [run.id])).toBe(false)
    expect(await isAbandoned(owner, T1)).toBe(true)
    await store.runs.renewLeases([run.id], T2)
    expect(await isAbandoned(owner, T1)).toBe(false)
    // The embedded database has one process, so a run of another owner is abandoned.
    expect(await isAbandoned('another', T1)).toBe(engine === 'sqlite')
    const all = await store.runs.listAbandoned('another', [], T2)
    expect(all.map(({ id }) => id)).not.toContain(ended.run.id)
    await store.runs.renewLeases(['nobody', ended.run.id], T0)
    await store.runs.renewLeases([], T0)
    expect(await isAbandoned('another', T2)).toBe(engine === 'sqlite')
    expect(await isAbandoned('another', '2027-01-15T08:00:20.001Z')).toBe(true)
  })

  test('an abandoned run carries what is needed to finish it', async () => {
    const { run, scope, thread } = await startRun({ leaseUntil: T0 })

    const found = (await store.runs.listAbandoned('another', [], T1)).find(
      ({ id }) => id === run.id,
    )

    expect(found).toEqual(run)
    await store.runs.finish(found!, answer)
    expect(await readRows(store.messages.list(scope, thread.id, { limit: 9 }))).toHaveLength(2)
  })

  test('a deleted thread takes messages, runs and checkpoints along, and late writes change nothing', async () => {
    const { run, thread, scope } = await startRun()
    const kept = await startRun()
    const root = await store.messages.append(scope, thread.id, {
      parent: null,
      externalId: null,
      ...answer,
    })
    // Deeper than SQLite follows cascades from row to row.
    const depths = Array.from({ length: 1_100 }, (_, index) => index + 1)
    const idAt = (depth: number) => (depth === 0 ? root.id : `${root.id}-${depth}`)
    await withTables(place, (db) =>
      insertAll(db, 'messages', depths, (depth) => ({
        project_id: scope.projectId,
        workspace_id: scope.workspaceId,
        id: idAt(depth),
        thread_id: thread.id,
        parent_id: idAt(depth - 1),
        external_id: null,
        format: FORMAT,
        content: JSON.stringify(answer.content),
        height: depth,
        created_at: T1,
        updated_at: T1,
      })),
    )
    await store.runs.appendChunks([{ runId: run.id, seq: 0, data: 'x' }])

    await deleteThread(thread.id)

    await store.runs.finish(run, answer)
    await store.runs.appendChunks([{ runId: run.id, seq: 1, data: 'late' }])
    expect(await store.runs.takeBack(run)).toEqual([])
    expect(await store.threads.find(scope, thread.id)).toBeUndefined()
    expect(await readRows(store.messages.list(scope, thread.id, { limit: 9 }))).toEqual([])
    expect(await store.runs.readChunks([run.id])).toEqual([])
    expect(
      await readRows(store.messages.list(kept.scope, kept.thread.id, { limit: 9 })),
    ).toHaveLength(1)
  })
})

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, inject, onTestFinished, test } from 'vitest'
import { type Engine, ENGINES } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { exportRows } from './backup.ts'
import { RUNS_PER_READ } from './run-chunks.ts'
import { DATABASE_FILE } from './dialect-sqlite.ts'
import { openStore } from './store.ts'

const T0 = '2026-11-21T08:00:00.000Z'
const FORMAT = 'aui/v0'
const ANSWER = { format: FORMAT, content: { role: 'assistant', content: [] } }

async function setUp(engine: Engine) {
  const place = await createMigratedPlace(engine, inject('postgresUrl'))
  const store = await openStore({ ...place, now: () => new Date(T0) })
  onTestFinished(async () => {
    await store.close()
    await place.remove()
  })
  async function startRun() {
    const scope = { projectId: 'default', workspaceId: randomUUID(), userId: 'user' }
    const content = { role: 'user', content: [] }
    const turn = { type: 'submit' as const, parent: null, externalId: 'q', format: FORMAT, content }
    const started = await store.runs.start(scope, {
      thread: 'thread',
      owner: 'owner',
      leaseUntil: T0,
      turn,
    })
    return started.run
  }
  return { place, store, startRun }
}

test('with the embedded database, ended runs leave no checkpoint behind the oldest open one', async () => {
  const { place, store, startRun } = await setUp('sqlite')
  const [first, second, third] = [await startRun(), await startRun(), await startRun()]
  const save = (seq: number) =>
    store.runs.appendChunks(
      [first, second, third].map(({ id: runId }) => ({ runId, seq, data: 'x' })),
    )
  const readOwners = () => {
    const file = new DatabaseSync(join(place.dataDir, DATABASE_FILE), { readOnly: true })
    const rows = file.prepare('select run_id from run_chunks order by rowid').all()
    file.close()
    return rows.map((row) => row['run_id'])
  }
  await save(0)

  await store.runs.finish(second, ANSWER)
  await save(1)
  // The first run is open, and later checkpoints are behind its first.
  expect(readOwners()).toHaveLength(6)
  await store.runs.finish(first, ANSWER)
  expect(readOwners()).toEqual([third, first, second, third].map(({ id }) => id))
  await store.runs.finish(third, ANSWER)

  expect(readOwners()).toEqual([])
})

test.each(ENGINES)(
  'a backup has the checkpoints of all open runs and of no other, on %s',
  async (engine) => {
    const { place, store, startRun } = await setUp(engine)
    const runs = []
    for (let n = 0; n <= RUNS_PER_READ; n += 1) runs.push(await startRun())
    const ended = await startRun()
    const chunks = [...runs, ended].flatMap(({ id: runId }) => [
      { runId, seq: 0, data: 'a\nb' },
      { runId, seq: 2, data: 'c' },
    ])
    await store.runs.appendChunks(chunks)
    await store.runs.finish(ended, ANSWER)

    const saved: unknown[] = []
    for await (const { table, row } of exportRows(place)) {
      if (table === 'run_chunks') saved.push([row['run_id'], row['seq'], row['data']])
    }

    const expected = runs.flatMap(({ id }) => [
      [id, 0, 'a\nb'],
      [id, 2, 'c'],
    ])
    expect(new Set(saved.map(String))).toEqual(new Set(expected.map(String)))
    expect(saved).toHaveLength(expected.length)
  },
)

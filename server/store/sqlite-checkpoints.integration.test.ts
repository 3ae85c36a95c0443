import { statSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CHECKPOINT_PAGES, createCheckpoints } from './sqlite-checkpoints.ts'

const PAGE_BYTES = 4_096

/** A database whose log only the thread copies. */
async function openLog() {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-log-'))
  const path = join(folder, 'a.db')
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0')
  database.exec('create table texts (text blob)')
  const insert = database.prepare('insert into texts values (zeroblob(?))')
  const checkpoints = createCheckpoints(path)
  onTestFinished(async () => {
    await checkpoints.close()
    database.close()
    await rm(folder, { recursive: true })
  })
  const look = database.prepare('pragma wal_checkpoint(noop)')
  return {
    checkpoints,
    write: (pages: number) => insert.run(pages * PAGE_BYTES),
    waiting() {
      const { log, checkpointed } = look.get() as { log: number; checkpointed: number }
      return log - checkpointed
    },
    fileBytes: async () => (await stat(path)).size,
    read: () => database.prepare('select count(*) as count from texts').get()?.['count'],
  }
}

test('copies a log into the database once it is long, and not before', async () => {
  const { checkpoints, write, waiting, fileBytes, read } = await openLog()
  write(CHECKPOINT_PAGES / 2)
  checkpoints.afterCommit()
  expect(waiting()).toBeGreaterThanOrEqual(CHECKPOINT_PAGES / 2)

  write(CHECKPOINT_PAGES / 2)
  await vi.waitFor(() => {
    checkpoints.afterCommit()
    expect(waiting()).toBe(0)
  })

  expect(await fileBytes()).toBeGreaterThan(CHECKPOINT_PAGES * PAGE_BYTES)
  expect(read()).toBe(2)
})

test('looks at what is new in the log, whose file never becomes shorter', async () => {
  const { checkpoints, write, waiting, read } = await openLog()
  write(CHECKPOINT_PAGES)
  await vi.waitFor(() => {
    checkpoints.afterCommit()
    expect(waiting()).toBe(0)
  })
  // The log restarts: its file keeps its length.
  write(1)
  expect(waiting()).toBeLessThan(10)
  write(CHECKPOINT_PAGES)
  await vi.waitFor(() => {
    checkpoints.afterCommit()
    expect(waiting()).toBe(0)
  })
  expect(read()).toBe(3)
})

test('a log that cannot be looked at makes no commit a failure', () => {
  const tooLong = join(tmpdir(), 'a'.repeat(5_000))

  expect(() => statSync(`${tooLong}-wal`, { throwIfNoEntry: false })).toThrow('ENAMETOOLONG')
  expect(() => createCheckpoints(tooLong).afterCommit()).not.toThrow()
})

test('can be closed while there is something to copy', async () => {
  const { checkpoints, write } = await openLog()
  write(CHECKPOINT_PAGES)
  checkpoints.afterCommit()
  await expect(checkpoints.close()).resolves.toBeUndefined()
})

import { isAbandoned, IS_VISITORS, type PurgeTimes } from './abandoned.ts'
import type { Database, Trx } from './database.ts'
import { emptyTexts } from './empty-texts.ts'
import { orphanFiles } from './file-threads.ts'
import { sweepChunks } from './run-chunks.ts'
import type { Job, PurgeQueries } from './store.ts'

/** Answers that began before midnight are settled after it. */
const BUDGET_DAYS_KEPT = 2
const DAY_MS = 86_400_000
const DAY_LENGTH = 10

const REPEATABLE = { isRepeatable: true }

/** What the processes call them among themselves. */
const JOB_NUMBERS: Readonly<Record<Job, number>> = { removal: 1, recovery: 2 }

export function createPurgeQueries(database: Database): PurgeQueries {
  const { write, alone, isShared } = database
  return {
    alone: (job, task) => alone(JOB_NUMBERS[job], task),
    async purge(times) {
      // A transaction each: whoever waits for a lock waits for less.
      const removed = [
        await write((trx) => removeSessions(trx, times), REPEATABLE),
        await write((trx) => removeRuns(trx, times), REPEATABLE),
        await write((trx) => removeIdleThreads(trx, isShared, times), REPEATABLE),
        await write((trx) => emptyTexts(trx, times), REPEATABLE),
        await write((trx) => removeBudgets(trx, times), REPEATABLE),
        await write((trx) => removeEvents(trx, times), REPEATABLE),
      ]
      await write((trx) => sweepChunks(trx, isShared), REPEATABLE)
      await tidySearch(database)
      return removed.reduce((sum, rows) => sum + rows, 0)
    },
  }
}

/** In a transaction for each step: whoever writes comes between two. */
async function tidySearch({ write, searchUpkeep }: Database): Promise<void> {
  if (!searchUpkeep) return
  while (await write((trx) => searchUpkeep.step(trx), REPEATABLE));
}

async function removeSessions(trx: Trx, { now, limit }: PurgeTimes): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('token_hash', 'in', ({ selectFrom }) =>
      selectFrom('sessions as ended')
        .select('ended.token_hash')
        .where('ended.expires_at', '<', now)
        .orderBy('ended.expires_at')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

async function removeRuns(trx: Trx, { endedBefore, limit }: PurgeTimes): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('runs')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('runs as ended')
        .select('ended.id')
        .where('ended.ended_at', '<', endedBefore)
        .orderBy('ended.ended_at')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

async function removeEvents(trx: Trx, { eventsBefore = '', limit }: PurgeTimes): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('events')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('events as old')
        .select('old.id')
        .where('old.created_at', '<', eventsBefore)
        .orderBy('old.created_at')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

async function removeBudgets(trx: Trx, { now, limit }: PurgeTimes): Promise<number> {
  const before = new Date(Date.parse(now) - BUDGET_DAYS_KEPT * DAY_MS)
  const { numDeletedRows } = await trx
    .deleteFrom('budgets')
    .where('line', 'in', ({ selectFrom }) =>
      selectFrom('budgets as old')
        .select('old.line')
        .where('old.line', '<', before.toISOString().slice(0, DAY_LENGTH))
        .orderBy('old.line')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Without a session, nobody can ever read them again. */
async function removeIdleThreads(trx: Trx, isShared: boolean, times: PurgeTimes): Promise<number> {
  const { idleBefore, limit } = times
  const idle = await trx
    .selectFrom('threads')
    .select('id')
    .where(IS_VISITORS)
    .where('last_message_at', '<', idleBefore)
    .where(isAbandoned('threads', times))
    .orderBy('last_message_at')
    .limit(limit)
    // What is sent in one of them at this moment comes before, or finds no thread.
    .$if(isShared, (query) => query.forUpdate())
    .execute()
  if (idle.length === 0) return 0
  const ids = idle.map(({ id }) => id)
  await orphanFiles(trx, isShared, ids)
  const { numDeletedRows } = await trx
    .deleteFrom('threads')
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

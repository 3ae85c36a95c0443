import { sql } from 'kysely'
import type { Database, Trx } from './database.ts'
import { orphanFiles } from './files.ts'
import type { PurgeQueries } from './store.ts'

type Times = Parameters<PurgeQueries['purge']>[0]

const REPEATABLE = { isRepeatable: true }

/**
 * Workspaces of visitors without a name, as `createAnonymousIdentity` names them and as the index
 * `threads_of_visitors` has it, word for word: else neither engine would use that index.
 */
const IS_VISITORS = sql<boolean>`workspace_id >= 'usr_anon_' and workspace_id < 'usr_anon\`'`

export function createPurgeQueries({ write }: Database): PurgeQueries {
  return {
    async purge(times) {
      // A transaction each: whoever waits for a lock waits for less.
      const removed = [
        await write((trx) => removeSessions(trx, times), REPEATABLE),
        await write((trx) => removeRuns(trx, times), REPEATABLE),
        await write((trx) => removeIdleThreads(trx, times), REPEATABLE),
      ]
      return removed.reduce((sum, rows) => sum + rows, 0)
    },
  }
}

async function removeSessions(trx: Trx, { now, limit }: Times): Promise<number> {
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

async function removeRuns(trx: Trx, { endedBefore, limit }: Times): Promise<number> {
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

/** Without a session, nobody can ever read them again. Scores and reports stay, as ever. */
async function removeIdleThreads(trx: Trx, { now, idleBefore, limit }: Times): Promise<number> {
  const idle = await trx
    .selectFrom('threads')
    .select('id')
    .where(IS_VISITORS)
    .where('last_message_at', '<', idleBefore)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sessions')
            .select('sessions.token_hash')
            .whereRef('sessions.project_id', '=', 'threads.project_id')
            .whereRef('sessions.user_id', '=', 'threads.workspace_id')
            .where('sessions.expires_at', '>=', now),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('threads as active')
            .select('active.id')
            .whereRef('active.project_id', '=', 'threads.project_id')
            .whereRef('active.workspace_id', '=', 'threads.workspace_id')
            .where('active.last_message_at', '>=', idleBefore),
        ),
      ),
    )
    .orderBy('last_message_at')
    .limit(limit)
    .execute()
  if (idle.length === 0) return 0
  const ids = idle.map(({ id }) => id)
  await orphanFiles(trx, ids)
  const { numDeletedRows } = await trx
    .deleteFrom('threads')
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

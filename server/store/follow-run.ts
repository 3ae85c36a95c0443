import type { Database } from './database.ts'
import type { RunQueries, RunState } from './store.ts'

type FollowQueries = Pick<
  RunQueries,
  'findState' | 'requestStop' | 'listStopped' | 'keepStop' | 'takeStop'
>

/** What processes that do not drive a run learn of it, and tell the one that does. */
export function createFollowQueries({ read, write, now }: Database): FollowQueries {
  return {
    findState: (runId): Promise<RunState | undefined> =>
      read(async (db) => {
        const row = await db
          .selectFrom('runs')
          .select(['ended_at', 'lease_until'])
          .where('id', '=', runId)
          .executeTakeFirst()
        return row && { isOpen: row.ended_at === null, leaseUntil: row.lease_until }
      }),
    requestStop: (runId) =>
      write(async (trx) => {
        await trx
          .updateTable('runs')
          .set({ stop_requested_at: now() })
          .where('id', '=', runId)
          .where('ended_at', 'is', null)
          .execute()
      }, REPEATABLE),
    listStopped: (runIds) =>
      read(async (db) => {
        if (runIds.length === 0) return []
        const rows = await db
          .selectFrom('runs')
          .select('id')
          .where('id', 'in', runIds)
          .where('stop_requested_at', 'is not', null)
          .execute()
        return rows.map(({ id }) => id)
      }),
    keepStop: (key, until) =>
      write(async (trx) => {
        await trx.deleteFrom('kept_stops').where('until', '<', now()).execute()
        await trx
          .insertInto('kept_stops')
          .values({ key, until })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ until }))
          .execute()
      }, REPEATABLE),
    takeStop: (key) =>
      write(async (trx) => {
        const taken = await trx
          .deleteFrom('kept_stops')
          .where('key', '=', key)
          .returning('until')
          .executeTakeFirst()
        return taken !== undefined && taken.until >= now()
      }),
  }
}

/** Doing it twice equals doing it once. */
const REPEATABLE = { isRepeatable: true }

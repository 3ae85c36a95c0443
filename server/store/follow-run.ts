import type { Database } from './database.ts'
import type { RunQueries, RunState } from './store.ts'

type FollowQueries = Pick<
  RunQueries,
  'findState' | 'readLines' | 'requestStop' | 'listStopped' | 'keepStop' | 'takeStop'
>

/** What processes that do not drive a run learn of it, and tell the one that does. */
export function createFollowQueries({ read, write, now }: Database): FollowQueries {
  return {
    readLines: (runId, after) => readLines(runId, after),
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

  async function readLines(runId: string, after: number): Promise<readonly string[]> {
    const rows = await read((db) =>
      db
        .selectFrom('run_chunks')
        .select(['seq', 'data'])
        .where('run_id', '=', runId)
        // The last checkpoint that begins at or before the position holds it.
        .where(({ eb, fn, selectFrom }) =>
          eb(
            'seq',
            '>=',
            fn.coalesce(
              selectFrom('run_chunks')
                .select(({ fn: own }) => own.max('seq').as('seq'))
                .where('run_id', '=', runId)
                .where('seq', '<=', after),
              eb.lit(0),
            ),
          ),
        )
        .orderBy('seq')
        .execute(),
    )
    const lines: string[] = []
    for (const { seq, data } of rows) {
      const expected = after + lines.length
      // A checkpoint is missing while the database was away: it is written later.
      if (seq > expected) break
      lines.push(...data.split('\n').slice(expected - seq))
    }
    return lines
  }
}

/** Doing it twice equals doing it once. */
const REPEATABLE = { isRepeatable: true }

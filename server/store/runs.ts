import { REPEATABLE, type Database } from './database.ts'
import { createRunEnds } from './finish-run.ts'
import { createChunkQueries } from './run-chunks.ts'
import { toRunRow, type RunRow } from './run-rows.ts'
import type { Scope } from './scope.ts'
import { createRunStart } from './start-run.ts'

export interface RunState {
  /** `false`: it has ended, and its chunks are gone. */
  readonly isOpen: boolean
  readonly leaseUntil: string
}

export type RunQueries = ReturnType<typeof createRunQueries>

export function createRunQueries(database: Database) {
  const { read, writeOnce, isShared } = database
  return {
    ...createRunStart(database),
    ...createRunEnds(database),
    ...createChunkQueries(database),
    ...createRunSignals(database),
    /** The open run of a thread. */
    async findActive(scope: Scope, threadId: string): Promise<RunRow | undefined> {
      const row = await read((db) =>
        db
          .selectFrom('runs')
          .selectAll()
          .where('project_id', '=', scope.projectId)
          .where('workspace_id', '=', scope.workspaceId)
          .where('thread_id', '=', threadId)
          .where('ended_at', 'is', null)
          .executeTakeFirst(),
      )
      return row && toRunRow(row)
    },
    /**
     * Extends the leases of these runs to `leaseUntil`. Returns the runs that are still open: the others were
     * ended elsewhere.
     */
    async renewLeases(runIds: readonly string[], leaseUntil: string): Promise<readonly string[]> {
      if (runIds.length === 0) return []
      const renewed = await writeOnce(
        (db) =>
          db
            .updateTable('runs')
            .set({ lease_until: leaseUntil })
            .where('id', 'in', ({ selectFrom }) =>
              // In the order in which checkpoints lock them, to avoid deadlocks.
              selectFrom('runs')
                .select('id')
                .where('id', 'in', runIds)
                .where('ended_at', 'is', null)
                .orderBy('id')
                .$if(isShared, (query) => query.forUpdate()),
            )
            .returning('id')
            .execute(),
        REPEATABLE,
      )
      return renewed.map(({ id }) => id)
    },
    /**
     * Abandoned open runs: those of other processes whose lease expired before `now` (with the embedded
     * database: all of others, since only one process can have it), and those of this `owner` that are not
     * among `driven` and whose lease has expired.
     */
    async listAbandoned(
      owner: string,
      driven: readonly string[],
      now: string,
    ): Promise<readonly RunRow[]> {
      const rows = await read((db) =>
        db
          .selectFrom('runs')
          .selectAll()
          .where('ended_at', 'is', null)
          .where(({ eb, or }) => {
            const isOver = eb('lease_until', '<', now)
            return isShared ? isOver : or([isOver, eb('owner', '<>', owner)])
          })
          .orderBy('id')
          .execute(),
      )
      const own = new Set(driven)
      return rows.filter(({ id }) => !own.has(id)).map(toRunRow)
    },
  }
}

/** Signals between the process that drives a run and the others. */
function createRunSignals({ read, write, writeOnce, now }: Database) {
  return {
    /** `undefined` if the run was removed with its thread. */
    async findState(runId: string): Promise<RunState | undefined> {
      const row = await read((db) =>
        db
          .selectFrom('runs')
          .select(['ended_at', 'lease_until'])
          .where('id', '=', runId)
          .executeTakeFirst(),
      )
      return row && { isOpen: row.ended_at === null, leaseUntil: row.lease_until }
    },
    /** Asks the process that drives an open run to stop it. */
    async requestStop(runId: string): Promise<void> {
      await writeOnce(
        (db) =>
          db
            .updateTable('runs')
            .set({ stop_requested_at: now() })
            .where('id', '=', runId)
            .where('ended_at', 'is', null)
            .execute(),
        REPEATABLE,
      )
    },
    /** The runs among these for which a stop was requested. */
    async listStopped(runIds: readonly string[]): Promise<readonly string[]> {
      if (runIds.length === 0) return []
      const rows = await read((db) =>
        db
          .selectFrom('runs')
          .select('id')
          .where('id', 'in', runIds)
          .where('stop_requested_at', 'is not', null)
          .execute(),
      )
      return rows.map(({ id }) => id)
    },
    /** Keeps a stop that came before its call, for any process that may get the call. */
    keepStop: (key: string, until: string): Promise<void> =>
      write(async (trx) => {
        await trx.deleteFrom('kept_stops').where('until', '<', now()).execute()
        await trx
          .insertInto('kept_stops')
          .values({ key, until })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ until }))
          .execute()
      }, REPEATABLE),
    /** Returns whether a stop with this key is kept; it is used up. */
    async takeStop(key: string): Promise<boolean> {
      const taken = await writeOnce((db) =>
        db.deleteFrom('kept_stops').where('key', '=', key).returning('until').executeTakeFirst(),
      )
      return taken !== undefined && taken.until >= now()
    },
  }
}

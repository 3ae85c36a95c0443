import { createRowId } from '../../../shared/ids.ts'
import type { Database, Queryable, Trx } from '../database.ts'
import { tellNotice, type NewNotice } from '../notices/tell-notice.ts'
import { toRunRow, type CaseRunRow, type CaseRunState, type NewCaseRun } from './case-run-rows.ts'

/** Runs of one project that are kept, the newest. */
export const CASE_RUNS_KEPT = 50
/** Attempts of one statement. */
const INSERTED_ATTEMPTS = 100
/** Nightly runs that stay in any case: the last one, and the one that it is compared with. */
const NIGHTS_KEPT = 2

/** Runs of cases. */
export function createCaseRunQueries({ read, write, now, isShared }: Database) {
  /** Returns undefined if the project has a nightly run of that day, or one of that name. */
  async function insert(trx: Trx, run: NewCaseRun, nightlyDay: string | null) {
    const row = await trx
      .insertInto('case_runs')
      .values({
        id: createRowId('caserun'),
        project_id: run.projectId,
        state: 'running',
        sides: JSON.stringify(run.sides),
        times: run.times,
        started_by: run.by,
        is_whole: run.isWhole ? 1 : 0,
        started_at: now(),
        ended_at: null,
        draft_revision: run.draftRevision,
        published_number: run.publishedNumber,
        nightly_day: nightlyDay,
        external_id: run.externalId ?? null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) return undefined
    const attempts = run.attempts.map(({ caseId, side }, place) => ({
      run_id: row.id,
      place,
      case_id: caseId,
      side,
      has_passed: null,
      figures: null,
      data: null,
    }))
    for (let from = 0; from < attempts.length; from += INSERTED_ATTEMPTS) {
      const some = attempts.slice(from, from + INSERTED_ATTEMPTS)
      await trx.insertInto('case_attempts').values(some).execute()
    }
    await removeOld(trx, run.projectId)
    return toRunRow(row)
  }

  async function removeOld(trx: Trx, projectId: string) {
    const old = await trx
      .selectFrom('case_runs')
      .select('id')
      .where('project_id', '=', projectId)
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .offset(CASE_RUNS_KEPT)
      .limit(CASE_RUNS_KEPT)
      .execute()
    if (old.length === 0) return
    const nights = await trx
      .selectFrom('case_runs')
      .select('id')
      .where('project_id', '=', projectId)
      .where('nightly_day', 'is not', null)
      .orderBy('nightly_day', 'desc')
      .limit(NIGHTS_KEPT)
      .execute()
    const kept = new Set(nights.map(({ id }) => id))
    for (const { id } of old) {
      if (!kept.has(id)) await trx.deleteFrom('case_runs').where('id', '=', id).execute()
    }
  }

  return {
    /** Starts a run, and removes the oldest ones of its project. Returns the one that has its name, if there is one. */
    start: (run: NewCaseRun): Promise<CaseRunRow> =>
      write(
        async (trx) =>
          (await insert(trx, run, null)) ?? (await findNamed(trx, run.projectId, run.externalId!))!,
      ),
    /** By its caller's name. */
    findNamed: (projectId: string, externalId: string): Promise<CaseRunRow | undefined> =>
      read((db) => findNamed(db, projectId, externalId)),
    /** Starts the nightly run of a day in UTC. Returns undefined if there is one, whichever server started it. */
    startNight: (run: NewCaseRun, day: string): Promise<CaseRunRow | undefined> =>
      write((trx) => insert(trx, run, day)),
    /** True if the project has a nightly run of that day. */
    async hasNight(projectId: string, day: string): Promise<boolean> {
      const row = await read((db) =>
        db
          .selectFrom('case_runs')
          .select('id')
          .where('project_id', '=', projectId)
          .where('nightly_day', '=', day)
          .executeTakeFirst(),
      )
      return row !== undefined
    },
    /** The last nightly run before a day that nobody stopped. */
    async lastNight(projectId: string, day: string): Promise<CaseRunRow | undefined> {
      const row = await read((db) =>
        db
          .selectFrom('case_runs')
          .selectAll()
          .where('project_id', '=', projectId)
          .where('nightly_day', '<', day)
          .where('state', 'in', ['done', 'over-budget'])
          .orderBy('nightly_day', 'desc')
          .limit(1)
          .executeTakeFirst(),
      )
      return row && toRunRow(row)
    },
    /** Newest first. */
    async list(projectId: string): Promise<readonly CaseRunRow[]> {
      const rows = await read((db) =>
        db
          .selectFrom('case_runs')
          .selectAll()
          .where('project_id', '=', projectId)
          .orderBy('started_at', 'desc')
          .orderBy('id', 'desc')
          .limit(CASE_RUNS_KEPT)
          .execute(),
      )
      return rows.map(toRunRow)
    },
    async find(projectId: string, id: string): Promise<CaseRunRow | undefined> {
      const row = await read((db) =>
        db
          .selectFrom('case_runs')
          .selectAll()
          .where('id', '=', id)
          .where('project_id', '=', projectId)
          .executeTakeFirst(),
      )
      return row && toRunRow(row)
    },
    /**
     * The run that has not ended and began first, of the project whose turn it is.
     *
     * @param after the project that had the turn before, which comes last; default: none.
     * @param except ids of runs that have no turn.
     */
    async nextRunning(after = '', except: readonly string[] = []): Promise<CaseRunRow | undefined> {
      const select = (db: Queryable) =>
        db
          .selectFrom('case_runs')
          .selectAll()
          .where('state', '=', 'running')
          .$if(except.length > 0, (query) => query.where('id', 'not in', except))
          .orderBy('project_id')
          .orderBy('started_at')
          .limit(1)
      const row = await read(
        async (db) =>
          (await select(db).where('project_id', '>', after).executeTakeFirst()) ??
          select(db).executeTakeFirst(),
      )
      return row && toRunRow(row)
    },
    async isRunning(id: string): Promise<boolean> {
      const row = await read((db) =>
        db.selectFrom('case_runs').select('state').where('id', '=', id).executeTakeFirst(),
      )
      return row?.state === 'running'
    },
    /**
     * Returns whether it was running.
     *
     * @param notice told in the transaction that ends the run: once, whichever process dies.
     */
    end: (
      id: string,
      state: Exclude<CaseRunState, 'running'>,
      notice?: NewNotice,
    ): Promise<boolean> =>
      write(async (trx) => {
        const at = now()
        const { numUpdatedRows } = await trx
          .updateTable('case_runs')
          .set({ state, ended_at: at })
          .where('id', '=', id)
          .where('state', '=', 'running')
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return false
        if (notice) await tellNotice({ trx, isShared, now: at }, notice)
        return true
      }),
  }
}

async function findNamed(db: Queryable, projectId: string, externalId: string) {
  const row = await db
    .selectFrom('case_runs')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  return row && toRunRow(row)
}

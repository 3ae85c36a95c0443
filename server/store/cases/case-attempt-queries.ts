import type { Database } from '../database.ts'
import {
  toAttemptRow,
  toOutcomeRow,
  type CaseAttemptRow,
  type CaseCountsRow,
  type CaseOutcomeRow,
} from './case-run-rows.ts'

/** The result of an attempt; JSON texts are opaque to the store. */
export interface KeptAttempt {
  readonly hasPassed: boolean
  readonly figures: string
  readonly data: string
}

/** Attempts of runs of cases. */
export function createCaseAttemptQueries({ read, write }: Database) {
  return {
    /** Numbers of a run by its sides. A statement has one run, since other calls wait for it in the embedded database. */
    async counts(runId: string): Promise<readonly CaseCountsRow[]> {
      const rows = await read((db) =>
        db
          .with('of_cases', (query) =>
            query
              .selectFrom('case_attempts')
              .where('run_id', '=', runId)
              .select(({ fn }) => [
                'side',
                fn.countAll().as('attempts'),
                fn.count('has_passed').as('attempted'),
                fn.min('has_passed').as('worst'),
              ])
              .groupBy(['side', 'case_id']),
          )
          .selectFrom('of_cases')
          .select(({ fn }) => [
            'side',
            fn.sum('attempts').as('attempts'),
            fn.sum('attempted').as('attempted'),
            fn.sum('worst').as('passed'),
            fn.count('worst').as('asked'),
          ])
          .groupBy('side')
          .execute(),
      )
      return rows.map((row) => {
        const passed = Number(row.passed ?? 0)
        return {
          side: row.side,
          attempts: Number(row.attempts),
          attempted: Number(row.attempted),
          passed,
          failed: Number(row.asked) - passed,
        }
      })
    },
    /** Of a run in their order, without the answers. */
    async outcomes(runId: string): Promise<readonly CaseOutcomeRow[]> {
      const rows = await read((db) =>
        db
          .selectFrom('case_attempts')
          .select(['run_id', 'place', 'case_id', 'side', 'has_passed', 'figures'])
          .where('run_id', '=', runId)
          .orderBy('place')
          .execute(),
      )
      return rows.map(toOutcomeRow)
    },
    /** Of a run, or of one case of it, in their order. */
    async attempts(runId: string, caseId?: string): Promise<readonly CaseAttemptRow[]> {
      const rows = await read((db) =>
        db
          .selectFrom('case_attempts')
          .selectAll()
          .where('run_id', '=', runId)
          .$if(caseId !== undefined, (query) => query.where('case_id', '=', caseId!))
          .orderBy('place')
          .execute(),
      )
      return rows.map(toAttemptRow)
    },
    /** Keeps what an attempt found, once: an attempt that was made twice keeps the first. */
    keep: (
      runId: string,
      place: number,
      { hasPassed, figures, data }: KeptAttempt,
    ): Promise<unknown> =>
      write((trx) =>
        trx
          .updateTable('case_attempts')
          .set({ has_passed: hasPassed ? 1 : 0, figures, data })
          .where('run_id', '=', runId)
          .where('place', '=', place)
          .where('has_passed', 'is', null)
          .execute(),
      ),
    /** Removes attempts of a case that is gone. */
    forget: (runId: string, caseId: string): Promise<unknown> =>
      write((trx) =>
        trx
          .deleteFrom('case_attempts')
          .where('run_id', '=', runId)
          .where('case_id', '=', caseId)
          .where('has_passed', 'is', null)
          .execute(),
      ),
  }
}

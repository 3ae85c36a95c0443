import type { CaseAttemptsTable, CaseRunsTable } from './case-tables.ts'

export type CaseSideName = CaseAttemptsTable['side']
export type CaseRunState = CaseRunsTable['state']

export interface NewCaseRun {
  readonly projectId: string
  readonly sides: readonly CaseSideName[]
  readonly times: number
  readonly by: string | null
  readonly isWhole: boolean
  readonly draftRevision: number | null
  readonly publishedNumber: number | null
  /** The caller's name of it, which only one run of a project has; default: none. */
  readonly externalId?: string | null | undefined
  /** In the order in which they are asked. */
  readonly attempts: readonly { readonly caseId: string; readonly side: CaseSideName }[]
}

export interface CaseRunRow extends Omit<NewCaseRun, 'attempts'> {
  readonly id: string
  readonly state: CaseRunState
  readonly startedAt: string
  readonly endedAt: string | null
  /** Day in UTC; null: it is no nightly run. */
  readonly nightlyDay: string | null
}

/** An attempt without its answer. */
export interface CaseOutcomeRow {
  readonly place: number
  readonly caseId: string
  readonly side: CaseSideName
  /** Null: it has not been asked. */
  readonly hasPassed: boolean | null
  /** JSON; opaque to the store. Null: as above. */
  readonly figures: string | null
}

export interface CaseAttemptRow extends CaseOutcomeRow {
  /** JSON; opaque to the store. Null: it has not been asked. */
  readonly data: string | null
}

/** Numbers of a run on one side. */
export interface CaseCountsRow {
  readonly side: CaseSideName
  readonly attempts: number
  readonly attempted: number
  /** Cases that were asked and never failed, and those that failed once or more. */
  readonly passed: number
  readonly failed: number
}

export const toRunRow = (row: CaseRunsTable): CaseRunRow => ({
  id: row.id,
  projectId: row.project_id,
  state: row.state,
  sides: JSON.parse(row.sides) as CaseSideName[],
  times: row.times,
  by: row.started_by,
  isWhole: row.is_whole === 1,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  draftRevision: row.draft_revision,
  publishedNumber: row.published_number,
  nightlyDay: row.nightly_day,
  externalId: row.external_id,
})

export const toOutcomeRow = (row: Omit<CaseAttemptsTable, 'data'>): CaseOutcomeRow => ({
  place: row.place,
  caseId: row.case_id,
  side: row.side,
  hasPassed: row.has_passed === null ? null : row.has_passed === 1,
  figures: row.figures,
})

export const toAttemptRow = (row: CaseAttemptsTable): CaseAttemptRow => ({
  ...toOutcomeRow(row),
  data: row.data,
})

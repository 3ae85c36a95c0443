/** Tables of cases, and of their runs. No person's rows are in them. */
export interface CaseTables {
  readonly cases: CasesTable
  readonly case_runs: CaseRunsTable
  readonly case_attempts: CaseAttemptsTable
}

/** Key: id. Unique: project_id, name. Index: thread_id. */
export interface CasesTable {
  readonly id: string
  readonly project_id: string
  readonly name: string
  /** JSON: the question, and what is expected of its answer. */
  readonly data: string
  /** Mail; null: the command line. */
  readonly changed_by: string | null
  readonly changed_at: string
  /** Where it was made from; null: by hand, by a file, or the conversation is gone. */
  readonly thread_id: string | null
  readonly message_id: string | null
}

/** Key: id. Index: project_id, started_at, id; state. Unique: project_id, nightly_day; project_id, external_id. */
export interface CaseRunsTable {
  readonly id: string
  readonly project_id: string
  readonly state: 'running' | 'done' | 'stopped' | 'over-budget' | 'failed'
  /** JSON: `draft`, `live` or both. */
  readonly sides: string
  readonly times: number
  /** Mail; null: the command line, or the night. */
  readonly started_by: string | null
  /** 1: it asks all cases that the project had. */
  readonly is_whole: number
  readonly started_at: string
  readonly ended_at: string | null
  /** Of the draft when the run began; null: there was none. */
  readonly draft_revision: number | null
  readonly published_number: number | null
  /** Day in UTC of the nightly run, such as `2026-11-29`; null: somebody asked for the run. */
  readonly nightly_day: string | null
  /** The caller's name of it; null: it has none. */
  readonly external_id: string | null
}

/** A case that a run asks once on one side. Key: run_id, place; with its run. */
export interface CaseAttemptsTable {
  readonly run_id: string
  /** From 0, in the order in which they are asked. */
  readonly place: number
  readonly case_id: string
  readonly side: 'draft' | 'live'
  /** Null: it has not been asked. */
  readonly has_passed: number | null
  /** JSON: times, tokens and cost, which are read without the answer; null: as above. */
  readonly figures: string | null
  /** JSON: answer, checks and figures; null: as above. */
  readonly data: string | null
}

/** Jobs in progress, if several processes share the database. */
export interface JobLeasesTable {
  readonly job: string
  /** Unique for each acquisition of a job. */
  readonly owner: string
  /** By the database's clock, in milliseconds since 1970. Text in Postgres. */
  readonly until: number | string
}

/** A single row, which is written to check that writes work. */
export interface WriteChecksTable {
  readonly name: string
  /** Text in Postgres. */
  readonly count: number | string
}

/** Bytes of a workspace's messages, or of its files; maintained by triggers. */
export interface WorkspaceBytesTable {
  readonly project_id: string
  readonly workspace_id: string
  readonly bytes: number
}

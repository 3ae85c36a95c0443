/** Jobs that a process does at the moment, where several share the database. */
export interface JobLeasesTable {
  readonly job: string
  /** Another one each time that a job is taken. */
  readonly owner: string
  /** By the database's clock, in milliseconds since 1970. Of Postgres' it is a text. */
  readonly until: number | string
}

/** One row, which is written to see whether a write works. */
export interface WriteChecksTable {
  readonly name: string
  /** Of Postgres' it is a text. */
  readonly count: number | string
}

import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Conversations whose errors are counted. */
const ERROR_THREADS_MOST = 200
/** Name of the act by which a backup tells that it was made. */
export const BACKUP_ACT = 'backup.make'

/** Failed answers with the same error. */
export interface ReportedError {
  readonly model: string | null
  /** The operator's words. */
  readonly error: string
  readonly count: number
  readonly lastAt: string
}

/** The state of the database, for the desk. */
export function createHealthReportQueries({ read, isShared }: Database) {
  return {
    /** Such as `SQLite 3.50` or `PostgreSQL 18.1`. */
    async readVersion(): Promise<string> {
      const ask = isShared
        ? sql<{ version: string }>`select current_setting('server_version') as version`
        : sql<{ version: string }>`select sqlite_version() as version`
      const { rows } = await read((db) => ask.execute(db))
      const [row] = rows
      // Builds of distributions add their own name.
      const version = row?.version.split(' ')[0] ?? ''
      return `${isShared ? 'PostgreSQL' : 'SQLite'} ${version}`
    },
    /** Time of the newest backup; null: none has told. */
    async lastBackup(): Promise<string | null> {
      const row = await read((db) =>
        db
          .selectFrom('desk_audit')
          .select('at')
          .where('project_id', 'is', null)
          .where('act', '=', BACKUP_ACT)
          .orderBy('at', 'desc')
          .limit(1)
          .executeTakeFirst(),
      )
      return row?.at ?? null
    },
    /** Errors of a project's answers since a time, in its newest conversations with one. */
    async listErrors(project: string, since: string): Promise<readonly ReportedError[]> {
      const { rows } = await read((db) =>
        sql<{ model: string | null; error: string; count: number | string; last_at: string }>`
          select model, error, count(*) as count, max(ended_at) as last_at
          from (
            select thread_id from thread_tags
            where project_id = ${project} and tag = 'state:error' and last_at >= ${since}
            order by last_at desc limit ${sql.lit(ERROR_THREADS_MOST)}
          ) as looked_up
          join answer_facts on answer_facts.thread_id = looked_up.thread_id
          where state = 'error' and error is not null and ended_at >= ${since}
          group by model, error
        `.execute(db),
      )
      return rows.map(({ model, error, count, last_at: lastAt }) => ({
        model,
        error,
        count: Number(count),
        lastAt,
      }))
    },
  }
}

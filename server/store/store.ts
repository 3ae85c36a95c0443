import { Kysely, sql } from 'kysely'
import { createApiKeyQueries, type ApiKeyQueries } from './api-keys.ts'
import { createBudgetQueries, type BudgetQueries } from './budgets.ts'
import { openDatabaseClock, type DatabaseClock } from './database-clock.ts'
import { createDatabase, type Queryable } from './database.ts'
import type { StoreDialect } from './dialect.ts'
import { createFileQueries, type FileQueries } from './files.ts'
import { createMessageQueries, type MessageQueries } from './messages.ts'
import { explainFailure, openPlace, type PlaceSettings } from './open-place.ts'
import { createProjectQueries, type ProjectQueries } from './projects.ts'
import { createPurgeQueries, type PurgeQueries } from './purge.ts'
import { createReportQueries, type ReportQueries } from './reports.ts'
import { createRunQueries, type RunQueries } from './runs.ts'
import { createScoreQueries, type ScoreQueries } from './scores.ts'
import { createSearchMender, mendSearch } from './search/search-repair.ts'
import { createSessionQueries, type SessionQueries } from './sessions.ts'
import type { Tables } from './tables.ts'
import { createThreadQueries, type ThreadQueries } from './threads.ts'
import { createUserQueries, type UserQueries } from './users.ts'

export type { ApiKeyQueries, ApiKeyRow } from './api-keys.ts'
export type { BudgetQueries } from './budgets.ts'
export type { ThreadChange } from './change-threads.ts'
export type { FileQueries, FileRow, NewFile } from './files.ts'
export type { MessageRow, MessageTextRow } from './message-rows.ts'
export type { MessagePage, MessageQueries } from './messages.ts'
export type { ProjectQueries, ProjectRow } from './projects.ts'
export type { PurgeQueries } from './purge.ts'
export type { NewRunReport, ReportQueries, RunReportRow, ScopedReport } from './reports.ts'
export type { RunChunks } from './run-chunks.ts'
export type { RunRow } from './run-rows.ts'
export type { RunQueries } from './runs.ts'
export type { Scope } from './scope.ts'
export type { NewScore, ScoreQueries, ScoreRow } from './scores.ts'
export type { ThreadMatch } from './search/search-threads.ts'
export type { SessionQueries, SessionRow } from './sessions.ts'
export type { RunStart } from './start-run.ts'
export type { ApiKeyScope } from './tables.ts'
export type { NewThread, ThreadRow } from './thread-rows.ts'
export type { ThreadPage, ThreadQueries } from './threads.ts'
export type { Usage } from './usage.ts'
export type { UserData, UserQueries } from './users.ts'

export interface Store {
  readonly threads: ThreadQueries
  readonly messages: MessageQueries
  readonly runs: RunQueries
  readonly sessions: SessionQueries
  readonly projects: ProjectQueries
  readonly apiKeys: ApiKeyQueries
  readonly scores: ScoreQueries
  readonly reports: ReportQueries
  readonly files: FileQueries
  readonly users: UserQueries
  readonly budgets: BudgetQueries
  readonly maintenance: PurgeQueries
  /** Whether other processes may use the same database. */
  readonly isShared: boolean
  /** The database's time, by which all its processes go. Milliseconds since 1970. */
  now(): number
  /** Whether the database answers. */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface StoreSettings extends PlaceSettings {
  /** Default: the database's clock. */
  readonly now?: () => Date
}

/**
 * Opens the database and brings it to this version's tables.
 *
 * @throws AlcoveError `conflict` when another server has the folder, `version_skew` when the
 * database belongs to another version, `unavailable` when it cannot be used.
 */
export async function openStore(settings: StoreSettings): Promise<Store> {
  const { dialect, isAlone, release } = await openPlace(settings)
  const db = new Kysely<Tables>({ dialect: dialect.kysely })
  const clock = await openClock(settings, db, dialect).catch(async (error: unknown) => {
    await db.destroy()
    release()
    throw explainFailure(dialect, error)
  })
  const { repair } = dialect.search
  if (isAlone && repair) await mendSearch(db, repair, settings.log)
  const mend = createSearchMender(db, repair, settings.log)
  const reads = dialect.reads ? new Kysely<Tables>({ dialect: dialect.reads }) : db
  const database = createDatabase(db, dialect, () => new Date(clock.now()), mend, reads)
  const sessions = createSessionQueries(database)
  return {
    threads: createThreadQueries(database),
    messages: createMessageQueries(database),
    runs: createRunQueries(database),
    sessions,
    projects: createProjectQueries(database),
    apiKeys: createApiKeyQueries(database),
    scores: createScoreQueries(database),
    reports: createReportQueries(database),
    files: createFileQueries(database),
    users: createUserQueries(database, sessions),
    budgets: createBudgetQueries(database),
    maintenance: createPurgeQueries(database),
    isShared: database.isShared,
    now: clock.now,
    async ping() {
      // Not through the database's patience: who asks wants to know about now.
      await sql`select 1`.execute(reads)
    },
    async close() {
      clock.close()
      await database.close()
      release()
    },
  }
}

async function openClock(
  { now }: StoreSettings,
  db: Queryable,
  { time }: StoreDialect,
): Promise<DatabaseClock> {
  if (now !== undefined) return { now: () => now().getTime(), close() {} }
  if (time === undefined) return { now: () => Date.now(), close() {} }
  return openDatabaseClock({
    elapsed: () => performance.now(),
    async ask() {
      const { rows } = await time.execute(db)
      return rows[0]!.ms
    },
  })
}

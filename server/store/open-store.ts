import { Kysely, sql } from 'kysely'
import { createApiKeyQueries } from './api-keys.ts'
import { createBudgetQueries } from './budgets.ts'
import { openDatabaseClock, type DatabaseClock } from './database-clock.ts'
import { createDatabase, type Queryable } from './database.ts'
import { createFileQueries } from './files.ts'
import { createMessageQueries } from './messages.ts'
import type { StoreDialect } from './dialect.ts'
import { explainFailure, openPlace, type PlaceSettings } from './open-place.ts'
import { createProjectQueries } from './projects.ts'
import { createPurgeQueries } from './purge.ts'
import { createReportQueries } from './reports.ts'
import { createRunQueries } from './runs.ts'
import { createScoreQueries } from './scores.ts'
import { createSearchMender, mendSearch } from './search/search-repair.ts'
import { createSessionQueries } from './sessions.ts'
import type { Store } from './store.ts'
import type { Tables } from './tables.ts'
import { createThreadQueries } from './threads.ts'
import { createUserQueries } from './users.ts'

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
  if (isAlone && dialect.searchRepair) await mendSearch(db, dialect.searchRepair, settings.log)
  const mend = createSearchMender(db, dialect.searchRepair, settings.log)
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

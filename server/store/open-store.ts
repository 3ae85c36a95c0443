import { Kysely, sql } from 'kysely'
import { createApiKeyQueries } from './api-keys.ts'
import { createDatabase } from './database.ts'
import { createFileQueries } from './files.ts'
import { createMessageQueries } from './messages.ts'
import { openPlace, type PlaceSettings } from './open-place.ts'
import { createProjectQueries } from './projects.ts'
import { createPurgeQueries } from './purge.ts'
import { createReportQueries } from './reports.ts'
import { createRunQueries } from './runs.ts'
import { createScoreQueries } from './scores.ts'
import { createSessionQueries } from './sessions.ts'
import type { Store } from './store.ts'
import type { Tables } from './tables.ts'
import { createThreadQueries } from './threads.ts'
import { createUserQueries } from './users.ts'

export type { StoreLog } from './open-place.ts'

export interface StoreSettings extends PlaceSettings {
  /** Default: the machine's clock. */
  readonly now?: () => Date
}

/**
 * Opens the database and brings it to this version's tables.
 *
 * @throws AlcoveError `conflict` when another server has the folder, `version_skew` when the
 * database belongs to another version, `unavailable` when it cannot be used.
 */
export async function openStore(settings: StoreSettings): Promise<Store> {
  const { dialect, release } = await openPlace(settings)
  const db = new Kysely<Tables>({ dialect: dialect.kysely })
  const database = createDatabase(db, dialect, settings.now ?? (() => new Date()))
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
    maintenance: createPurgeQueries(database),
    isShared: database.isShared,
    async ping() {
      // Not through the database's patience: who asks wants to know about now.
      await sql`select 1`.execute(db)
    },
    async close() {
      await db.destroy()
      release()
    },
  }
}

import { Kysely, type Expression } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { AlcoveError } from '../../shared/errors.ts'
import type { StoreDialect } from './dialect.ts'
import { firstTables } from './migrations/0001-first-tables.ts'

/** Forward only, in the order of their names. One that was released is never changed again. */
const createMigrations = (textType: Expression<unknown>): Record<string, Migration> => ({
  '0001-first-tables': firstTables(textType),
})

/**
 * Brings the database to this version's tables: all steps or none. Postgres takes an advisory lock,
 * so several servers may start at once; with SQLite the process lock must be held.
 *
 * @throws AlcoveError `version_skew` when a newer version has migrated the database already.
 */
export async function migrate(
  dialect: StoreDialect,
  migrations: Record<string, Migration> = createMigrations(dialect.textType),
): Promise<void> {
  const db = new Kysely<unknown>({ dialect: dialect.createMigrationDialect() })
  try {
    const provider = { getMigrations: () => Promise.resolve(migrations) }
    const { error } = await new Migrator({ db, provider }).migrateToLatest()
    if (error !== undefined) throw explain(error)
  } finally {
    await db.destroy()
  }
}

function explain(error: unknown): unknown {
  const newer = error instanceof Error && /executed migration (\S+) is missing/.exec(error.message)
  if (!newer) return error
  return new AlcoveError(
    'version_skew',
    `The database was used by a newer version of Alcove (it has the migration ${newer[1]}). ` +
      'Start that version or a newer one, or restore a backup from before the update.',
    { cause: error },
  )
}

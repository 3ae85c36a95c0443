import { Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration'
import { AlcoveError } from '../../shared/errors.ts'
import type { StoreDialect } from './dialect.ts'
import { createMigrations } from './migrations/migrations.ts'

/**
 * Brings the database to this version's tables: all steps or none. Postgres takes an advisory lock,
 * so several servers may start at once; with SQLite the process lock must be held.
 *
 * @throws AlcoveError `version_skew` when a newer version has migrated the database already.
 */
export async function migrate(
  dialect: StoreDialect,
  migrations: Record<string, Migration> = createMigrations(dialect),
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

/**
 * For a tool beside a running server, which alone may change the tables.
 *
 * @throws AlcoveError `version_skew` unless the database has this version's tables.
 */
export async function requireMigrated(
  dialect: StoreDialect,
  migrations: Record<string, Migration> = createMigrations(dialect),
): Promise<void> {
  const db = new Kysely<unknown>({ dialect: dialect.createMigrationDialect() })
  try {
    const done = new Set(await listExecuted(db))
    const newer = [...done].find((name) => !Object.hasOwn(migrations, name))
    if (newer !== undefined) throw createNewerError(newer)
    const pending = Object.keys(migrations).find((name) => !done.has(name))
    if (pending !== undefined) throw createPendingError(pending)
  } finally {
    await db.destroy()
  }
}

async function listExecuted(db: Kysely<unknown>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return []
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}
  `.execute(db)
  return rows.map(({ name }) => name)
}

function explain(error: unknown): unknown {
  const newer = error instanceof Error && /executed migration (\S+) is missing/.exec(error.message)
  if (!newer) return error
  return createNewerError(newer[1] ?? '', error)
}

const createNewerError = (name: string, cause?: unknown): AlcoveError =>
  new AlcoveError(
    'version_skew',
    `The database was used by a newer version of Alcove (it has the migration ${name}). ` +
      'Start that version or a newer one, or restore a backup from before the update.',
    { cause },
  )

const createPendingError = (name: string): AlcoveError =>
  new AlcoveError(
    'version_skew',
    `The server that is running belongs to an older version of Alcove (its database lacks the ` +
      `migration ${name}). Stop it, or use that version's own command line.`,
  )

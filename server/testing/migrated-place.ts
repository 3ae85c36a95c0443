import { copyFile, mkdtemp } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '../../scripts/postgres.ts'
import { createStorePlace, type Engine, type StorePlace } from '../../scripts/store-place.ts'
import { DATABASE_FILE } from '../store/dialect-sqlite.ts'
import { LOCK_FILE } from '../store/open-place.ts'
import { openStore } from '../store/store.ts'

const POSTGRES_TEMPLATE = 'alcove_migrated'

/** Called once for a Postgres, before the first {@link createMigratedPlace} there. */
export async function createPostgresTemplate(postgresUrl: string): Promise<void> {
  const databaseUrl = await createDatabase(postgresUrl, { name: POSTGRES_TEMPLATE })
  await migrate({ databaseUrl, dataDir: '' })
}

/**
 * A place for a test's data as `createStorePlace` makes it, with a database that is a copy of a migrated one.
 * To create the tables takes longer than most tests.
 */
export async function createMigratedPlace(
  engine: Engine,
  postgresUrl: string,
): Promise<StorePlace> {
  if (engine === 'postgres') {
    return createStorePlace(engine, postgresUrl, { template: POSTGRES_TEMPLATE })
  }
  const template = await (sqliteTemplate ??= createSqliteTemplate())
  const place = await createStorePlace(engine, postgresUrl)
  for (const name of [DATABASE_FILE, LOCK_FILE]) {
    await copyFile(join(template, name), join(place.dataDir, name))
  }
  return place
}

/** A Postgres database of its own that has its tables already; gives its address. */
export const createMigratedDatabase = (postgresUrl: string): Promise<string> =>
  createDatabase(postgresUrl, { template: POSTGRES_TEMPLATE })

let sqliteTemplate: Promise<string> | undefined

async function createSqliteTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-template-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await migrate({ dataDir: folder })
  return folder
}

async function migrate(place: { databaseUrl?: string; dataDir: string }): Promise<void> {
  const store = await openStore(place)
  await store.close()
}

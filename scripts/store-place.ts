import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, type DatabaseOptions } from './postgres.ts'

export type Engine = 'sqlite' | 'postgres'
export const ENGINES: readonly Engine[] = ['sqlite', 'postgres']

/** Locations of a server's or `openStore`'s data. */
export interface StorePlace {
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  /** Removes the folder. A Postgres database is removed with its server. */
  remove(): Promise<void>
}

/**
 * Creates a place for a test's data: an empty folder, and with Postgres a database, empty or a copy of
 * `template`.
 */
export async function createStorePlace(
  engine: Engine,
  postgresUrl: string,
  { template }: Pick<DatabaseOptions, 'template'> = {},
): Promise<StorePlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'alcove-store-'))
  return {
    databaseUrl:
      engine === 'postgres' ? await createDatabase(postgresUrl, { template }) : undefined,
    dataDir,
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}

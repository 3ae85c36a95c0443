import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from './postgres.ts'

export type Engine = 'sqlite' | 'postgres'
export const ENGINES: readonly Engine[] = ['sqlite', 'postgres']

/** What a server, or `openStore`, needs to know to keep its data there. */
export interface StorePlace {
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  /** Removes the folder. A Postgres database goes with its server. */
  remove(): Promise<void>
}

/** An empty place for a test's data: a folder, and with Postgres a database. */
export async function createStorePlace(engine: Engine, postgresUrl: string): Promise<StorePlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'alcove-store-'))
  return {
    databaseUrl: engine === 'postgres' ? await createDatabase(postgresUrl) : undefined,
    dataDir,
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}

import { execFileSync } from 'node:child_process'
import { startAlcove, type AlcoveServer } from '../e2e/alcove-server.ts'
import { createStorePlace, type Engine } from '../scripts/store-place.ts'
import { createBenchVisitor, type BenchVisitor } from './bench-visitor.ts'
import { openBulk } from './store-bulk.ts'
import type { StoreScale } from './store-scale.ts'
import { seedStore, type Seeded } from './store-seed.ts'

/** Limit for the start that reads a million messages for the search. */
const SEARCH_TIMEOUT_MS = 1_800_000

/** A server with its own database, and a visitor whose threads fill it. */
export interface StoreWorld {
  readonly visitor: BenchVisitor
  readonly seeded: Seeded
  readonly seedSeconds: number
  /** Duration of the start that built the search index of the existing rows. */
  readonly searchSeconds: number
  createVisitor(): Promise<BenchVisitor>
  /** Memory of the server's process in MiB. */
  residentMib(): number
  stop(): Promise<void>
}

export async function startStoreWorld(
  engine: Engine,
  postgresUrl: string,
  scale: Pick<StoreScale, 'threads' | 'messages' | 'longThread'>,
): Promise<StoreWorld> {
  const place = await createStorePlace(engine, postgresUrl)
  const env = place.databaseUrl
    ? { DATABASE_URL: place.databaseUrl, ALCOVE_SECRET: 'a secret of the bench, 32 bytes or more' }
    : {}
  const start = () =>
    startAlcove({ env, dataDir: place.dataDir, readyTimeoutMs: SEARCH_TIMEOUT_MS })
  let server: AlcoveServer = await start()
  const origin = () => `http://127.0.0.1:${server.port}`
  const visitor = await createBenchVisitor(origin)
  // The server has created the tables. A new process starts after the seeding, since caches would remember empty tables.
  await server.stop()
  const startedAt = performance.now()
  const bulk = await openBulk(place)
  const seeded = await seedStore(bulk, visitor.owner, scale)
  await bulk.close()
  const seedSeconds = (performance.now() - startedAt) / 1000
  const searchStartedAt = performance.now()
  server = await start()
  const searchSeconds = (performance.now() - searchStartedAt) / 1000
  return {
    visitor,
    seeded,
    seedSeconds,
    searchSeconds,
    createVisitor: () => createBenchVisitor(origin),
    residentMib: () => readResidentMib(server.pid),
    async stop() {
      await server.stop()
      await place.remove()
    },
  }
}

const readResidentMib = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024

import type { TestProject } from 'vitest/node'
import { createPostgresTemplate } from './migrated-place.ts'
import { startPostgres, type Postgres } from '../../scripts/postgres.ts'
import { startRedis, type RedisServer } from '../../scripts/redis.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a running Postgres; a test creates its own database there (`createDatabase`). */
    postgresUrl: string
    /** URL of a running Redis that all tests share: each uses its own keys, and none stops it. */
    redisUrl: string
  }
}

/**
 * This server does not outlive its machine, so it need not write pages twice. Tests that need statistics of
 * the planner collect them: to visit hundreds of small databases for that takes the processor from tests.
 */
const CHEAP_SETTINGS = ['fsync=off', 'full_page_writes=off', 'autovacuum=off']

let postgres: Postgres | undefined
let redis: RedisServer | undefined

/** Once for all integration tests, before the first; after `scripts/vitest-memory.ts`. */
export async function setup(project: TestProject): Promise<void> {
  redis = await startRedis()
  project.provide('redisUrl', redis.url)
  const within = project.getProvidedContext().memoryPath
  postgres = await startPostgres({ within, settings: CHEAP_SETTINGS })
  await createPostgresTemplate(postgres.url)
  project.provide('postgresUrl', postgres.url)
}

export async function teardown(): Promise<void> {
  await Promise.all([postgres?.stop(), redis?.stop()])
}

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

let postgres: Postgres | undefined
let redis: RedisServer | undefined

/** Once for all integration tests, before the first; after `scripts/vitest-memory.ts`. */
export async function setup(project: TestProject): Promise<void> {
  redis = await startRedis()
  project.provide('redisUrl', redis.url)
  postgres = await startPostgres({ within: project.getProvidedContext().memoryPath })
  await createPostgresTemplate(postgres.url)
  project.provide('postgresUrl', postgres.url)
}

export async function teardown(): Promise<void> {
  await Promise.all([postgres?.stop(), redis?.stop()])
}

import type { TestProject } from 'vitest/node'
import { createMemoryFolder, type MemoryFolder } from './memory-folder.ts'
import { startPostgres, type Postgres } from './postgres.ts'
import { startRedis, type RedisServer } from './redis.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of a running Postgres; a test makes a database of its own there (`createDatabase`). */
    postgresUrl: string
    /** Of a running Redis that all tests share: each uses keys of its own, and none stops it. */
    redisUrl: string
  }
}

let memory: MemoryFolder | undefined
let postgres: Postgres | undefined
let redis: RedisServer | undefined

/** Once for all integration tests, before the first. */
export async function setup(project: TestProject): Promise<void> {
  memory = createMemoryFolder()
  // Tests make their folders where this says, and hand them to the servers that they start.
  if (memory) process.env['TMPDIR'] = memory.path
  redis = await startRedis()
  project.provide('redisUrl', redis.url)
  postgres = await startPostgres({ within: memory?.path })
  project.provide('postgresUrl', postgres.url)
}

export async function teardown(): Promise<void> {
  await Promise.all([postgres?.stop(), redis?.stop()])
  await memory?.remove()
}

import type { TestProject } from 'vitest/node'
import { startPostgres, type Postgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of a running Postgres; a test makes a database of its own there (`createDatabase`). */
    postgresUrl: string
  }
}

let postgres: Postgres | undefined

/** Once for all integration tests, before the first. */
export async function setup(project: TestProject): Promise<void> {
  postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
}

export async function teardown(): Promise<void> {
  await postgres?.stop()
}

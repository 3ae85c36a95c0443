import { afterEach, inject } from 'vitest'
import { createRunsWorld, type RunsWorld, type RunsWorldOptions } from './create-runs-world.ts'

/**
 * Opens worlds for the tests of one file. Each is closed after its test, which fails if a run reported an
 * error.
 */
export function createRunsWorlds(): (options: RunsWorldOptions) => Promise<RunsWorld> {
  const worlds: RunsWorld[] = []
  afterEach(async () => {
    for (const world of worlds.splice(0)) {
      await world.runs.drain(0)
      await world.close()
      if (world.errors.length > 0) throw new AggregateError(world.errors, 'a run met an error')
    }
  })
  return async (options) => {
    const world = await createRunsWorld({ postgresUrl: inject('postgresUrl'), ...options })
    worlds.push(world)
    return world
  }
}

import { connectFacts } from '../connect-facts.ts'
import { connectLimits } from '../connect-limits.ts'
import { connectVectors } from '../connect-vectors.ts'
import type { VectorSearch } from '../knowledge/index/vectors/vector-search.ts'
import { createMemoryCounters } from '../limits/memory-counters.ts'
import { createProjects } from '../projects/create-projects.ts'
import { loadConfig } from '../projects/load-config.ts'
import type { Store } from '../store/store.ts'
import type { Tool } from './tool.ts'

export interface FoundVectors {
  /** Name of the model. */
  readonly model: string
  readonly search: VectorSearch
}

/**
 * The search by meaning of a project, with the models of its configuration and within its budgets.
 *
 * @returns undefined if the project has no vectors.
 */
export async function findVectors(
  tool: Tool,
  store: Store,
  projectId: string,
): Promise<FoundVectors | undefined> {
  const models = await store.embeddings.listModels(projectId)
  const current = models.find(({ state }) => state === 'current')
  if (!current) return undefined
  const settings = tool.readSettings()
  const { configPath, limits } = settings
  const { now } = tool
  const configs = { current: await loadConfig({ path: configPath, folder: process.cwd(), limits }) }
  const projects = createProjects({ store, configs, environment: settings, now })
  const log = {
    warn: (facts: object, text: string) => tool.warn(`${text} ${JSON.stringify(facts)}`),
  }
  const counters = createMemoryCounters(now)
  const { budgets } = connectLimits({ settings, store, counters, log, now }, projects)
  const onError = { error: (facts: object, text: string) => log.warn(facts, text) }
  const { countEmbedding } = connectFacts({ settings, configs, store, log: onError, now }, projects)
  const parts = { settings, projects, store, budgets, countEmbedding, log, now }
  const { search } = connectVectors(parts)
  return { model: current.name, search }
}

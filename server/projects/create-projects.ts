import type { LimitTable } from '../limits/limit-table.ts'
import { DEFAULT_ASSISTANT } from '../models/model.ts'
import type { ProjectQueries } from '../store/store.ts'
import { WORK_BITS } from '../../shared/proof-of-work.ts'
import { createBareAssistant, type AssistantConfig } from './assistant-schema.ts'
import type { AuthRule } from './auth-rule-schema.ts'
import type { EmbeddingConfig } from './embedding-schema.ts'
import { createLookupCache } from './lookup-cache.ts'
import { createBareConfig } from './parse-config.ts'
import {
  DEFAULT_PROJECT,
  isProjectId,
  type Project,
  type ProjectConfig,
  type ProjectConfigs,
  type Projects,
} from './project.ts'

/** Maximum time until an operator's switch is in effect on all servers. */
export const PROJECT_CACHE_MS = 5_000
/** Time that a project is answered from memory while the database is unreachable. */
const PROJECT_STALE_MS = 30_000

/** Settings of the environment about projects. */
export interface ProjectEnvironment {
  /** `ALCOVE_ALLOWED_ORIGINS` and this machine's own origins: for project `default` only. */
  readonly allowedHosts: readonly string[]
  /** Pages of this machine, outside of production: they may call the API of every project. */
  readonly localOrigins: readonly string[]
  /** `ALCOVE_API_ORIGINS`: for project `default` only. */
  readonly callerOrigins: readonly string[]
  /** `ALCOVE_HOST_SECRET`: for project `default` only. */
  readonly hostSecret: string | undefined
  /** `ALCOVE_LIMITS`: for every project without a block. */
  readonly limits: LimitTable
  /** `ALCOVE_MODEL`: for every assistant that names none. */
  readonly model: string | undefined
  /** `ALCOVE_EMBEDDING_MODEL`: for every project that names none. */
  readonly embeddingModel: string | undefined
  /** `ALCOVE_SYSTEM`: for the assistant `default` of project `default`, unless it has its own. */
  readonly system: string | undefined
}

export interface ProjectsSettings {
  readonly rows: Pick<ProjectQueries, 'find'>
  /** The blocks of `alcove.config.ts`. */
  readonly configs: ProjectConfigs
  readonly environment: ProjectEnvironment
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * Joins projects of the store and the configuration. The store has the existence of a project, its block the
 * rights. Without a block it has no hosts.
 */
export function createProjects({ rows, configs, environment, now }: ProjectsSettings): Projects {
  const joined = new Map<string, Project>()
  const cache = createLookupCache({
    load: (id) => rows.find(id),
    lifeMs: PROJECT_CACHE_MS,
    staleMs: PROJECT_STALE_MS,
    now,
  })

  function join(id: string): Project {
    const project = joined.get(id) ?? joinProject(id, configs.get(id), environment)
    // Few projects have a block, and those get the most calls.
    if (configs.has(id)) joined.set(id, project)
    return project
  }

  return {
    async find(id) {
      if (!isProjectId(id)) return undefined
      const row = await cache.find(id)
      if (!row || row.suspendedAt !== null) return undefined
      const { namedOnlySince, workBits } = row
      const project = join(id)
      if (namedOnlySince === null && workBits === null) return project
      return {
        ...project,
        isNamedOnly: namedOnlySince !== null,
        workBits: workBits ?? project.workBits,
      }
    },
    standIn: join,
    limitsOf: (id) => configs.get(id)?.limits ?? environment.limits,
  }
}

function joinProject(
  id: string,
  config: ProjectConfig | undefined,
  environment: ProjectEnvironment,
): Project {
  const own = config ?? createBareConfig(environment.limits)
  const isDefault = id === DEFAULT_PROJECT
  const hosts = isDefault ? [...environment.allowedHosts, ...own.hosts] : own.hosts
  const rules = isDefault ? environmentRules(environment) : []
  return {
    ...own,
    id,
    isNamedOnly: false,
    workBits: own.visitors.proofOfWork === 'always' ? WORK_BITS : 0,
    hosts: [...new Set(hosts)],
    apiOrigins: [
      ...environment.localOrigins,
      ...(isDefault ? environment.callerOrigins : []),
      ...own.apiOrigins,
    ],
    auth: [...rules, ...own.auth],
    embeddings: own.embeddings ?? embeddingsOf(environment),
    assistants: joinAssistants(own.assistants, {
      model: environment.model,
      system: isDefault ? environment.system : undefined,
    }),
  }
}

const embeddingsOf = ({ embeddingModel }: ProjectEnvironment): EmbeddingConfig | undefined =>
  embeddingModel === undefined ? undefined : { model: embeddingModel, providers: new Map() }

const environmentRules = ({ hostSecret }: ProjectEnvironment): readonly AuthRule[] =>
  hostSecret === undefined ? [] : [{ type: 'secret', secret: hostSecret }]

function joinAssistants(
  assistants: ReadonlyMap<string, AssistantConfig>,
  { model, system }: Pick<ProjectEnvironment, 'model' | 'system'>,
): ReadonlyMap<string, AssistantConfig> {
  const main = assistants.get(DEFAULT_ASSISTANT) ?? createBareAssistant()
  const all = new Map(assistants).set(DEFAULT_ASSISTANT, { ...main, system: main.system ?? system })
  return new Map(
    [...all].map(([id, assistant]) => [id, { ...assistant, model: assistant.model ?? model }]),
  )
}

import { AlcoveError } from '../../shared/errors.ts'
import { DEFAULT_ASSISTANT } from '../models/model.ts'
import type { ProjectRow, Store } from '../store/store.ts'
import { WORK_BITS } from '../../shared/proof-of-work.ts'
import { createBareAssistant, type AssistantConfig } from './assistant-schema.ts'
import type { AuthRule } from './auth-rule-schema.ts'
import type { EmbeddingConfig } from './embedding-schema.ts'
import { createLookupCache } from './lookup-cache.ts'
import { createBareConfig } from './parse-config.ts'
import {
  DEFAULT_PROJECT,
  isProjectId,
  type ConfigHolder,
  type DraftProject,
  type Project,
  type ProjectConfig,
  type ProjectConfigs,
  type ProjectEnvironment,
  type Projects,
} from './project.ts'
import { problemText, readSettings } from './settings/read-settings.ts'
import { createUnusableError } from './settings/unusable-error.ts'

/** Maximum time until an operator's switch, or a publish on another server, is in effect; less than 5 s with the calls. */
export const PROJECT_CACHE_MS = 4_000
/** Time that a project is answered from memory while the database is unreachable. */
const PROJECT_STALE_MS = 30_000

export interface ProjectsSettings {
  readonly store: {
    readonly projects: Pick<Store['projects'], 'find'>
    readonly settings: Pick<Store['settings'], 'findVersion' | 'findDraft'>
  }
  /** The blocks of `alcove.config.ts`. */
  readonly configs: Readonly<ConfigHolder>
  readonly environment: ProjectEnvironment
  /** Called if published settings cannot be used with this server's configuration. Default: nothing. */
  readonly onUnusable?: (error: AlcoveError, projectId: string) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** A project as it was joined, and of what. */
interface Joined {
  readonly project: Project
  readonly number: number | null
  readonly configs: ProjectConfigs
}

/**
 * Joins projects of the store and the configuration. The store has the existence of a project and its published
 * settings, its block the rights. Without a block it has the hosts of its settings alone.
 */
export function createProjects({
  store,
  configs,
  environment,
  onUnusable = () => {},
  now,
}: ProjectsSettings): Projects {
  const joined = new Map<string, Joined>()
  const drafts = new Map<string, Omit<Joined, 'number'> & { readonly revision: number }>()
  const cache = createLookupCache({
    async load(id) {
      const row = await store.projects.find(id)
      return row && { row, project: await joinPublished(row) }
    },
    lifeMs: PROJECT_CACHE_MS,
    staleMs: PROJECT_STALE_MS,
    now,
  })

  async function joinPublished({ id, publishedNumber: number }: ProjectRow): Promise<Project> {
    const known = joined.get(id)
    if (known && known.number === number && known.configs === configs.current) return known.project
    const { current } = configs
    const project =
      number === null
        ? joinProject(id, current.get(id), environment)
        : await readPublished(id, number, known)
    // Few projects have a block or settings, and those get the most calls.
    if (number !== null || current.has(id)) joined.set(id, { project, number, configs: current })
    return project
  }

  /** @throws AlcoveError `unavailable` if this server's configuration contradicts the settings. */
  async function readPublished(id: string, number: number, known: Joined | undefined) {
    const version = await store.settings.findVersion(id, number)
    if (!version) throw new AlcoveError('unavailable', `Version ${number} is missing.`)
    const { config, problems } = readSettings(id, version.settings, configs.current, environment)
    if (config) return joinProject(id, config, environment)
    const error = createUnusableError(id, number, problems.map(problemText))
    onUnusable(error, id)
    if (known) return known.project
    throw new AlcoveError('unavailable', 'This project cannot answer right now.', { cause: error })
  }

  const joinNow = (id: string): Project =>
    joined.get(id)?.project ?? joinProject(id, configs.current.get(id), environment)

  async function find(id: string): Promise<Project | undefined> {
    if (!isProjectId(id)) return undefined
    const found = await cache.find(id)
    if (!found || found.row.suspendedAt !== null) return undefined
    return withSwitches(found.project, found.row)
  }

  return {
    find,
    async findDraft(id) {
      const live = await find(id)
      const draft = live && (await store.settings.findDraft(id))
      if (!draft) return undefined
      const { revision, beganRevision } = draft
      const known = drafts.get(id)
      const isKnown = known?.revision === revision && known.configs === configs.current
      const project = isKnown ? known.project : readDraft(id, draft.settings)
      drafts.set(id, { project, revision, configs: configs.current })
      const { isNamedOnly, workBits } = live
      return {
        ...project,
        isNamedOnly,
        workBits,
        isDraft: true,
        revision,
        beganRevision,
      } satisfies DraftProject
    },
    async rulesOf(id) {
      const found = isProjectId(id) ? await cache.find(id) : undefined
      return found?.project ?? joinNow(id)
    },
    standIn: joinNow,
    limitsOf: (id) =>
      joined.get(id)?.project.limits ?? configs.current.get(id)?.limits ?? environment.limits,
    forget(id) {
      if (id === undefined) cache.forgetAll()
      else cache.forget(id)
    },
  }

  function readDraft(id: string, settings: Parameters<typeof readSettings>[1]): Project {
    const { config, problems } = readSettings(id, settings, configs.current, environment)
    if (config) return joinProject(id, config, environment)
    throw new AlcoveError('invalid_request', `The draft: ${problemText(problems[0]!)}`)
  }
}

const withSwitches = (project: Project, { namedOnlySince, workBits }: ProjectRow): Project =>
  namedOnlySince === null && workBits === null
    ? project
    : {
        ...project,
        isNamedOnly: namedOnlySince !== null,
        workBits: workBits ?? project.workBits,
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

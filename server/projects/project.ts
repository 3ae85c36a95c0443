import type { LimitTable } from '../limits/limit-table.ts'
import type { ModelChoice, NamedProvider } from '../models/model-choice.ts'
import type { AssistantConfig } from './assistant-schema.ts'
import type { ParsedCases } from './cases-schema.ts'
import type { EmbeddingConfig } from './embedding-schema.ts'
import type { Prices } from './prices-schema.ts'
import type { ParsedBlock } from './project-schema.ts'

/** Exists from the start; its base is the service's own origin, or `/p/default`. */
export const DEFAULT_PROJECT = 'default'

/** A project's id is used in addresses, in storage keys and in `data-app`. */
const PROJECT_ID_PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
export const PROJECT_ID_EXPECTED =
  '1 to 63 lower-case letters, digits and hyphens, with a letter or a digit at both ends'

export const isProjectId = (text: string): boolean => PROJECT_ID_PATTERN.test(text)

/** A block of `alcove.config.ts`, validated and with its defaults; it may lack assistants. */
export interface ProjectConfig extends Omit<
  ParsedBlock,
  'assistants' | 'hosts' | 'apiOrigins' | 'limits' | 'embeddings' | 'cases'
> {
  readonly assistants: ReadonlyMap<string, AssistantConfig>
  /** Host pages that may embed the frame, as sources of `frame-ancestors`. Empty: none. */
  readonly hosts: readonly string[]
  /** Other pages that may call the API, besides the frame. */
  readonly apiOrigins: readonly string[]
  readonly limits: LimitTable
  readonly cases: Omit<ParsedCases, 'judge'> & { readonly judge: ModelChoice | undefined }
  /** Undefined: pages are found by their words alone. */
  readonly embeddings: EmbeddingConfig | undefined
}

/** A tenant: its row in the store joined with its block. Its assistant `default` always exists. */
export interface Project extends ProjectConfig {
  readonly id: string
  /** The operator's switch: only users whom the host's server named may chat for now. */
  readonly isNamedOnly: boolean
  /** Difficulty of the puzzle for new visitors; 0: there is none. */
  readonly workBits: number
  /** True for a project as its draft says. */
  readonly isDraft?: boolean
}

/** A project as its draft says, before it is published. */
export interface DraftProject extends Project {
  readonly isDraft: true
  /** Of the draft. */
  readonly revision: number
  /** The revision with which the draft began. */
  readonly beganRevision: number
}

/** The configuration beside its parsed blocks. */
export interface ServiceConfig {
  readonly prices: Prices
  /** The operator's own providers of models, by name. */
  readonly providers: ReadonlyMap<string, NamedProvider>
  /** Name of the file. */
  readonly file: string
  /** Blocks as the operator wrote them, by project id: settings of the desk are joined with them. */
  readonly blocks: ReadonlyMap<string, WrittenBlock>
}

/** A block of the configuration before it is parsed; it may hold functions and models. */
export type WrittenBlock = Readonly<Record<string, unknown>>

/** Read if it is in the working folder and `ALCOVE_CONFIG` names no other file. */
export const CONFIG_FILE = 'alcove.config.ts'

/** By project id. */
export type ProjectConfigs = ReadonlyMap<string, ProjectConfig> & {
  /** Absent: there is no configuration. */
  readonly service?: ServiceConfig
}

/** The settings for all projects, with their defaults. */
export const serviceOf = ({ service }: ProjectConfigs): ServiceConfig =>
  service ?? { prices: new Map(), providers: new Map(), file: CONFIG_FILE, blocks: new Map() }

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
  /** Limits that `ALCOVE_LIMITS` names: the desk cannot change them. Default: none. */
  readonly limitNames?: readonly string[]
  /** `ALCOVE_MODEL`: for every assistant that names none. */
  readonly model: string | undefined
  /** `ALCOVE_EMBEDDING_MODEL`: for every project that names none. */
  readonly embeddingModel: string | undefined
  /** `ALCOVE_SYSTEM`: for the assistant `default` of project `default`, unless it has its own. */
  readonly system: string | undefined
}

/** The configuration in effect, which a reload replaces. */
export interface ConfigHolder {
  current: ProjectConfigs
}

export interface Projects {
  /** Undefined if the project is missing or suspended. */
  find(id: string): Promise<Project | undefined>
  /**
   * The project as its draft says. Undefined without a draft, and as for {@link find}.
   *
   * @throws AlcoveError `invalid_request`, naming the first fault of the draft.
   */
  findDraft(id: string): Promise<DraftProject | undefined>
  /** The settings of a project, also of a suspended one. */
  rulesOf(id: string): Promise<Project>
  /**
   * Stands in for a project that {@link find} does not return, until the caller has proven to belong to it:
   * the settings of its block, as if it had a row.
   */
  standIn(id: string): Project
  /** Limits of a project that {@link find} has found, or with a block; the defaults for any other. */
  limitsOf(id: string): LimitTable
  /** After a change on this server: the next call reads the project again. Default: all projects. */
  forget(id?: string): void
}

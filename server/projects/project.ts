import type { LimitTable } from '../limits/limit-table.ts'
import type { AssistantConfig } from './assistant-schema.ts'
import type { EmbeddingConfig } from './embedding-schema.ts'
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
  'assistants' | 'hosts' | 'apiOrigins' | 'limits' | 'embeddings'
> {
  readonly assistants: ReadonlyMap<string, AssistantConfig>
  /** Host pages that may embed the frame, as sources of `frame-ancestors`. Empty: none. */
  readonly hosts: readonly string[]
  /** Other pages that may call the API, besides the frame. */
  readonly apiOrigins: readonly string[]
  readonly limits: LimitTable
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
}

/** By project id. */
export type ProjectConfigs = ReadonlyMap<string, ProjectConfig>

export interface Projects {
  /** Undefined if the project is missing or suspended. */
  find(id: string): Promise<Project | undefined>
  /**
   * Stands in for a project that {@link find} does not return, until the caller has proven to belong to it:
   * the settings of its block, as if it had a row.
   */
  standIn(id: string): Project
  /** Limits of a project with a block; the defaults for any other. */
  limitsOf(id: string): LimitTable
}

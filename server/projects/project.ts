import type { LimitTable } from '../limits/limit-table.ts'
import type { ParsedBlock } from './project-schema.ts'

/** Exists from the start; its base is the service's own origin, or `/p/default`. */
export const DEFAULT_PROJECT = 'default'

/** A project's id stands in addresses, in storage keys and in `data-app`. */
const PROJECT_ID_PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
export const PROJECT_ID_EXPECTED =
  '1 to 63 lower-case letters, digits and hyphens, with a letter or a digit at both ends'

export const isProjectId = (text: string): boolean => PROJECT_ID_PATTERN.test(text)

/** A block of `alcove.config.ts`, checked and with its defaults; it need not name an assistant. */
export interface ProjectConfig extends Omit<ParsedBlock, 'hosts' | 'apiOrigins' | 'limits'> {
  /** Host pages that may embed the frame, as sources of `frame-ancestors`. Empty: none. */
  readonly hosts: readonly string[]
  /** Pages elsewhere that may call the API, besides the frame. */
  readonly apiOrigins: readonly string[]
  readonly limits: LimitTable
}

/** A tenant: what its row in the store and its block say together. Its assistant `default` is always there. */
export interface Project extends ProjectConfig {
  readonly id: string
  /** The operator's switch: for now only users whom the host's server named may chat. */
  readonly isNamedOnly: boolean
  /** How hard the puzzle is that a new visitor solves; 0: there is none. */
  readonly workBits: number
}

/** By project id. */
export type ProjectConfigs = ReadonlyMap<string, ProjectConfig>

export interface Projects {
  /** Undefined when there is no such project, or the operator switched it off. */
  find(id: string): Promise<Project | undefined>
  /**
   * What stands for a project that {@link find} does not give, while nobody has proved to be one of its
   * callers: what its block says, as if it had a row.
   */
  standIn(id: string): Project
  /** Limits of a project whose block is known; the defaults for any other. */
  limitsOf(id: string): LimitTable
}

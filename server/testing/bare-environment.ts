import { LIMIT_DEFAULTS } from '../limits/limit-table.ts'
import type { ProjectEnvironment } from '../projects/project.ts'

/** The environment of a server that sets nothing. */
export const BARE_ENVIRONMENT: ProjectEnvironment = {
  allowedHosts: [],
  localOrigins: [],
  callerOrigins: [],
  hostSecret: undefined,
  limits: LIMIT_DEFAULTS,
  model: undefined,
  embeddingModel: undefined,
  system: undefined,
}

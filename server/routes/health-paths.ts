/** Answers while the process runs and its database can be read. */
export const HEALTH_PATH = '/healthz'
/** Answers while writes work and the server is not stopping. */
export const READY_PATH = '/readyz'

export const HEALTH_PATHS: readonly string[] = [HEALTH_PATH, READY_PATH]

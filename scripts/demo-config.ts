import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The demo shop's tools. Only `npm start` uses it; a server that is started by itself never does. */
export const DEMO_CONFIG = 'scripts/demo/alcove.config.ts'

/** The server's environment with the demo's configuration, where there is none of the operator's. */
export function demoEnv(
  root: string,
  env: NodeJS.ProcessEnv,
  demoOrigin: string,
): NodeJS.ProcessEnv {
  const config = demoConfigOf(root, env)
  return config === undefined
    ? env
    : { ...env, ALCOVE_CONFIG: config, ALCOVE_DEMO_ORIGIN: demoOrigin }
}

/** The demo's configuration, while the operator has none: neither `ALCOVE_CONFIG` nor its usual file. */
export function demoConfigOf(root: string, env: NodeJS.ProcessEnv): string | undefined {
  const hasOwn = Boolean(env['ALCOVE_CONFIG']?.trim()) || existsSync(join(root, 'alcove.config.ts'))
  return hasOwn ? undefined : DEMO_CONFIG
}

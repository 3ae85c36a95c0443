import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The demo shop's tools. Only `npm start` uses this file; a server that is started directly never does. */
export const DEMO_CONFIG = 'scripts/demo/alcove.config.ts'

/** The server's environment with the demo site, and with its configuration unless the operator has one. */
export function demoEnv(
  root: string,
  env: NodeJS.ProcessEnv,
  demoOrigin: string,
): NodeJS.ProcessEnv {
  const config = demoConfigOf(root, env)
  const withSite = { ...env, ALCOVE_DEMO_ORIGIN: demoOrigin }
  return config === undefined ? withSite : { ...withSite, ALCOVE_CONFIG: config }
}

/** The demo's configuration; undefined if the operator has one, in `ALCOVE_CONFIG` or its default file. */
export function demoConfigOf(root: string, env: NodeJS.ProcessEnv): string | undefined {
  const hasOwn = Boolean(env['ALCOVE_CONFIG']?.trim()) || existsSync(join(root, 'alcove.config.ts'))
  return hasOwn ? undefined : DEMO_CONFIG
}

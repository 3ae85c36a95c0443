import type { Service } from './create-service.ts'
import type { Log } from './log.ts'
import { checkConfigs } from './projects/check-configs.ts'
import { loadConfig } from './projects/load-config.ts'
import type { ConfigHolder } from './projects/project.ts'
import { createConfigReload, RELOAD_LOOK_MS } from './reload-config.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store/store.ts'
import { warnOfScopes } from './warn-of-scopes.ts'

interface ReloadWorld {
  readonly settings: Settings
  readonly store: Store
  readonly configs: ConfigHolder
  readonly log: Log
}

/**
 * Lets a running server read its configuration again on request.
 *
 * @returns a function that stops it.
 */
export async function startReloads(
  { projects, projectSettings, crawls }: Service,
  { settings, store, configs, log }: ReloadWorld,
): Promise<() => void> {
  const { configPath: path, limits } = settings
  const reload = await createConfigReload({
    store,
    configs,
    projects,
    projectSettings,
    crawls,
    load: () => loadConfig({ path, folder: process.cwd(), limits, isAgain: true }),
    async check(next) {
      await checkConfigs(next, settings, store, log)
      await warnOfScopes(next, store, log)
    },
    log,
  })
  const look = () =>
    void reload
      .look()
      .catch((error: unknown) =>
        log.error({ err: error }, 'the look for a new configuration failed'),
      )
  const timer = setInterval(look, RELOAD_LOOK_MS)
  return () => clearInterval(timer)
}

import type { Log } from './log.ts'
import { createProjects } from './projects/create-projects.ts'
import type { ConfigHolder } from './projects/project.ts'
import { createProjectSettings } from './projects/settings/project-settings.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store/store.ts'

interface ProjectsWorld {
  readonly settings: Settings
  readonly configs: ConfigHolder
  readonly store: Store
  readonly log: Pick<Log, 'error' | 'info'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Projects, and the settings that owners change while the service runs. */
export function connectProjects({ settings, configs, store, log, now }: ProjectsWorld) {
  const projects = createProjects({
    store,
    configs,
    environment: settings,
    onUnusable: (error, projectId) =>
      log.error({ err: error, projectId }, 'published settings do not fit this configuration'),
    now,
  })
  const projectSettings = createProjectSettings({
    store,
    projects,
    configs,
    environment: settings,
    onPublished: (event) => log.info({ ...event }, 'settings were published'),
  })
  return { projects, projectSettings }
}

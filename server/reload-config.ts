import { randomUUID } from 'node:crypto'
import { AlcoveError } from '../shared/errors.ts'
import type { ConnectedCrawls } from './connect-crawls.ts'
import type { Log } from './log.ts'
import type { ConfigHolder, ProjectConfigs, Projects } from './projects/project.ts'
import { diffConfigs } from './projects/settings/diff-configs.ts'
import type { ProjectSettingsService } from './projects/settings/settings-service.ts'
import type { Store } from './store/store.ts'

/** Interval of the look for a request to read the configuration again. */
export const RELOAD_LOOK_MS = 2_000

export interface ReloadParts {
  readonly store: Pick<Store, 'reloads'>
  readonly configs: ConfigHolder
  readonly projects: Pick<Projects, 'forget'>
  readonly projectSettings: Pick<ProjectSettingsService, 'checkPublished' | 'publishFirst'>
  readonly crawls: Pick<ConnectedCrawls, 'fix'>
  /** Reads the file again. Rejects if it is refused. */
  readonly load: () => Promise<ProjectConfigs>
  /** Rejects if the configuration cannot be used. */
  readonly check: (configs: ProjectConfigs) => Promise<void>
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
}

export interface ConfigReload {
  /** Answers a request that came since the last look. */
  look(): Promise<void>
}

/** Reads the configuration again when the operator asks for it. A bad one is refused, and the old one stays. */
export async function createConfigReload(parts: ReloadParts): Promise<ConfigReload> {
  const { store, configs, projects, projectSettings, crawls, load, check, log } = parts
  const server = randomUUID()
  let seen = await store.reloads.newest()
  let isReading = false

  async function read(): Promise<{ readonly isTaken: boolean; readonly report: string }> {
    try {
      const next = await load()
      await check(next)
      await projectSettings.checkPublished(next)
      const lines = diffConfigs(configs.current, next)
      configs.current = next
      projects.forget()
      await projectSettings.publishFirst()
      await crawls.fix()
      return { isTaken: true, report: lines.join('\n') || 'Nothing has changed.' }
    } catch (error) {
      if (!(error instanceof AlcoveError)) throw error
      return { isTaken: false, report: [error.message, error.hint].filter(Boolean).join(' ') }
    }
  }

  return {
    async look() {
      if (isReading) return
      isReading = true
      try {
        const id = await store.reloads.newest()
        if (id === undefined || id === seen) return
        const result = await read()
        seen = id
        const { isTaken, report } = result
        if (isTaken) log.info({ report }, 'the configuration was read again')
        else log.warn({ report }, 'a new configuration was refused; the old one stays in effect')
        await store.reloads.report(id, { server, ...result })
      } finally {
        isReading = false
      }
    },
  }
}

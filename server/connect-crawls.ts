import { createGuardedGet } from './files/fetch/guarded-get.ts'
import { createCrawls, type Crawls } from './knowledge/crawls.ts'
import { fixSources } from './knowledge/fix-sources.ts'
import { createDocumentReader } from './knowledge/read/document-reader.ts'
import type { Log } from './log.ts'
import type { ConfigHolder } from './projects/project.ts'
import type { ProjectSettingsService } from './projects/settings/settings-service.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store/store.ts'

export interface ConnectedCrawls extends Crawls {
  /** Makes the sources of the configuration and of published settings those of the store. */
  fix(): Promise<void>
}

interface CrawlWorld {
  readonly settings: Pick<Settings, 'allowsLocalTools'>
  readonly configs: Readonly<ConfigHolder>
  readonly store: Store
  readonly log: Log
}

/** Crawls of the server. Documents are read in a thread, which starts with the first one. */
export function connectCrawls(
  { settings, configs, store, log }: CrawlWorld,
  projectSettings: Pick<ProjectSettingsService, 'settle'>,
): ConnectedCrawls {
  const reader = createDocumentReader()
  const crawls = createCrawls({
    store,
    get: createGuardedGet({ allowsLoopback: settings.allowsLocalTools }),
    readDocument: (raw) => reader.readDocument(raw),
    onError: (error, sourceId) =>
      log.error({ err: error, sourceId }, 'a crawl ended with an error'),
  })
  return {
    ...crawls,
    async fix() {
      const blocks = [...configs.current].map(([id, { knowledge }]) => [id, knowledge] as const)
      await fixSources(store, new Map(blocks))
      await projectSettings.settle()
    },
    async stop() {
      await crawls.stop()
      await reader.close()
    },
  }
}

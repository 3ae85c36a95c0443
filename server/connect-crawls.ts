import { createGuardedGet } from './files/fetch/guarded-get.ts'
import { createCrawls, CRAWLS_AT_ONCE, type Crawls } from './knowledge/crawls.ts'
import { fixSources } from './knowledge/fix-sources.ts'
import { createDocumentReaders } from './knowledge/read/document-readers.ts'
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

/** Crawls of the server. Documents are read in a thread for each project, which starts with the first one. */
export function connectCrawls(
  { settings, configs, store, log }: CrawlWorld,
  projectSettings: Pick<ProjectSettingsService, 'settle'>,
): ConnectedCrawls {
  const readers = createDocumentReaders({ kept: CRAWLS_AT_ONCE })
  const crawls = createCrawls({
    store,
    get: createGuardedGet({ allowsLoopback: settings.allowsLocalTools }),
    readDocument: (raw, projectId) => readers.readDocument(raw, projectId),
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
      await readers.close()
    },
  }
}

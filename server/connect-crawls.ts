import { createGuardedGet } from './files/fetch/guarded-get.ts'
import { createCrawls, type Crawls } from './knowledge/crawls.ts'
import { fixSources } from './knowledge/fix-sources.ts'
import { splitDocument } from './knowledge/index/split-document.ts'
import { createDocumentReader } from './knowledge/read/document-reader.ts'
import type { Log } from './log.ts'
import type { ProjectConfigs } from './projects/project.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store/store.ts'

export interface ConnectedCrawls extends Crawls {
  /** Makes the sources of the configuration those of the store. */
  fix(): Promise<void>
}

interface CrawlWorld {
  readonly settings: Pick<Settings, 'allowsLocalTools'>
  readonly configs: ProjectConfigs
  readonly store: Store
  readonly log: Log
}

/** Crawls of the server. Documents are read in a thread, which starts with the first one. */
export function connectCrawls({ settings, configs, store, log }: CrawlWorld): ConnectedCrawls {
  const reader = createDocumentReader()
  const crawls = createCrawls({
    store,
    get: createGuardedGet({ allowsLoopback: settings.allowsLocalTools }),
    readDocument: (raw) => reader.readDocument(raw),
    splitDocument,
    onError: (error, sourceId) =>
      log.error({ err: error, sourceId }, 'a crawl ended with an error'),
  })
  return {
    ...crawls,
    fix: () =>
      fixSources(store, new Map([...configs].map(([id, { knowledge }]) => [id, knowledge]))),
    async stop() {
      await crawls.stop()
      await reader.close()
    },
  }
}

import { writeSync } from 'node:fs'
import { createGuardedGet } from '../files/fetch/guarded-get.ts'
import { createCrawls } from '../knowledge/crawls.ts'
import { createDocumentReader } from '../knowledge/read/document-reader.ts'
import { openStore } from '../store/store.ts'

const STDOUT = 1

/** A crawl for a process. */
export interface CrawlOrder {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  readonly sourceId: string
  /** Added to this machine's time, so that the leases of killed processes have ended. */
  readonly laterMs: number
}

/** Crawls one source, for a process that tests kill. Prints a line before each address. */
export async function crawlInProcess({ sourceId, laterMs, ...place }: CrawlOrder): Promise<void> {
  const store = await openStore({
    ...place,
    isTool: true,
    now: () => new Date(Date.now() + laterMs),
  })
  const reader = createDocumentReader()
  const crawls = createCrawls({
    store,
    get: createGuardedGet({ allowsLoopback: true }),
    readDocument: (raw) => reader.readDocument(raw),
    pauseMs: 0,
    onError: () => {},
  })
  const source = await crawls.run(sourceId, {
    onProgress: ({ address }) => void writeSync(STDOUT, `${address}\n`),
  })
  if (!source) throw new Error('Another process has the source.')
  await reader.close()
  await store.close()
}

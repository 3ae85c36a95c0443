import { setTimeout as delay } from 'node:timers/promises'
import { AlcoveError } from '../../shared/errors.ts'
import { createGuardedGet } from '../files/fetch/guarded-get.ts'
import { createCrawls, type Crawls } from '../knowledge/crawls.ts'
import { createDocumentReader } from '../knowledge/read/document-reader.ts'
import type { SourceRow, Store } from '../store/store.ts'
import type { Tool } from './tool.ts'

/** Interval of looks at a crawl of another process. */
const FOLLOW_MS = 500

/** Lends crawls of this process to some work. */
export async function withCrawls<Result>(
  tool: Tool,
  store: Store,
  work: (crawls: Crawls) => Promise<Result>,
): Promise<Result> {
  const reader = createDocumentReader()
  const { allowsLocalTools } = tool.readSettings()
  const crawls = createCrawls({
    store,
    get: createGuardedGet({ allowsLoopback: allowsLocalTools }),
    readDocument: (raw) => reader.readDocument(raw),
    // The command fails with the same error.
    onError: () => {},
  })
  try {
    return await work(crawls)
  } finally {
    await crawls.stop()
    await reader.close()
    tool.progress.end()
  }
}

/**
 * Crawls a source in this process, or follows the crawl of the process that has it.
 *
 * @throws AlcoveError `not_found` if the source is removed meanwhile.
 */
export async function crawlToEnd(
  tool: Tool,
  store: Store,
  crawls: Crawls,
  { projectId, id }: SourceRow,
  acceptsLoss: boolean,
): Promise<SourceRow> {
  for (;;) {
    const crawled = await crawls.run(id, {
      acceptsLoss,
      onProgress: ({ done, total, address }) => tool.progress.show(done, total, address),
    })
    if (crawled) return crawled
    const source = await store.sources.find(projectId, id)
    if (!source) throw new AlcoveError('not_found', `The source ${id} was removed.`)
    const isFollowed = await follow(tool, store, source)
    if (isFollowed) return isFollowed
  }
}

/** @returns the source after the crawl of another process; undefined if that process left it. */
async function follow(tool: Tool, store: Store, source: SourceRow): Promise<SourceRow | undefined> {
  const { projectId, id } = source
  for (;;) {
    // Before the source: a crawl that ends changes both at once.
    const isFree = await store.crawls.isFree(id)
    const now = await store.sources.find(projectId, id)
    if (!now) return undefined
    const isUnfinished = now.state === 'waiting' || now.state === 'crawling'
    if (isFree) return isUnfinished ? undefined : now
    const { done, total } = await store.crawlQueue.progress(id, now.crawlId ?? '')
    tool.progress.show(done, total, 'by another process')
    // No limit: the operator waits for the crawl, and Ctrl-C ends the waiting.
    await delay(FOLLOW_MS)
  }
}

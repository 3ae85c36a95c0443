import { resolve } from 'node:path'
import type { GuardedGet } from '../../files/fetch/guarded-get.ts'
import type { CrawlLease, SourceRow, Store } from '../../store/store.ts'
import { readSourceSettings, type SourceSettings } from '../source-settings.ts'
import { endCrawl, type CrawlTally } from './end-crawl.ts'
import type { Walk } from './fetched.ts'
import { createFileWalk, createFolderWalk } from './folder-walk.ts'
import { createPace } from './pace.ts'
import { takeFetched, type DocumentParts } from './take-document.ts'
import { createWebClient } from './web-client.ts'
import { createWebWalk } from './web-walk.ts'

const MS_PER_MINUTE = 60_000
/** Addresses that are read from the queue at once. */
const QUEUE_PAGE = 50
/** Addresses in a row without an answer after which a site counts as down. */
export const FAILURES_IN_ROW_MAX = 10

export interface CrawlProgress {
  readonly total: number
  readonly done: number
  /** Address or path that comes next. */
  readonly address: string
}

export interface CrawlParts extends DocumentParts {
  readonly store: Store
  readonly get: GuardedGet
  /** Pause between two requests to an origin. Default: `PAUSE_MS`. */
  readonly pauseMs?: number
}

export interface CrawlOptions {
  /** Stops the crawl, which another process then goes on with. */
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: CrawlProgress) => void) | undefined
  /** Forgets documents even if the source lists far fewer than before. Default: false. */
  readonly acceptsLoss?: boolean | undefined
}

/**
 * Crawls a source whose lease the caller has and renews: begins, or goes on where a killed process was.
 *
 * @returns the source after the crawl; undefined if the lease was lost or the source is gone.
 * @throws the reason of `signal`.
 */
export async function crawlSource(
  parts: CrawlParts,
  lease: CrawlLease,
  options: CrawlOptions,
): Promise<SourceRow | undefined> {
  const { store } = parts
  const source = await store.crawls.begin(lease)
  if (!source?.crawlId || !source.crawlStartedAt) return undefined
  const { id: sourceId, crawlId, crawlStartedAt: startedAt } = source
  const settings = readSourceSettings(source.settings)
  const tally: CrawlTally = { bytes: 0, tried: 0, failed: [], leftOut: 0, stop: undefined }
  const walk = createWalk(parts, source, settings, tally, options.signal)
  const enqueue = async (found: Parameters<typeof store.crawlQueue.enqueue>[2]) => {
    tally.leftOut += await store.crawlQueue.enqueue(sourceId, crawlId, found, settings.limits.pages)
  }
  const listing = await walk.list(enqueue)
  if (source.kind === 'url') {
    // A page that is unchanged does not tell its links again.
    while (await store.crawlQueue.requeueSome(sourceId, crawlId)) options.signal.throwIfAborted()
  }
  const taker = { ...parts, source, crawlId, walk, enqueue }
  await takeQueue(taker, settings, tally, options)
  const crawl = { lease, source: { ...source, crawlId, crawlStartedAt: startedAt }, settings }
  await endCrawl(store, { ...crawl, walk, listing, tally }, options)
  return store.sources.find(source.projectId, sourceId)
}

/** The list of a source and its documents may take as long, each. */
const endOf = ({ limits }: Pick<SourceSettings, 'limits'>): number =>
  performance.now() + limits.minutes * MS_PER_MINUTE

async function takeQueue(
  taker: Parameters<typeof takeFetched>[0] & { readonly store: Store },
  { limits }: SourceSettings,
  tally: CrawlTally,
  { signal, onProgress }: CrawlOptions,
) {
  const { store, source, crawlId, walk } = taker
  const endsAt = endOf({ limits })
  let failuresInRow = 0
  for (;;) {
    const waiting = await store.crawlQueue.listWaiting(source.id, crawlId, QUEUE_PAGE)
    if (waiting.length === 0) return
    for (const found of waiting) {
      signal.throwIfAborted()
      if (performance.now() >= endsAt) tally.stop = 'minutes'
      else if (tally.bytes >= limits.bytes) tally.stop = 'bytes'
      else if (failuresInRow >= FAILURES_IN_ROW_MAX) tally.stop = 'down'
      if (tally.stop !== undefined) return
      if (onProgress) {
        const progress = await store.crawlQueue.progress(source.id, crawlId)
        onProgress({ ...progress, address: found.address })
      }
      // Limit: PAGE_TIMEOUT_MS, "gives up on a page that never ends".
      const fetched = await walk.fetch(found)
      const taken = await takeFetched(taker, found, fetched)
      tally.tried += 1
      failuresInRow = taken === 'failed' ? failuresInRow + 1 : 0
      if (fetched.type === 'failed' && taken === 'failed') {
        tally.failed.push(`${found.address}: ${fetched.detail}`)
      }
      await store.crawlQueue.markDone(source.id, found.address)
    }
  }
}

function createWalk(
  { store, get, pauseMs }: CrawlParts,
  { id, kind, location }: SourceRow,
  settings: SourceSettings,
  tally: CrawlTally,
  signal: AbortSignal,
): Walk {
  switch (kind) {
    case 'folder':
      return createFolderWalk(resolve(location), settings)
    case 'file':
      return createFileWalk(resolve(location), settings)
    case 'sitemap':
    case 'url': {
      const onBytes = (count: number) => (tally.bytes += count)
      const client = createWebClient({ get, pace: createPace(pauseMs), signal, onBytes })
      const find = (address: string) => store.crawledDocuments.findByAddress(id, address)
      const endsAt = endOf(settings)
      const isOver = () => performance.now() >= endsAt || tally.bytes >= settings.limits.bytes
      return createWebWalk({ kind, location, settings, client, find, now: store.now, isOver })
    }
    default:
      return kind satisfies never
  }
}

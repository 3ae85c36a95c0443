import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CRAWL_LEASE_MS, type SourceRow } from '../store/store.ts'
import { crawlSource, type CrawlOptions, type CrawlParts } from './crawl/crawl-source.ts'
import { FAILED_AGAIN_MS } from './crawl/end-crawl.ts'

const RENEWAL_MS = CRAWL_LEASE_MS / 3
/** Sources that one process crawls at once. */
export const CRAWLS_AT_ONCE = 3
/** Of one project: sites that answer slowly hold a crawl for hours, and other projects' sources do not wait for them. */
export const CRAWLS_OF_PROJECT = 2

export interface CrawlsParts extends CrawlParts {
  /** Called with the error of a crawl that could not go on. */
  readonly onError: (error: unknown, sourceId: string) => void
}

export interface Crawls {
  /**
   * Crawls a source now, also if it is not due.
   *
   * @returns the source after the crawl; undefined if another process crawls it, or it is gone.
   */
  run(sourceId: string, options?: Partial<CrawlOptions>): Promise<SourceRow | undefined>
  /** Begins the crawls that are due, as many as may run at once, and ends removals that were left. */
  runDue(): Promise<void>
  /** Removes a source with its documents, in short steps. */
  remove(source: Pick<SourceRow, 'projectId' | 'id'>): Promise<void>
  /** Stops all crawls of this process; others go on with them. Resolves when none runs. */
  stop(): Promise<void>
}

interface RunningCrawl {
  readonly projectId: string
  readonly ended: Promise<unknown>
}

/** Crawls of this process. A lease in the store keeps other processes from the same source. */
export function createCrawls(parts: CrawlsParts): Crawls {
  const { store, onError } = parts
  const running = new Map<string, RunningCrawl>()
  const stopping = new AbortController()

  async function run(
    sourceId: string,
    options: Partial<CrawlOptions> = {},
  ): Promise<SourceRow | undefined> {
    const lease = { sourceId, owner: randomUUID() }
    if (stopping.signal.aborted || !(await store.crawls.take(lease))) return undefined
    const lost = new AbortController()
    /** False: another process took the crawl, or the source was removed. */
    const isOurs = async () => {
      // While the database is unreachable the lease may still be ours.
      const kept = await store.crawls.take(lease).catch(() => true)
      return kept !== undefined
    }
    const renew = async () => {
      if (!(await isOurs())) lost.abort(new Error('The crawl is not ours any more.'))
    }
    const timer = setInterval(() => void renew(), RENEWAL_MS)
    timer.unref()
    const signals = [stopping.signal, lost.signal, ...(options.signal ? [options.signal] : [])]
    const signal = AbortSignal.any(signals)
    try {
      return await crawlSource(parts, lease, { ...options, signal })
    } catch (error) {
      // The database refuses the pages of a removed source.
      if (signal.aborted || !(await isOurs())) return undefined
      onError(error, sourceId)
      const problem = `The crawl ended with an error: ${error instanceof Error ? error.message : String(error)}`
      const dueAt = new Date(store.now() + FAILED_AGAIN_MS).toISOString()
      await store.crawls.end(lease, { state: 'failed', problem, dueAt })
      throw error
    } finally {
      clearInterval(timer)
      // A lease that cannot be released expires by itself.
      await store.crawls.release(lease).catch(() => {})
    }
  }

  async function endRemoval(id: string) {
    while (await store.sources.removeStep(id)) await nextTurn()
  }

  return {
    run,
    async runDue() {
      for (const { id } of await store.sources.listRemoving()) await endRemoval(id)
      for (const { id, projectId } of await store.crawls.listDue()) {
        if (running.size >= CRAWLS_AT_ONCE) return
        const others = [...running.values()].filter((crawl) => crawl.projectId === projectId)
        if (running.has(id) || others.length >= CRAWLS_OF_PROJECT) continue
        const ended = run(id)
          .catch(() => undefined)
          .finally(() => running.delete(id))
        running.set(id, { projectId, ended })
      }
    },
    async remove({ projectId, id }) {
      await store.sources.startRemoval(projectId, id)
      await endRemoval(id)
    },
    async stop() {
      stopping.abort(new Error('The server is stopping.'))
      await Promise.all(Array.from(running.values(), ({ ended }) => ended))
    },
  }
}

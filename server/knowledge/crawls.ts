import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CRAWL_LEASE_MS, type DueSource, type SourceRow } from '../store/store.ts'
import { crawlSource, type CrawlOptions, type CrawlParts } from './crawl/crawl-source.ts'
import { FAILED_AGAIN_MS } from './crawl/end-crawl.ts'

const RENEWAL_MS = CRAWL_LEASE_MS / 3
/** Sources that one process crawls at once. */
export const CRAWLS_AT_ONCE = 3
/** Of one project: sites that answer slowly hold a crawl for hours, and other projects' sources do not wait for them. */
export const CRAWLS_OF_PROJECT = 2
/**
 * Time after which a crawl leaves its place to a project that waits without one. It goes on later, and then has this
 * much more, so that the list of a large site comes to its end.
 */
export const CRAWL_TURN_MS = 300_000

export interface CrawlsParts extends CrawlParts {
  /** Default: {@link CRAWL_TURN_MS}. */
  readonly turnMs?: number
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
  /** By `performance.now()`. */
  readonly turnEndsAt: number
  /** Ends the turn: the crawl stays unfinished. */
  readonly turn: AbortController
}

/** Crawls of this process. A lease in the store keeps other processes from the same source. */
export function createCrawls(parts: CrawlsParts): Crawls {
  const { store, onError, turnMs = CRAWL_TURN_MS } = parts
  const running = new Map<string, RunningCrawl>()
  /** Turns that unfinished crawls have had, by source. */
  const turns = new Map<string, number>()
  /** Projects by their last crawl, the longest waiting first. */
  const served = new Set<string>()
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

  const crawlsOf = (projectId: string): number =>
    [...running.values()].filter((crawl) => crawl.projectId === projectId).length

  function start({ id, projectId }: DueSource) {
    const turn = new AbortController()
    const before = turns.get(id) ?? 0
    const ended = run(id, { signal: turn.signal })
      .catch(() => undefined)
      .finally(() => {
        running.delete(id)
        if (turn.signal.aborted) turns.set(id, before + 1)
        else turns.delete(id)
      })
    const turnEndsAt = performance.now() + turnMs * (before + 1)
    running.set(id, { projectId, ended, turnEndsAt, turn })
    served.delete(projectId)
    served.add(projectId)
  }

  /** A source of the project that has the fewest crawls now and waits longest; its crawls that had a turn come last. */
  function chooseNext(due: readonly DueSource[]) {
    const projects = [...served]
    const waiting = due
      .filter(({ id }) => !running.has(id))
      .map((source) => ({
        source,
        crawls: crawlsOf(source.projectId),
        turn: projects.indexOf(source.projectId),
        turns: turns.get(source.id) ?? 0,
      }))
    const [next] = waiting.sort(
      (a, b) => a.crawls - b.crawls || a.turn - b.turn || a.turns - b.turns,
    )
    return next
  }

  /** Does nothing while another turn ends, which may wait for a document. */
  function endTurn() {
    const all = [...running.values()]
    if (all.some(({ turn }) => turn.signal.aborted)) return
    const over = all.filter(({ turnEndsAt }) => turnEndsAt <= performance.now())
    const [first] = over.sort((a, b) => a.turnEndsAt - b.turnEndsAt)
    first?.turn.abort(new Error('Another project waits for the place of the crawl.'))
  }

  return {
    run,
    async runDue() {
      for (const { id } of await store.sources.listRemoving()) await endRemoval(id)
      const due = await store.crawls.listDue()
      for (;;) {
        const next = chooseNext(due)
        if (!next || next.crawls >= CRAWLS_OF_PROJECT) return
        if (running.size >= CRAWLS_AT_ONCE) {
          if (next.crawls === 0) endTurn()
          return
        }
        start(next.source)
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

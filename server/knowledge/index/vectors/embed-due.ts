import type { EmbeddedProject } from '../../../store/knowledge/vectors/embedding-queries.ts'
import { embedPages, type PassEnd } from './embed-pages.ts'
import type { EmbeddingWorld } from './embedding-world.ts'

/** Time of a pass over one project, so that the pages of others need not wait for all of its texts. */
export const PASS_MS = 60_000
/** Interval of passes while a crawl adds pages. */
export const CRAWLING_MS = 60_000
/** Interval of passes without a known reason: another process may have changed pages. */
export const QUIET_MS = 3_600_000

interface LastPass {
  readonly end: PassEnd
  readonly crawls: string
  readonly endedAt: number
}

/**
 * Returns a function that embeds the pages of all projects that need it: after crawls, after a failure whose pause is
 * over, and for a new model. Calls during a call do nothing.
 */
export function createDueEmbedding(world: EmbeddingWorld): (signal: AbortSignal) => Promise<void> {
  const { store, log, now } = world
  const passes = new Map<string, LastPass>()
  let isRunning = false

  function isDue({ projectId, crawls, isCrawling }: EmbeddedProject): boolean {
    const last = passes.get(projectId)
    if (!last || last.crawls !== crawls || last.end.type === 'unfinished') return true
    const restMs = now() - last.endedAt
    const { end } = last
    if (end.type === 'stopped' && end.retryAt !== null) return Date.parse(end.retryAt) <= now()
    return restMs >= (isCrawling ? CRAWLING_MS : QUIET_MS)
  }

  async function embedProject({ projectId, crawls }: EmbeddedProject, signal: AbortSignal) {
    const overAt = now() + PASS_MS
    const end = await embedPages(world, { projectId, signal, isOver: () => now() > overAt })
    const last = passes.get(projectId)?.end
    if (end.type === 'stopped' && (last?.type !== 'stopped' || last.problem !== end.problem)) {
      log.warn({ projectId, problem: end.problem }, 'pages wait for their vectors')
    }
    passes.set(projectId, { end, crawls, endedAt: now() })
  }

  async function embedAll(signal: AbortSignal) {
    for (const project of await store.embeddings.listProjects()) {
      if (signal.aborted) return
      if (!isDue(project)) continue
      await embedProject(project, signal).catch((error: unknown) => {
        if (signal.aborted) return
        log.warn({ projectId: project.projectId, err: error }, 'the embedding of pages failed')
      })
    }
  }

  return async (signal) => {
    if (isRunning) return
    isRunning = true
    try {
      await embedAll(signal)
    } finally {
      isRunning = false
    }
  }
}

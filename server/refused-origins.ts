import type { Log } from './log.ts'
import { CONFIG_FILE } from './projects/load-config.ts'
import { DEFAULT_PROJECT } from './projects/project.ts'

/** How many refused pages are told in an hour: whoever makes names up fills no disk. */
export const REFUSED_ORIGINS_TOLD_MAX = 100
const FORGET_MS = 3_600_000
const SHOWN_CHARACTERS = 255

/**
 * Tells the operator of pages that may not call the API, each once an hour, and what lets them: the page
 * itself only learns that it may not.
 */
export function createRefusedOrigins(log: Pick<Log, 'warn'>, now: () => number) {
  const told = new Set<string>()
  let since = now()

  return (projectId: string, origin: string): void => {
    if (now() - since >= FORGET_MS) {
      told.clear()
      since = now()
    }
    const key = `${projectId} ${origin}`
    if (told.has(key) || told.size >= REFUSED_ORIGINS_TOLD_MAX) return
    told.add(key)
    const shown = JSON.stringify(origin.slice(0, SHOWN_CHARACTERS))
    const block = `apiOrigins of project "${projectId}" in ${CONFIG_FILE}`
    const place = projectId === DEFAULT_PROJECT ? `ALCOVE_API_ORIGINS, or to ${block}` : block
    log.warn(
      { projectId },
      `a page of ${shown} may not call the API: add it to ${place}; if that is this service's own address, set ALCOVE_PUBLIC_URL to it`,
    )
  }
}

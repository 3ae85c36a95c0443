import { lazy } from 'react'
import type { ComponentType } from 'react'

/** Between two tries to fetch a part: this, doubled each time, at most {@link PART_RETRY_MAX_MS}. */
export const PART_RETRY_MS = 1_000
export const PART_RETRY_MAX_MS = 30_000

type Fetch = () => Promise<unknown>

/** What was asked for, did not come, and is asked for again. */
const missing = new Set<Fetch>()
const listeners = new Set<() => void>()

/** Whether a part of the frame is missing; for `useSyncExternalStore`. */
export const missingParts = {
  isAny: (): boolean => missing.size > 0,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/**
 * A component that comes with the later file, and is fetched when it is drawn. What stands in its
 * place until then is the `Suspense` around it.
 */
export const lazyPart = <Props,>(fetch: () => Promise<ComponentType<Props>>) =>
  lazy(() => loadPart(fetch))

/**
 * Fetches a part that is needed. A connection that is gone, or a
 * release that is being replaced, may keep it away: it is asked for until it comes, at once when the
 * browser is online again.
 */
export async function loadPart<Props>(
  fetch: () => Promise<ComponentType<Props>>,
): Promise<{ default: ComponentType<Props> }> {
  for (let pauseMs = PART_RETRY_MS; ; pauseMs = Math.min(pauseMs * 2, PART_RETRY_MAX_MS)) {
    try {
      const component = await fetch()
      if (missing.delete(fetch)) tell()
      return { default: component }
    } catch {
      missing.add(fetch)
      tell()
    }
    await pause(pauseMs)
    await fetchStylesAgain()
  }
}

function tell(): void {
  for (const listener of listeners) listener()
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, delayMs)
    window.addEventListener('online', end)
  })
}

/** A style sheet that did not come stays away, and the build's own helper asks for each once only. */
async function fetchStylesAgain(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  const gone = [...links].filter(({ sheet }) => sheet === null)
  await Promise.all(
    gone.map((link) => {
      const next = link.cloneNode() as HTMLLinkElement
      const settled = new Promise((resolve) => {
        next.addEventListener('load', resolve)
        next.addEventListener('error', resolve)
      })
      link.replaceWith(next)
      return settled
    }),
  )
}

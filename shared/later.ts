/** Backoff between two attempts to fetch a part: doubled each time, at most {@link PART_RETRY_MAX_MS}. */
export const PART_RETRY_MS = 1_000
export const PART_RETRY_MAX_MS = 30_000
/** A slower part counts as missing until it comes: a connection that hangs never fails. */
export const PART_SLOW_MS = 20_000
/** Maximum time that a style sheet delays the next attempt. */
export const STYLES_WAIT_MS = 10_000

type Fetch<Part> = () => Promise<Part>

/** Parts whose fetch failed and is retried. */
const missing = new Set<Fetch<unknown>>()
const listeners = new Set<() => void>()

/** True while a part of the frame is missing; for `useSyncExternalStore`. */
export const missingParts = {
  isAny: (): boolean => missing.size > 0,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/**
 * A lazily loaded part of the frame: calling it waits until the part has loaded, with any number of attempts.
 * The build puts all such parts into one file (`vite.config.ts`).
 */
export interface Later<Part> {
  (): Promise<Part>
  /** The part, once it has loaded: then a click is handled before the next key is pressed. */
  readonly now: Part | undefined
}

export function later<Part>(fetch: Fetch<Part>): Later<Part> {
  let loading: Promise<Part> | undefined
  let now: Part | undefined
  const load = () => (loading ??= untilThere(fetch).then((part) => (now = part)))
  return Object.defineProperty(load, 'now', { get: () => now }) as Later<Part>
}

/**
 * Fetches a part until it comes, at once when the browser is online again. A lost connection, or a release
 * that is being replaced, may delay it.
 */
async function untilThere<Part>(fetch: Fetch<Part>): Promise<Part> {
  for (let pauseMs = PART_RETRY_MS; ; pauseMs = Math.min(pauseMs * 2, PART_RETRY_MAX_MS)) {
    // The browser makes one request for an address: a second attempt would wait for the same one.
    const slow = setTimeout(() => note(fetch), PART_SLOW_MS)
    try {
      // Limit: PART_SLOW_MS, after which the person is told; the browser goes on loading: "a part whose request hangs
      // is missing after its limit, until it comes".
      const part = await fetch()
      if (missing.delete(fetch)) tell()
      return part
    } catch {
      note(fetch)
    } finally {
      clearTimeout(slow)
    }
    await pause(pauseMs)
    await fetchStylesAgain()
  }
}

function note(fetch: Fetch<unknown>): void {
  missing.add(fetch)
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

/** Limit: PART_RETRY_MAX_MS. */
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

/** A style sheet that failed stays missing, and the build's own helper requests each only once. */
async function fetchStylesAgain(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  const gone = [...links].filter(({ sheet }) => sheet === null)
  await Promise.all(
    gone.map((link) => {
      const next = link.cloneNode() as HTMLLinkElement
      // Limit: STYLES_WAIT_MS, "a style sheet that hangs keeps the next try waiting for so long".
      const settled = new Promise((resolve) => {
        next.addEventListener('load', resolve)
        next.addEventListener('error', resolve)
        setTimeout(resolve, STYLES_WAIT_MS)
      })
      link.replaceWith(next)
      return settled
    }),
  )
}

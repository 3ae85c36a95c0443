/** Between two tries to fetch a part: this, doubled each time, at most {@link PART_RETRY_MAX_MS}. */
export const PART_RETRY_MS = 1_000
export const PART_RETRY_MAX_MS = 30_000
/** A part that takes longer is missing until it comes: a connection that hangs never fails. */
export const PART_SLOW_MS = 20_000
/** A style sheet keeps the next try from its start for so long. */
export const STYLES_WAIT_MS = 10_000

type Fetch<Part> = () => Promise<Part>

/** What was asked for, did not come, and is asked for again. */
const missing = new Set<Fetch<unknown>>()
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
 * A part of the frame that comes when it is wanted: calling it waits until the part is there, however
 * often it has to be asked for. The build puts all such parts into one file (`vite.config.ts`).
 */
export interface Later<Part> {
  (): Promise<Part>
  /** The part, once it is there: who acts on a click does so before the next key is pressed. */
  readonly now: Part | undefined
}

export function later<Part>(fetch: Fetch<Part>): Later<Part> {
  let loading: Promise<Part> | undefined
  let now: Part | undefined
  const load = () => (loading ??= untilThere(fetch).then((part) => (now = part)))
  return Object.defineProperty(load, 'now', { get: () => now }) as Later<Part>
}

/**
 * Fetches a part that is needed. A connection that is gone, or a
 * release that is being replaced, may keep it away: it is asked for until it comes, at once when the
 * browser is online again.
 */
async function untilThere<Part>(fetch: Fetch<Part>): Promise<Part> {
  for (let pauseMs = PART_RETRY_MS; ; pauseMs = Math.min(pauseMs * 2, PART_RETRY_MAX_MS)) {
    // The browser has one request for an address: asking again would wait for the same one.
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

/** A style sheet that did not come stays away, and the build's own helper asks for each once only. */
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

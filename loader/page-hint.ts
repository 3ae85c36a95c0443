/** A hint that is older is ignored. */
export const HINT_MAX_MS = 900_000

/** Before the project's name: the only thing that the chat keeps on the host page's side, while it is so. */
const HINT_KEY = 'alcove:running:'

/** What the previous page of this tab left behind: an answer that was being made, or one that was not read. */
export type PageHint = 'running' | 'unread' | undefined

/** Stored is `unread`, or the time at which an answer was being made. */
export function readPageHint(app: string): PageHint {
  try {
    const kept = sessionStorage.getItem(HINT_KEY + app)
    if (kept === 'unread') return kept
    return Date.now() - Number(kept) < HINT_MAX_MS ? 'running' : undefined
  } catch {
    // A page without storage, in a sandbox for example.
    return undefined
  }
}

/**
 * Returns how to remember a hint for the next page; the signal removes it. Where the browser keeps
 * nothing, nothing is remembered.
 */
export function keepPageHint(app: string, signal: AbortSignal): (hint: PageHint) => void {
  const key = HINT_KEY + app
  const remember = (hint: PageHint) => {
    try {
      if (signal.aborted || !hint) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, hint === 'running' ? `${Date.now()}` : hint)
    } catch {
      // Then the next page finds out when somebody opens the chat.
    }
  }
  signal.addEventListener('abort', () => remember(undefined))
  return remember
}

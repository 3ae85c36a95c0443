/** What was remembered longer ago says nothing any more. */
export const HINT_MAX_MS = 900_000

const UNREAD = 'unread'

/**
 * Remembers over a change of pages that an answer is being made, or that one was not read: the one
 * thing that the chat keeps on the host page's side, and only as long as it is so. Returns what was
 * so on the page before, and how to remember. Where the browser keeps nothing, nothing is
 * remembered; with the signal it is forgotten.
 */
export function createPageHint(app: string, signal: AbortSignal) {
  const key = 'alcove:running:' + app
  let kept: string | null = null
  try {
    kept = sessionStorage.getItem(key)
  } catch {
    // A page without storage, in a sandbox for example.
  }

  /** An answer that is being made says more: the next page asks for it, and for what is unread. */
  const remember = (isRunning: boolean, isUnread: boolean) => {
    try {
      if (!signal.aborted && (isRunning || isUnread))
        sessionStorage.setItem(key, isRunning ? `${Date.now()}` : UNREAD)
      else sessionStorage.removeItem(key)
    } catch {
      // Then the next page finds out when somebody opens the chat.
    }
  }
  signal.addEventListener('abort', () => remember(false, false))
  return [Date.now() - Number(kept) < HINT_MAX_MS, kept === UNREAD, remember] as const
}

/** What was remembered longer ago says nothing any more. */
export const HINT_MAX_MS = 900_000

export const UNREAD = 'unread'

/** Before the project's name: the one thing that the chat keeps on the host page's side, and only as long as it is so. */
const HINT_KEY = 'alcove:running:'

export type PageHint = readonly [isRunning: boolean, isUnread: boolean]

/** Whether an answer was being made on the page before, or one was not read. */
export function readPageHint(app: string): PageHint {
  let kept: string | null | undefined
  try {
    kept = sessionStorage.getItem(HINT_KEY + app)
  } catch {
    // A page without storage, in a sandbox for example.
  }
  return [Date.now() - (kept as unknown as number) < HINT_MAX_MS, kept === UNREAD]
}

/**
 * Remembers over a change of pages that an answer is being made, or that one was not read. Where the
 * browser keeps nothing, nothing is remembered; with the signal it is forgotten.
 */
export function keepPageHint(app: string, signal: AbortSignal) {
  const key = HINT_KEY + app
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
  return remember
}

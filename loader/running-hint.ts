/** What was remembered longer ago says nothing any more. */
export const HINT_MAX_MS = 900_000

/**
 * Remembers over a change of pages that an answer is being made: the one thing that the chat keeps on
 * the host page's side, and only as long as it is so. Returns whether it was so on the page before,
 * and how to remember. Where the browser keeps nothing, nothing is remembered; with the signal it is
 * forgotten.
 */
export function createRunningHint(app: string, signal: AbortSignal) {
  const key = 'alcove:running:' + app
  let wasRunning = false
  try {
    wasRunning = Date.now() - Number(sessionStorage.getItem(key)) < HINT_MAX_MS
  } catch {
    // A page without storage, in a sandbox for example.
  }

  const remember = (isRunning: boolean) => {
    try {
      if (isRunning) sessionStorage.setItem(key, String(Date.now()))
      else sessionStorage.removeItem(key)
    } catch {
      // Then the next page finds out when somebody opens the chat.
    }
  }
  signal.addEventListener('abort', () => remember(false))
  return [wasRunning, remember] as const
}

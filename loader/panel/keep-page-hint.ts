import { hintKey, UNREAD } from '../page-hint.ts'

/**
 * Remembers over a change of pages that an answer is being made, or that one was not read. Where the
 * browser keeps nothing, nothing is remembered; with the signal it is forgotten.
 */
export function keepPageHint(app: string, signal: AbortSignal) {
  const key = hintKey(app)
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

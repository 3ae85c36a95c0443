import { PREVIEW_KEY, PREVIEW_NAME } from '../shared/preview-link.ts'

/** An older hint is ignored. */
export const HINT_MAX_MS = 900_000

/** Prefix of the project's name in the page's storage. The loader stores this key only while the hint applies. */
const HINT_KEY = 'alcove:running:'

/**
 * State that the previous page of this tab left: an answer that was running, or one that was not read; or a preview of
 * the project's draft, which a link to this page may start too.
 */
export type PageHint = 'running' | 'unread' | 'preview' | undefined

/** The stored value is `unread`, or the time at which an answer was running. */
export function readPageHint(app: string): PageHint {
  try {
    if (location.hash.includes(PREVIEW_NAME) || sessionStorage.getItem(PREVIEW_KEY + app))
      return 'preview'
    const kept = sessionStorage.getItem(HINT_KEY + app)
    if (kept === 'unread') return kept
    return Date.now() - Number(kept) < HINT_MAX_MS ? 'running' : undefined
  } catch {
    // The page has no storage, for example in a sandbox.
    return undefined
  }
}

/**
 * Returns a function that stores a hint for the next page; the signal removes it. Without storage nothing is
 * kept.
 */
export function keepPageHint(app: string, signal: AbortSignal): (hint: PageHint) => void {
  const key = HINT_KEY + app
  const remember = (hint: PageHint) => {
    try {
      if (signal.aborted || !hint) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, hint === 'running' ? `${Date.now()}` : hint)
    } catch {
      // Without storage the next page finds out when the chat is opened.
    }
  }
  signal.addEventListener('abort', () => remember(undefined))
  return remember
}

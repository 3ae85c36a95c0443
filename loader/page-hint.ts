/** What was remembered longer ago says nothing any more. */
export const HINT_MAX_MS = 900_000

export const UNREAD = 'unread'

/** The one thing that the chat keeps on the host page's side, and only as long as it is so. */
export const hintKey = (app: string): string => 'alcove:running:' + app

/** Whether an answer was being made on the page before, or one was not read. */
export function readPageHint(app: string) {
  let kept: string | null = null
  try {
    kept = sessionStorage.getItem(hintKey(app))
  } catch {
    // A page without storage, in a sandbox for example.
  }
  return [Date.now() - Number(kept) < HINT_MAX_MS, kept === UNREAD] as [boolean, boolean]
}

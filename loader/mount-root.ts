import { ofDocument } from './own-document.ts'

/** How often a removed root is put back, so that a page that keeps removing it is not fought without end. */
export const HEAL_LIMIT = 100

/** How long a busy page may delay the launcher after its `load`. Safari has no `requestIdleCallback`. */
const IDLE_TIMEOUT_MS = 2_000

/**
 * Adds the root to the document element once the page has loaded and is idle (a framework that hydrates the
 * whole document must be done by then), and again when it is removed.
 *
 * @param onChange called when the root was added, or a sibling was added or removed.
 * @param placeElsewhere puts the root in another place; if it fails, the document element is used.
 * @returns a function that adds it at once.
 */
export function mountRoot(
  root: Element,
  signal: AbortSignal,
  onChange: () => void,
  placeElsewhere?: () => Promise<unknown>,
): () => void {
  const page = ofDocument('documentElement')
  let heals = 0

  const observer = new MutationObserver(() => {
    if (!root.isConnected && heals++ < HEAL_LIMIT) page.append(root)
    onChange()
  })
  const insert = () => {
    if (signal.aborted) return
    page.append(root)
    observer.observe(page, { childList: true })
    onChange()
  }
  const mount = () => {
    if (placeElsewhere) placeElsewhere().catch(insert)
    else insert()
  }
  const mountWhenIdle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(mount, { timeout: IDLE_TIMEOUT_MS })
    else setTimeout(mount)
  }

  if (ofDocument('readyState') === 'complete') mountWhenIdle()
  else addEventListener('load', mountWhenIdle)
  signal.addEventListener('abort', () => {
    observer.disconnect()
    root.remove()
  })
  return insert
}

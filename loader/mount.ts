import { ofDocument } from './own-document.ts'

/** How often a removed root is put back, so that a page that insists is not fought for ever. */
export const HEAL_LIMIT = 100

/** How long a busy page may delay the launcher after its `load`. Safari knows no idle time. */
const IDLE_TIMEOUT_MS = 2_000

/**
 * Puts the root on the document element once the page has loaded and is idle (a framework that
 * hydrates the whole document must be done by then), and again whenever it was removed.
 *
 * @param handleChange the root has come, or something beside it came or went.
 */
export function mountRoot(root: Element, signal: AbortSignal, handleChange: () => void): void {
  const page = ofDocument('documentElement')
  let heals = 0

  const observer = new MutationObserver(() => {
    if (!root.isConnected && heals++ < HEAL_LIMIT) page.append(root)
    handleChange()
  })
  const insert = () => {
    if (signal.aborted) return
    page.append(root)
    observer.observe(page, { childList: true })
    handleChange()
  }
  // For `setTimeout` an object is no delay.
  const whenIdle: (task: () => void, options: object) => unknown =
    window.requestIdleCallback ?? setTimeout
  const insertWhenIdle = () => whenIdle(insert, { timeout: IDLE_TIMEOUT_MS })

  if (ofDocument('readyState') === 'complete') insertWhenIdle()
  else window.addEventListener('load', insertWhenIdle)
  signal.addEventListener('abort', () => {
    observer.disconnect()
    root.remove()
  })
}

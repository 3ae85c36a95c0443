/** How often a removed root is put back, so that a page that insists is not fought for ever. */
export const HEAL_LIMIT = 100

/**
 * Puts the root on the document element once the page has loaded and is idle (a framework that
 * hydrates the whole document must be done by then), and again whenever it was removed.
 */
export function mountRoot(root: Element, signal: AbortSignal, handleChange: () => void): void {
  const page = document.documentElement
  let heals = 0

  const observer = new MutationObserver(() => {
    if (!root.isConnected && heals++ < HEAL_LIMIT) page.append(root)
    handleChange()
  })
  const insert = () => {
    if (signal.aborted) return
    page.append(root)
    observer.observe(page, { childList: true })
  }
  // Safari has no requestIdleCallback.
  const insertWhenIdle = () => (window.requestIdleCallback ?? setTimeout)(insert)

  if (document.readyState === 'complete') insertWhenIdle()
  else window.addEventListener('load', insertWhenIdle)
  signal.addEventListener('abort', () => {
    observer.disconnect()
    root.remove()
  })
}

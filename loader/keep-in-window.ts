import { createElement, ofDocument } from './own-document.ts'

/**
 * Keeps launcher and panel in the window on a page whose document element is transformed, has a perspective, or
 * contains its layout: fixed elements are fixed in the document there, except those of the top layer. On all
 * other pages the page's own `z-index` counts, so the top layer is not used.
 *
 * @param box contains launcher and panel.
 */
export function keepInWindow(root: Element, box: HTMLElement, signal: AbortSignal): void {
  const page = ofDocument('documentElement')
  /** As large as the window, or as the document. */
  const probe = createElement('i', { id: 'probe' })
  box.before(probe)

  function look() {
    // In an element of the page the chat scrolls with it.
    if (root.parentNode !== page) return
    const own = probe.getBoundingClientRect()
    const whole = page.getBoundingClientRect()
    const isAsTall = Math.abs(own.height - whole.height) < 1
    const isCaught =
      (isAsTall && Math.abs(own.height - innerHeight) > 1) ||
      (own.top === whole.top && own.top !== 0)
    // Older browsers have no popovers.
    if (!isCaught) box.removeAttribute('popover')
    else if (!box.hasAttribute('popover')) {
      box.setAttribute('popover', 'manual')
      ;(box as Partial<HTMLElement>).showPopover?.()
    }
  }

  const sizes = new ResizeObserver(look)
  sizes.observe(probe)
  // A document as tall as the window shows the difference only when it is scrolled.
  addEventListener('scroll', look, { once: true, passive: true, signal })
  signal.addEventListener('abort', () => sizes.disconnect())
}

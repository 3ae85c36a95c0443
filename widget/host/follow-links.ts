import type { PageEvent } from '../../shared/bridge/page-event.ts'
import { isOwnSite } from '../../shared/own-site.ts'

/**
 * Tells the page of presses on links to its own site, for it to open them. A press that wants another tab gets
 * one, and so does whatever a script presses. Returns how to stop.
 */
export function followLinks(document: Document, tell: (event: PageEvent) => void): () => void {
  function handleClick(event: MouseEvent) {
    const { isTrusted, button, ctrlKey, metaKey, shiftKey, altKey, target } = event
    const isPlain = isTrusted && button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!isPlain || event.defaultPrevented || !link) return
    if (!isOwnSite(document.documentElement, link.origin)) return
    event.preventDefault()
    tell({ name: 'link', detail: { url: link.href } })
  }
  document.addEventListener('click', handleClick)
  return () => document.removeEventListener('click', handleClick)
}

import type { Store } from 'jotai/vanilla'
import type { PageEvent } from '../../shared/bridge/page-event.ts'
import { isOwnSite } from '../../shared/own-site.ts'
import { requestFocusAtom } from '../composer/atoms/drafts.ts'

/** Presses that mean something beside what they are pressed on: links of the page's site, and keys that go nowhere. */
export function followPresses(store: Store, tell: (event: PageEvent) => void): void {
  followLinks(document, tell)
  document.addEventListener('keydown', (press) => focusAtTyping(store, press))
}

/**
 * WebKit gives a frame the focus that the page hands over, and its field none before somebody did something in
 * the frame: what is typed into nothing goes to the field then.
 */
function focusAtTyping({ set }: Store, press: KeyboardEvent): void {
  const { key, target, ctrlKey, altKey, metaKey } = press
  const isText = !ctrlKey && !altKey && !metaKey && key.length === 1
  if (target === document.body && isText) set(requestFocusAtom)
}

/**
 * Tells the page of presses on links to its own site, for it to open them. A press that wants another tab gets
 * one, and so does whatever a script presses.
 */
export function followLinks(document: Document, tell: (event: PageEvent) => void): void {
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
}

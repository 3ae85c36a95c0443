import type { Store } from 'jotai/vanilla'
import { isOwnSite } from '../../shared/own-site.ts'
import { requestFocusAtom } from '../world/focus-requests.ts'
import { openOwnLink } from './open-own-link.ts'
import type { LinkSide } from './link-side.ts'

/** Presses that mean something beside what they are pressed on: links of the page's site, and keys that go nowhere. */
export function followPresses(store: Store, host: LinkSide): void {
  followLinks(document, (url) => void openOwnLink(store, host, url))
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
 * Hands presses on links of the conversation that lead to the page's own site over to the page. A press that
 * wants another tab gets one, and so does the press of a script. Links of the owner's, files and footnotes are not marked.
 */
export function followLinks(document: Document, open: (url: string) => void): void {
  function handleClick(event: MouseEvent) {
    const { isTrusted, button, ctrlKey, metaKey, shiftKey, altKey, target } = event
    const isPlain = isTrusted && button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
    const link =
      target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-followed]') : null
    if (!isPlain || event.defaultPrevented || !link) return
    if (!isOwnSite(document.documentElement, link.origin)) return
    event.preventDefault()
    open(link.href)
  }
  document.addEventListener('click', handleClick)
}

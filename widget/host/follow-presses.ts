import type { Store } from 'jotai/vanilla'
import { isOwnSite } from '../../shared/own-site.ts'
import { requestFocusAtom } from '../world/focus-requests.ts'
import { openOwnLink } from './open-own-link.ts'
import type { LinkSide } from './link-side.ts'

/** Handles presses with an additional meaning: links of the page's site, and keys without a target. */
export function followPresses(store: Store, host: LinkSide): void {
  followLinks(document, (url, isCited) => void openOwnLink(store, host, url, isCited))
  document.addEventListener('keydown', (press) => focusAtTyping(store, press))
}

/**
 * WebKit gives a frame the focus that the page hands over, but does not focus its field before a person did
 * something in the frame. Keys without a target go to the field then.
 */
function focusAtTyping({ set }: Store, press: KeyboardEvent): void {
  const { key, target, ctrlKey, altKey, metaKey } = press
  const isText = !ctrlKey && !altKey && !metaKey && key.length === 1
  if (target === document.body && isText) set(requestFocusAtom)
}

/** Value of `data-followed` on links that the server wrote, to documents of the owner. */
const CITED = 'cited'

/**
 * Passes presses on the conversation's links to the page's own site to the page. A press that opens another tab is
 * left to the browser, and so is a script's press. The owner's links, files and footnotes are not marked.
 */
export function followLinks(
  document: Document,
  open: (url: string, isCited: boolean) => void,
): void {
  function handleClick(event: MouseEvent) {
    const { isTrusted, button, ctrlKey, metaKey, shiftKey, altKey, target } = event
    const isPlain = isTrusted && button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
    const link =
      target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-followed]') : null
    if (!isPlain || event.defaultPrevented || !link) return
    if (!isOwnSite(document.documentElement, link.origin)) return
    event.preventDefault()
    open(link.href, link.dataset['followed'] === CITED)
  }
  document.addEventListener('click', handleClick)
}

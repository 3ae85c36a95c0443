import { AlcoveError } from '../../shared/errors.ts'
import { ofDocument } from '../own-document.ts'
import { readPlace } from './place-options.ts'
import type { HostPage } from '../panel/host-page.ts'
import type { PanelShape } from '../panel/panel-view.ts'

/** So long the page may take to make the element that the chat stands in; then the developer is told. */
export const TARGET_WAIT_MS = 10_000

/** How near the window a place may come before its chat is loaded. */
export const NEAR_MARGIN_PX = 300

/** Has the chat stand in its element, as soon as that is there, and again in its successor. */
export function standInside({ root, signal, given, tell }: HostPage): void {
  function stand() {
    if (signal.aborted || root.isConnected) return seeker.disconnect()
    const { target } = readPlace(given.all)
    const place =
      typeof target === 'string' ? ofDocument('querySelector').call(document, target) : target
    if (!place?.isConnected) return
    seeker.disconnect()
    // A place without a height of its own gets one.
    root.toggleAttribute('data-tall', place.clientHeight === 0)
    place.append(root)
  }

  /** The page is watched only while its element is not there. */
  const seeker = new MutationObserver(stand)
  function seek() {
    seeker.observe(ofDocument('documentElement'), { childList: true, subtree: true })
    stand()
  }

  // What leaves the document has no size any more.
  const size = new ResizeObserver(() => {
    if (!root.isConnected) seek()
  })
  const timer = setTimeout(() => {
    if (root.isConnected) return
    tell(new AlcoveError('config_invalid', 'target: nothing on this page matches it yet'))
  }, TARGET_WAIT_MS)

  seek()
  size.observe(root)
  signal.addEventListener('abort', () => {
    seeker.disconnect()
    size.disconnect()
    clearTimeout(timer)
  })
}

/** A place is open as long as it is there, and loads what is in it when it comes near. */
export function openInPlace(
  { panel, signal, given, setOpen, focus }: HostPage,
  shape: PanelShape,
): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      // What goes wrong is told as an error, and stands in the panel.
      setOpen(true, 'place').catch(() => {})
      // It came by itself: nobody expects the focus in it.
      focus.takeGesture()
      Object.defineProperty(given, 'isFixed', {
        get: () => !signal.aborted && shape.isFixed,
        configurable: true,
      })
    },
    { rootMargin: `${NEAR_MARGIN_PX}px` },
  )
  observer.observe(panel)
  signal.addEventListener('abort', () => observer.disconnect())
}

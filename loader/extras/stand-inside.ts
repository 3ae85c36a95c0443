import { AlcoveError } from '../../shared/errors.ts'
import { ofDocument } from '../own-document.ts'
import { readPlace } from './place-options.ts'
import type { HostPage } from '../panel/host-page.ts'
import type { PanelShape } from '../panel/panel-view.ts'

/** How long the page may take to create the target element before the developer gets an error. */
export const TARGET_WAIT_MS = 10_000

/** Distance from the window at which the chat of a place is loaded. */
export const NEAR_MARGIN_PX = 300

/** Inserts the chat into its target element as soon as that exists, and again when the page replaces it. */
export function standInside({ root, signal, given, tell }: HostPage): void {
  function stand() {
    if (signal.aborted || root.isConnected) return seeker.disconnect()
    const { target } = readPlace(given.all)
    const place =
      typeof target === 'string' ? ofDocument('querySelector').call(document, target) : target
    if (!place?.isConnected) return
    seeker.disconnect()
    // A place without a height gets one.
    root.toggleAttribute('data-tall', place.clientHeight === 0)
    place.append(root)
  }

  /** The page is observed only while its element is missing. */
  const seeker = new MutationObserver(stand)
  function seek() {
    seeker.observe(ofDocument('documentElement'), { childList: true, subtree: true })
    stand()
  }

  // An element that leaves the document loses its size.
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

/** Keeps a place open while it exists, and loads the frame when it comes near the window. */
export function openInPlace(
  { panel, signal, given, setOpen, focus }: HostPage,
  shape: PanelShape,
): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      // The failure is emitted as an error, and shown in the panel.
      setOpen(true, 'place').catch(() => {})
      // No person opened it, so it must not take the focus.
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

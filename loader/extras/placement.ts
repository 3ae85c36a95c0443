import { AlcoveError } from '../../shared/errors.ts'
import { adoptCss, ofDocument } from '../own-document.ts'
import type { GivenOptions } from '../page-options.ts'
import type { HostPage } from '../panel/host-page.ts'
import type { PanelShape } from '../panel/panel-view.ts'
import { createOwnLaunchers } from './own-launchers.ts'
import { createOptionTeller } from './option-words.ts'
import { matchesAddress, watchAddress } from './page-address.ts'
import { createPageMargin } from './page-margin.ts'
import { ANYWHERE_CSS, createPlaceCss } from './place-css.ts'

/** So long the page may take to make the element that the chat stands in; then the developer is told. */
export const TARGET_WAIT_MS = 10_000

/** How near the window a place may come before its chat is loaded. */
export const NEAR_MARGIN_PX = 300

/** Where and when the chat stands on the page. */
export interface Placement {
  /** The options changed, or are there for the first time. */
  readonly follow: () => void
  /** Brings what stands on the page beside the panel in line with what is so. */
  readonly draw: (isOpen: boolean, unread: number) => void
}

/** @param shape what the panel's view asks of the place; written here. */
export function createPlacement(page: HostPage, shape: PanelShape): Placement {
  const { root, panel, signal, given, setOpen, insert } = page
  const setCss = adoptCss(panel.getRootNode() as ShadowRoot)
  const tellWrongOptions = createOptionTeller(page.tell)
  const launchers = createOwnLaunchers(page)
  const setMargin = createPageMargin(panel, signal)
  /** Where it stood first: into an element and out of it a frame does not go without loading again. */
  let isInside: boolean | undefined
  let isOpen = false

  const said = () => given.all as GivenOptions
  const readMode = () => {
    const { mode = 'popover', target } = said()
    const isAsked = target !== undefined && (mode === 'inline' || mode === 'fullpage')
    isInside ??= isAsked
    if (isInside) return 'inline'
    return isAsked || !/^(sidebar|fullpage)$/.test(mode) ? 'popover' : mode
  }

  function standInside() {
    if (signal.aborted || root.isConnected) return seeker.disconnect()
    const { target } = said()
    const place =
      typeof target === 'string' ? ofDocument('querySelector').call(document, target) : target
    if (!place?.isConnected) return
    seeker.disconnect()
    // A place without a height of its own gets one.
    root.toggleAttribute('data-tall', place.clientHeight === 0)
    place.append(root)
  }

  /** The page is watched only while its element is not there. */
  const seeker = new MutationObserver(standInside)
  function seekPlace() {
    seeker.observe(ofDocument('documentElement'), { childList: true, subtree: true })
    standInside()
  }

  /** In its element, as soon as that is there, and again in its successor. */
  function stayInside() {
    seekPlace()
    // What leaves the document has no size any more.
    const size = new ResizeObserver(() => {
      if (!root.isConnected) seekPlace()
    })
    size.observe(root)
    signal.addEventListener('abort', () => {
      seeker.disconnect()
      size.disconnect()
    })
  }

  function expectTarget() {
    const timer = setTimeout(() => {
      if (root.isConnected) return
      page.tell(new AlcoveError('config_invalid', 'target: nothing on this page matches it yet'))
    }, TARGET_WAIT_MS)
    signal.addEventListener('abort', () => clearTimeout(timer))
  }

  /** A place is open as long as it is there, and loads what is in it when it comes near. */
  function openInPlace() {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        // What goes wrong is told as an error, and stands in the panel.
        setOpen(true, 'place').catch(() => {})
        // It came by itself: nobody expects the focus in it.
        page.gesture()
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

  function show() {
    const { showOn, hideOn } = said()
    const isShown = matchesAddress(showOn, true) && !matchesAddress(hideOn, false)
    root.toggleAttribute('data-hidden', !isShown)
    // A sheet that nobody sees would hold the page.
    if (!isShown && isOpen && !shape.isFixed) void setOpen(false, 'api')
  }

  function follow() {
    tellWrongOptions(given)
    const wasFixed = shape.isFixed
    const mode = readMode()
    shape.mode = mode
    shape.isFixed = mode === 'inline' || mode === 'fullpage'
    const { launcher } = said()
    launchers.follow(typeof launcher === 'string' ? launcher : undefined)
    setCss(ANYWHERE_CSS + createPlaceCss(mode, given.read, typeof launcher === 'string'))
    setMargin(isOpen && mode === 'sidebar' && String(said().push) === 'true')
    if (mode === 'inline') {
      // A part of the page, and no dialog over it.
      for (const name of ['role', 'aria-modal', 'aria-label']) panel.removeAttribute(name)
      if (!wasFixed) {
        stayInside()
        expectTarget()
      }
    } else if (!root.isConnected) insert()
    show()
    if (shape.isFixed && !wasFixed) openInPlace()
    page.change()
  }

  watchAddress(() => {
    show()
    launchers.draw()
  }, signal)

  return {
    follow,
    draw(isNowOpen, unread) {
      isOpen = isNowOpen
      setMargin(isOpen && shape.mode === 'sidebar' && String(said().push) === 'true')
      launchers.draw(isOpen, unread)
    },
  }
}

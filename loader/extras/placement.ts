import { adoptCss } from '../own-document.ts'
import type { GivenOptions } from '../page-options.ts'
import type { HostPage } from '../panel/host-page.ts'
import type { PanelShape } from '../panel/panel-view.ts'
import { importDebug } from './import-debug.ts'
import { createOwnElements } from './own-elements.ts'
import { createOptionTeller, isOn, readPlace } from './place-options.ts'
import { matchesAddress, watchAddress } from './page-address.ts'
import { followModals } from './follow-modals.ts'
import { createNoticeBoard } from './notice.ts'
import { createPageCorner, createPageMargin, findFocused, isTypedInto } from './page-room.ts'
import { createPlaceCss } from './place-css.ts'
import { followPageScheme } from './page-scheme.ts'
import { openInPlace, standInside } from './stand-inside.ts'

/** How long a page is read before what `proactive` says comes, unless the page says otherwise, in seconds. */
export const PROACTIVE_DELAY_S = 5

/** Where and when the chat stands on the page. */
export interface Placement {
  /** The options changed, or are there for the first time. */
  readonly follow: () => void
  /** Brings what stands on the page beside the panel in line with what is so. */
  readonly draw: (isOpen: boolean, unread: number) => void
  /** Shows a bubble; see `ChatCommands`. */
  readonly notify: (given: unknown) => boolean
}

/**
 * @param shape what the panel's view asks of the place; written here.
 * @param run does a command of the page.
 */
export function createPlacement(
  page: HostPage,
  shape: PanelShape,
  run: (name: string, ...args: readonly unknown[]) => Promise<unknown>,
): Placement {
  const { root, launcher, panel, signal, given, setOpen, insert } = page
  const setCss = adoptCss(panel.getRootNode() as ShadowRoot)
  const tellWrongOptions = createOptionTeller(page.tell)
  const own = createOwnElements(page, run)
  const setMargin = createPageMargin(panel, signal)
  const corner = createPageCorner(page, () => drawCorner())
  const isFree = () => shape.mode !== 'inline' && shape.mode !== 'fullpage' && corner.isFree()
  const prefill = (text: string) => void run('setComposer', text).catch(() => {})
  const board = createNoticeBoard(page, isFree, prefill)
  const greet = createGreeting(board.notify, signal)
  const readMode = createModeReader()
  const lookAtScheme = followPageScheme(page)
  let isOpen = false
  let drawn = ''
  let isFollowing = false

  const said = () => readPlace(given.all)

  function show() {
    const { showOn, hideOn } = said()
    const isShown = matchesAddress(showOn, true) && !matchesAddress(hideOn, false)
    root.toggleAttribute('data-hidden', !isShown)
    page.redraw()
    // A sheet that nobody sees would hold the page.
    if (!isShown && isOpen && !shape.isFixed) void setOpen(false, 'api')
  }

  /** Everything of ours keeps away from what the page has in the corner, and a launcher from what has the focus. */
  function drawCorner() {
    // A launcher that is being pressed stays under the hand, though the focus has just gone to it.
    if (launcher.matches(':active')) return
    const css = createPlaceCss(given.read, {
      mode: shape.mode,
      shift: corner.measure(!isOpen),
      hasOwnLaunchers: typeof said().launcher === 'string',
      isLauncherInTheWay: isTypedInto(root),
    })
    if (css !== drawn) setCss(css)
    drawn = css
    board.draw(isOpen)
  }

  function follow() {
    tellWrongOptions(given)
    lookAtScheme()
    const wasFixed = shape.isFixed
    shape.mode = readMode(said())
    shape.isFixed = shape.mode === 'inline' || shape.mode === 'fullpage'
    own.follow(said())
    corner.follow(said().avoid)
    setMargin(isOpen && shape.mode === 'sidebar' && isOn(said().push))
    drawCorner()
    greet(said())
    if (shape.mode === 'inline') {
      endDialog(panel)
      if (!wasFixed) standInside(page)
    } else if (!root.isConnected) insert()
    show()
    if (shape.isFixed && !wasFixed) openInPlace(page, shape)
    if (shape.mode !== 'inline' && !isFollowing) {
      isFollowing = true
      followModals(page)
    }
    page.change()
    if ('debug' in given.all) void showDebug(page)
  }

  watchAddress(() => {
    lookAtScheme()
    show()
    own.redraw()
    drawCorner()
  }, signal)
  // Whatever stood in the corner may have gone with it, or have come into it.
  for (const name of ['click', 'keyup', 'focusin', 'focusout']) {
    window.addEventListener(name, drawCorner, { signal, passive: true })
  }
  window.addEventListener('scroll', () => (findFocused(root) ? drawCorner() : board.draw(isOpen)), {
    signal,
    passive: true,
    capture: true,
  })
  window.visualViewport?.addEventListener('resize', drawCorner, { signal })

  return {
    follow,
    draw(isNowOpen, unread) {
      isOpen = isNowOpen
      setMargin(isOpen && shape.mode === 'sidebar' && isOn(said().push))
      own.draw(isOpen, unread, isOn(said().titleBadge))
      drawCorner()
    },
    notify: board.notify,
  }
}

/** The box that shows what goes on; without its file the chat is as it is. */
const showDebug = (page: HostPage) =>
  importDebug().then(
    ({ showOverlay }) => showOverlay(page),
    (error: unknown) => console.warn('[Alcove] alcove-debug.js', error),
  )

/** A part of the page is no dialog over it. */
function endDialog(panel: Element): void {
  for (const name of ['role', 'aria-modal', 'aria-label']) panel.removeAttribute(name)
}

/** Returns how to read in which of its ways the chat stands on the page. */
function createModeReader() {
  /** Where it stood first: into an element and out of it a frame does not go without loading again. */
  let isInside: boolean | undefined
  return ({ mode = 'popover', target }: GivenOptions): PanelShape['mode'] => {
    const isAsked = target !== undefined && (mode === 'inline' || mode === 'fullpage')
    isInside ??= isAsked
    if (isInside) return 'inline'
    return isAsked || mode === 'inline' ? 'popover' : mode
  }
}

/** Returns how to have a greeting shown: once, after a while. */
function createGreeting(notify: (text: string) => unknown, signal: AbortSignal) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return ({ proactive, proactiveDelay = PROACTIVE_DELAY_S }: GivenOptions) => {
    if (!proactive || timer !== undefined) return
    timer = setTimeout(() => notify(proactive), Number(proactiveDelay) * 1000)
    signal.addEventListener('abort', () => clearTimeout(timer))
  }
}

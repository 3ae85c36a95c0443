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

/** Default of `proactiveDelay`, in seconds. */
export const PROACTIVE_DELAY_S = 5

/** Keeps the chat in its place on the page, and shows it at the right time. */
export interface Placement {
  /** Applies the options, at first and after each change. */
  readonly follow: () => void
  /** Updates the elements of the page beside the panel. */
  readonly draw: (isOpen: boolean, unread: number) => void
  /** Shows a bubble; see `ChatCommands`. */
  readonly notify: (given: unknown) => boolean
  /** Shows a bubble that opens the panel again. */
  readonly offerBack: (text: string) => void
}

/**
 * @param shape the panel's shape, which is written here.
 * @param run runs a command of the page.
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

  const placeOptions = () => readPlace(given.all)

  function show() {
    const { showOn, hideOn } = placeOptions()
    const isShown = matchesAddress(showOn, true) && !matchesAddress(hideOn, false)
    root.toggleAttribute('data-hidden', !isShown)
    page.redraw()
    // A hidden sheet would keep the page locked.
    if (!isShown && isOpen && !shape.isFixed) void setOpen(false, 'api')
  }

  /** Keeps the chat clear of the page's elements in the corner, and the launcher clear of the focused element. */
  function drawCorner() {
    // A launcher that is being pressed stays under the pointer, although it has just taken the focus.
    if (launcher.matches(':active')) return
    const css = createPlaceCss(given.read, {
      mode: shape.mode,
      shift: corner.measure(!isOpen),
      hasOwnLaunchers: typeof placeOptions().launcher === 'string',
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
    shape.mode = readMode(placeOptions())
    shape.isFixed = shape.mode === 'inline' || shape.mode === 'fullpage'
    own.follow(placeOptions())
    corner.follow(placeOptions().avoid)
    setMargin(isOpen && shape.mode === 'sidebar' && isOn(placeOptions().push))
    drawCorner()
    greet(placeOptions())
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
  // These events may have added or removed elements in the corner.
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
      setMargin(isOpen && shape.mode === 'sidebar' && isOn(placeOptions().push))
      own.draw(isOpen, unread, isOn(placeOptions().titleBadge))
      drawCorner()
    },
    notify: board.notify,
    offerBack: board.offerBack,
  }
}

/** Shows the debug box; without its file the chat works as usual. */
const showDebug = (page: HostPage) =>
  importDebug().then(
    ({ showOverlay }) => showOverlay(page),
    (error: unknown) => console.warn('[Alcove] alcove-debug.js', error),
  )

/** A chat within the page is not a dialog over it. */
function endDialog(panel: Element): void {
  for (const name of ['role', 'aria-modal', 'aria-label']) panel.removeAttribute(name)
}

/** Returns a function that reads the mode in which the chat stands on the page. */
function createModeReader() {
  /** The first place: a frame cannot move into an element or out of it without reloading. */
  let isInside: boolean | undefined
  return ({ mode = 'popover', target }: GivenOptions): PanelShape['mode'] => {
    const isAsked = target !== undefined && (mode === 'inline' || mode === 'fullpage')
    isInside ??= isAsked
    if (isInside) return 'inline'
    return isAsked || mode === 'inline' ? 'popover' : mode
  }
}

/** Returns a function that shows a greeting once after a delay. */
function createGreeting(notify: (text: string) => unknown, signal: AbortSignal) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return ({ proactive, proactiveDelay = PROACTIVE_DELAY_S }: GivenOptions) => {
    if (!proactive || timer !== undefined) return
    timer = setTimeout(() => notify(proactive), Number(proactiveDelay) * 1000)
    signal.addEventListener('abort', () => clearTimeout(timer))
  }
}

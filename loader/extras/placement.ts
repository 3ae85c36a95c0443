import { adoptCss } from '../own-document.ts'
import type { HostPage } from '../panel/host-page.ts'
import type { PanelShape } from '../panel/panel-view.ts'
import { createOwnLaunchers } from './own-launchers.ts'
import { createOptionTeller } from './option-words.ts'
import { isOn, readPlace } from './read-place.ts'
import { matchesAddress, watchAddress } from './page-address.ts'
import { createPageMargin } from './page-margin.ts'
import { createNoticeBoard } from './notice.ts'
import { createPageCorner } from './page-corner.ts'
import { createTriggers } from './page-triggers.ts'
import { ANYWHERE_CSS, createPlaceCss, createShiftCss } from './place-css.ts'
import { openInPlace, standInside } from './stand-inside.ts'
import { createTitleBadge } from './title-badge.ts'

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
  const { root, panel, signal, given, setOpen, insert } = page
  const setCss = adoptCss(panel.getRootNode() as ShadowRoot)
  const tellWrongOptions = createOptionTeller(page.tell)
  const launchers = createOwnLaunchers(page)
  const setMargin = createPageMargin(panel, signal)
  const triggers = createTriggers(page, run)
  const drawTitle = createTitleBadge(signal)
  const corner = createPageCorner(page, () => drawCorner())
  const isFree = () => shape.mode !== 'inline' && shape.mode !== 'fullpage' && corner.isFree()
  const prefill = (text: string) => void run('setComposer', text).catch(() => {})
  const board = createNoticeBoard(page, isFree, prefill)
  let greetingTimer: ReturnType<typeof setTimeout> | undefined
  /** Where it stood first: into an element and out of it a frame does not go without loading again. */
  let isInside: boolean | undefined
  let isOpen = false

  const said = () => readPlace(given.all)
  const readMode = () => {
    const { mode = 'popover', target } = said()
    const isAsked = target !== undefined && (mode === 'inline' || mode === 'fullpage')
    isInside ??= isAsked
    if (isInside) return 'inline'
    return isAsked || mode === 'inline' ? 'popover' : mode
  }

  function show() {
    const { showOn, hideOn } = said()
    const isShown = matchesAddress(showOn, true) && !matchesAddress(hideOn, false)
    root.toggleAttribute('data-hidden', !isShown)
    page.redraw()
    // A sheet that nobody sees would hold the page.
    if (!isShown && isOpen && !shape.isFixed) void setOpen(false, 'api')
  }

  /** Everything of ours keeps away from what the page has in the corner. */
  function drawCorner() {
    const hasOwnLaunchers = typeof said().launcher === 'string'
    const css = createPlaceCss(shape.mode, given.read, hasOwnLaunchers)
    setCss(ANYWHERE_CSS + createShiftCss(given.read, shape.mode, corner.measure()) + css)
    board.draw(isOpen)
  }

  /** Once, after a while. */
  function greet() {
    const { proactive, proactiveDelay = PROACTIVE_DELAY_S } = said()
    if (!proactive || greetingTimer !== undefined) return
    greetingTimer = setTimeout(() => board.notify(proactive), Number(proactiveDelay) * 1000)
    signal.addEventListener('abort', () => clearTimeout(greetingTimer))
  }

  function follow() {
    tellWrongOptions(given)
    const wasFixed = shape.isFixed
    const mode = readMode()
    shape.mode = mode
    shape.isFixed = mode === 'inline' || mode === 'fullpage'
    const { launcher } = said()
    launchers.follow(typeof launcher === 'string' ? launcher : undefined)
    corner.follow(said().avoid)
    triggers.follow(isOn(said().triggers))
    setMargin(isOpen && mode === 'sidebar' && isOn(said().push))
    drawCorner()
    greet()
    if (mode === 'inline') {
      // A part of the page, and no dialog over it.
      for (const name of ['role', 'aria-modal', 'aria-label']) panel.removeAttribute(name)
      if (!wasFixed) standInside(page)
    } else if (!root.isConnected) insert()
    show()
    if (shape.isFixed && !wasFixed) openInPlace(page, shape)
    page.change()
  }

  watchAddress(() => {
    show()
    launchers.draw()
    triggers.draw()
    drawCorner()
  }, signal)
  // Whatever stood in the corner may have gone with it.
  for (const name of ['click', 'keyup', 'scroll']) {
    window.addEventListener(name, () => board.draw(isOpen), { signal, passive: true })
  }

  return {
    follow,
    draw(isNowOpen, unread) {
      isOpen = isNowOpen
      setMargin(isOpen && shape.mode === 'sidebar' && isOn(said().push))
      launchers.draw(isOpen, unread)
      triggers.draw(unread)
      drawTitle(isOn(said().titleBadge) ? unread : 0)
      board.draw(isOpen)
    },
    notify: board.notify,
  }
}

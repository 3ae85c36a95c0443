import type { Actor, ChatEvents } from './chat-events.ts'
import { writeEarlySetup } from '../shared/bridge/early-setup.ts'
import { AlcoveError } from '../shared/errors.ts'
import { ofDocument } from './own-document.ts'
import { isPlaced } from './page-options.ts'
import { mountRoot } from './mount-root.ts'
import { createPage } from './page-elements.ts'
import { readPageHint } from './page-hint.ts'
import type { PageState } from './page-state.ts'
import type * as panelModule from './panel/main.ts'
import type { PanelSide } from './panel/start-chat.ts'
import { followScheme } from './follow-scheme.ts'
import { createFrameProgress, type DrawFrame } from './frame-progress.ts'
import { createLateLook } from './late-look.ts'

/** See `auto.ts`. */
declare const ALCOVE_PANEL_INTEGRITY: string

/** The second file of the loader. */
export type PanelModule = typeof panelModule

/** Time limit for the second file; after it the page gets an error. */
export const PANEL_TIMEOUT_MS = 30_000

/** Options of `createController`. */
export interface ControllerOptions {
  readonly given: PageState
  /** The frame's address. */
  readonly url: URL
  readonly importPanel: () => Promise<PanelModule>
  readonly emit: <Name extends keyof ChatEvents>(event: Name, payload: ChatEvents[Name]) => void
  /** Aborting it removes the chat. */
  readonly signal: AbortSignal
}

/** Operations of the first file on the launcher, the panel and the second file. */
export interface Controller {
  /** Opens or closes the panel; toggles it if `isNext` is undefined. */
  readonly setOpen: (isNext: boolean | undefined, by: Actor) => Promise<void>
  /** Loads and starts the second file once. */
  readonly start: () => Promise<PanelSide>
  /** Called when the page has changed options, tools or context. */
  readonly change: () => void
  /** Reports an error to the page's developer, and to listeners of `error`. */
  readonly tell: (error: AlcoveError) => void
}

/** Controls the launcher and the frame in its panel: keeps whether the panel is open, and notifies both. */
export function createController(options: ControllerOptions): Controller {
  const { given, url, emit, signal } = options
  const hint = readPageHint(given.read.app)
  const importPanel = createImporter(options)
  let isOpen = false
  let side: PanelSide | undefined

  const getScheme = followScheme(given, change, signal)
  const page = createPage(given, getScheme, (event) => progress.move(event), setOpen, signal)
  const { root, iframe, focus } = page
  const progress = createFrameProgress(draw, load, tellOpen, () => isOpen && focus.enter(), signal)
  const { move, redraw } = progress
  const lateLook = createLateLook(redraw, signal)

  function hearFrame({ source, origin, data }: MessageEvent) {
    if (source !== iframe.contentWindow || origin !== url.origin) return
    if (data === 'alcove:shown') move('shown')
    if (data === 'alcove:close') void setOpen(false, 'user')
  }

  function tellOpen() {
    void side?.tell()
  }

  /** The second file connects to the frame and reloads it. The first load does not wait for the second file. */
  function load() {
    const { lang } = ofDocument('documentElement')
    const visit = `${performance.timeOrigin} ${given.who.epoch}`
    iframe.name = writeEarlySetup(given.all, getScheme(), lang, visit)
    if (side) side.load()
    else if (hint !== 'preview') {
      iframe.onload = () => (given.hasLoaded = true)
      iframe.src = url.href
    }
    // Moving an iframe would reload it, so it is inserted once.
    if (!iframe.parentNode) root.append(iframe)
    start().catch((error: AlcoveError) => move('broken', error))
  }

  async function start(): Promise<PanelSide> {
    const startChat = await importPanel()
    if (side) return side
    side = startChat({
      ...options,
      ...page,
      ...progress,
      getScheme,
      hint,
      setOpen,
      change,
      tell,
      insert,
    })
    given.side = side
    redraw()
    return side
  }

  function draw(...[frame, error]: Parameters<DrawFrame>) {
    lateLook.expect(isOpen && !frame.isShown && !frame.failure)
    const view = { ...frame, isLate: lateLook.isLate() }
    page.draw(isOpen, view)
    side?.draw(isOpen, view, error)
    if (error) tell(error)
  }

  function setOpen(isNext: boolean | undefined, by: Actor) {
    if (isNext !== isOpen && !given.isFixed) {
      isOpen = !isOpen
      if (isOpen) {
        given.openedAt ??= performance.now()
        progress.beginOpening()
      }
      focus.follow(isOpen, by, redraw)
      emit(isOpen ? 'open' : 'close', { by })
      tellOpen()
    }
    return progress.settle(isOpen)
  }

  function tell(error: AlcoveError) {
    if (given.told?.delete(error.message)) return
    report(error, url)
    emit('error', error)
  }

  function change() {
    given.check?.()
    redraw()
    side?.update()
  }

  function onMounted() {
    redraw()
    // An answer that ran on the previous page continues here in the background; an unread one is shown on the
    // launcher, and a preview has another address.
    if (hint === 'running') move('wanted')
    else if (hint) start().catch(redraw)
  }

  addEventListener('message', hearFrame, { signal })
  signal.onabort = () => void setOpen(false, 'api')
  redraw()
  // With `auth: 'none'` nothing is on the page before `boot` or `identify`.
  const isPlacedElsewhere = isPlaced(given.read) || given.auth === 'none'
  const insert = mountRoot(root, signal, onMounted, isPlacedElsewhere ? start : undefined)
  function lookAtFocus() {
    if (given.isFocusCovered || !isFocusCovered(root)) return
    given.isFocusCovered = true
    start().then(change, redraw)
  }

  // The browser may scroll to the focused element only after it got the focus, hence `keyup`.
  for (const name of ['focusin', 'keyup']) addEventListener(name, lookAtFocus, { signal })
  return { setOpen, start, change, tell }
}

/** Loads the second file. After a failed request the next caller tries again. */
function createImporter({ importPanel, url, signal }: ControllerOptions) {
  let panel: Promise<PanelModule> | undefined
  return async () => {
    signal.throwIfAborted()
    // Limit: PANEL_TIMEOUT_MS, "a second file that hangs is given up after its limit".
    const isLate = new Promise<never>((_, reject) => setTimeout(reject, PANEL_TIMEOUT_MS))
    const { startChat, describeFailure } = await Promise.race([
      (panel ??= importPanel()),
      isLate,
    ]).catch(() => {
      panel = undefined
      throw new AlcoveError('script_failed', url.origin)
    })
    // A cached second file of an older version has no `startChat`, but can describe the failure. A file with
    // a checked hash always has it.
    if (!ALCOVE_PANEL_INTEGRITY && !startChat)
      throw describeFailure(new AlcoveError('version_skew', url.origin), url)
    return startChat
  }
}

/** Whether a modal dialog makes the launcher inert, or the launcher covers the focused element. */
function isFocusCovered(root: Element): boolean {
  const focused = ofDocument('activeElement')!
  if (focused.closest('dialog:modal')) return true
  if (root.contains(focused)) return false
  const { bottom, right } = focused.getBoundingClientRect()
  return root.contains(ofDocument('elementFromPoint').call(document, right - 1, bottom - 1))
}

/**
 * Reports an error to the developer of the host page, with a link to the service's page about it, and with the page's
 * own error if that is the cause.
 */
export function report({ code, hint = '', message, cause }: AlcoveError, { origin }: URL): void {
  const help = origin === location.origin ? '' : `${origin}/help#${code}`
  const causes = cause === undefined ? [] : [cause]
  console.error(`[Alcove] ${code}: ${message} ${hint} ${help}`, ...causes)
}

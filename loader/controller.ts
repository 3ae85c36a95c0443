import type { Actor, ChatEvents } from './chat-events.ts'
import { AlcoveError } from '../shared/errors.ts'
import { ofDocument } from './own-document.ts'
import { isPlaced } from './page-options.ts'
import { createPage, mountRoot } from './page-elements.ts'
import { readPageHint } from './page-hint.ts'
import type { PageSaid } from './page-said.ts'
import type * as panelModule from './panel/main.ts'
import type { PanelSide } from './panel/start-chat.ts'
import { createFrameProgress } from './frame-progress.ts'

/** As `auto.ts` says. */
declare const ALCOVE_PANEL_INTEGRITY: string

/** The second file of the loader. */
export type PanelModule = typeof panelModule

/** After this time without the second file, the page is told that it does not come. */
export const PANEL_TIMEOUT_MS = 30_000

/** What a chat's controller works with. */
export interface ControllerOptions {
  readonly given: PageSaid
  /** The frame's address. */
  readonly url: URL
  readonly importPanel: () => Promise<PanelModule>
  readonly emit: <Name extends keyof ChatEvents>(event: Name, payload: ChatEvents[Name]) => void
  /** Ends the chat. */
  readonly signal: AbortSignal
}

/** What the first file does with the launcher, the panel and the second file. */
export interface Controller {
  /** Opens or closes the panel, or the other way round without a wish. */
  readonly setOpen: (isNext: boolean | undefined, by: Actor) => Promise<void>
  /** Fetches the second file once, and has it at work. */
  readonly start: () => Promise<PanelSide>
  /** Something that the page said is different now. */
  readonly change: () => void
}

/** The launcher, and the frame in its panel: what is open, and who is told. */
export function createController(options: ControllerOptions): Controller {
  const { given, url, emit, signal } = options
  const hint = readPageHint(given.read.app)
  const importPanel = createImporter(options)
  let isOpen = false
  let side: PanelSide | undefined

  const page = createPage(given, (event) => progress.move(event), setOpen, signal)
  const { root, panel, iframe, focus } = page
  const progress = createFrameProgress(draw, load, tellOpen, signal)
  const { move, redraw } = progress

  function tellOpen() {
    void side?.tell()
  }

  /** The second file speaks with the frame, and loads it again; the first load need not wait for it. */
  function load() {
    if (side) side.load()
    else {
      iframe.onload = () => (given.hasLoaded = true)
      iframe.src = url.href
    }
    // Once in its place it is never moved, which would load it again.
    if (!iframe.parentNode) panel.append(iframe)
    start().catch((error: AlcoveError) => move('broken', error))
  }

  async function start(): Promise<PanelSide> {
    const startChat = await importPanel()
    if (side) return side
    side = startChat({
      ...options,
      ...page,
      ...progress,
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

  function draw(isUsable: boolean, failure?: AlcoveError, error?: AlcoveError) {
    page.draw(isOpen, failure !== undefined)
    side?.draw(isOpen, isUsable, failure, error)
    if (error) tell(error)
  }

  function setOpen(isNext: boolean | undefined, by: Actor) {
    if (isNext !== isOpen && !given.isFixed) {
      isOpen = !isOpen
      if (isOpen) progress.beginOpening()
      focus.follow(isOpen, by, redraw)
      emit(isOpen ? 'open' : 'close', { by })
      tellOpen()
    }
    return progress.settle(isOpen)
  }

  function tell(error: AlcoveError) {
    report(error, url)
    emit('error', error)
  }

  function change() {
    redraw()
    side?.update()
  }

  function onMounted() {
    redraw()
    // An answer that ran on the previous page goes on here, unseen; an unread one is shown.
    if (hint === 'running') move('wanted')
    else if (hint === 'unread') start().catch(redraw)
  }

  signal.onabort = () => void setOpen(false, 'api')
  redraw()
  // With `auth: 'none'` nothing is on the page before it says who chats.
  const isPlacedElsewhere = isPlaced(given.read) || given.auth === 'none'
  const insert = mountRoot(root, signal, onMounted, isPlacedElsewhere ? start : undefined)
  function lookAtFocus() {
    if (given.isFocusCovered || !isFocusCovered(root)) return
    given.isFocusCovered = true
    start().then(change, redraw)
  }

  // The browser may scroll to the focused element only after it got the focus: hence `keyup`.
  for (const name of ['focusin', 'keyup']) addEventListener(name, lookAtFocus, { signal })
  return { setOpen, start, change }
}

/** Asks for the second file. A failed request is repeated by the next caller. */
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
    // A cached second file of an older version has no start, but words for the failure. One whose bytes are checked has.
    if (!ALCOVE_PANEL_INTEGRITY && !startChat)
      throw describeFailure(new AlcoveError('version_skew', url.origin), url)
    return startChat
  }
}

/** Whether a modal dialog makes the launcher inert, or the launcher covers what has the focus. */
function isFocusCovered(root: Element): boolean {
  const focused = ofDocument('activeElement')!
  if (focused.closest('dialog:modal')) return true
  const { bottom, right } = focused.getBoundingClientRect()
  return ofDocument('elementFromPoint').call(document, right - 1, bottom - 1) === root
}

/** Reports an error to the developer of the host page, with a page of the service about it. */
export function report({ code, hint = '', message }: AlcoveError, { origin }: URL): void {
  const help = origin === location.origin ? '' : `${origin}/help#${code}`
  console.error(`[Alcove] ${code}: ${message} ${hint} ${help}`)
}

import type { Actor, ChatEvents } from './chat-events.ts'
import { AlcoveError } from '../shared/errors.ts'
import { ofDocument } from './own-document.ts'
import { isPlaced } from './page-options.ts'
import { createPage, mountRoot } from './page-elements.ts'
import { readPageHint } from './page-hint.ts'
import type { PageSaid } from './page-said.ts'
import type * as panelModule from './panel/main.ts'
import type { PanelSide } from './panel/start-chat.ts'
import { TRANSITIONS, type Effects, type FrameEvent, type FrameState } from './transitions.ts'

/** As `auto.ts` says. */
declare const ALCOVE_PANEL_INTEGRITY: string

/** The second file of the loader. */
export type PanelModule = typeof panelModule

/** So long the second file may take; then the page is told that it does not come. */
export const PANEL_TIMEOUT_MS = 30_000

/**
 * What the frame is doing, as the table says, and the opening that waits for it. Returns how to tell an
 * event, to draw again, to ask for the opening of now (which goes on while the panel is open, and is over
 * when it is not), and to begin another opening.
 */
function createProgress(
  draw: (isUsable: boolean, failure?: AlcoveError, error?: AlcoveError) => void,
  load: () => unknown,
  onReady: () => unknown,
  signal: AbortSignal,
) {
  let state: FrameState = 'idle'
  /** What is shown of a state that is one. */
  let failure: AlcoveError | undefined
  /** What an opening waits for; the next one waits anew. */
  let usable!: Promise<void>
  let resolve!: () => void
  let reject!: (error: unknown) => void

  const effects: Effects = { loading: load, ready: onReady, usable: () => resolve() }

  /** @param error of the events that are failures. */
  function move(event: FrameEvent, error?: AlcoveError) {
    const [states, next] = TRANSITIONS[event]
    if (!states.includes(state)) return redraw()
    state = next
    failure = error
    effects[next]?.()
    redraw(error)
    if (error) {
      reject(error)
      waitAnew()
    }
  }

  const redraw = (error?: AlcoveError) => draw(state === 'usable', failure, error)

  function waitAnew() {
    // No limit: the opening ends as the table of the frame does, see `scripts/states`.
    usable = new Promise((onResolve, onReject) => {
      resolve = onResolve
      reject = onReject
    })
    // Nobody has to listen: a rejection that nobody hears is no error.
    usable.catch(() => {})
  }

  waitAnew()
  return [
    move,
    redraw,
    (isOpen: boolean) => {
      if (isOpen) move('open')
      else if (signal.aborted) reject(signal.reason)
      else resolve()
      return usable
    },
    waitAnew,
  ] as const
}

/**
 * The launcher, and the frame in its panel: what is open, and who is told. Returns how to open and close, how
 * to have the second file at work, and how to say that something of what the page said changed.
 */
export function createController(
  given: PageSaid,
  url: URL,
  importPanel: () => Promise<PanelModule>,
  emit: <Name extends keyof ChatEvents>(event: Name, payload: ChatEvents[Name]) => void,
  signal: AbortSignal,
) {
  const hint = readPageHint(given.read.app)
  let isOpen = false
  let side: PanelSide | undefined

  const tellOpen = () => side?.tell()
  const [iframe, page, drawPage, withFocus] = createPage(
    given,
    (event) => move(event),
    setOpen,
    signal,
    change,
  )
  const [move, redraw, settle, waitAnew] = createProgress(draw, load, tellOpen, signal)
  const importOnce = createImporter(importPanel, url, signal)

  /** The second file speaks with the frame, and loads it again; the first load need not wait for it. */
  function load() {
    if (side) side.load()
    else {
      // By that the second file sees that it is over.
      iframe.onload = () => (iframe.onload = null)
      iframe.src = url.href
    }
    // Once in its place it is never moved, which would load it again.
    if (!iframe.parentNode) page.panel.append(iframe)
    start().catch((error: AlcoveError) => move('broken', error))
  }

  /** Asks for the second file, and has it at work. */
  async function start(): Promise<PanelSide> {
    const startChat = await importOnce()
    if (side) return side
    given.side = side = startChat({
      ...page,
      move,
      setOpen,
      redraw,
      emit,
      tell,
      iframe,
      hint,
      url,
      given,
      insert,
    })
    redraw()
    return side
  }

  /** @param error by which the frame failed just now. */
  function draw(isUsable: boolean, failure?: AlcoveError, error?: AlcoveError) {
    drawPage(isOpen, failure, side)
    side?.draw(isOpen, isUsable, failure, error)
    if (error) tell(error)
  }

  function setOpen(isNext: boolean | undefined, by: Actor) {
    if (isNext !== isOpen && !given.isFixed) {
      isOpen = !isOpen
      if (isOpen) waitAnew()
      withFocus(isOpen, by, redraw)
      emit(isOpen ? 'open' : 'close', { by })
      void tellOpen()
    }
    return settle(isOpen)
  }

  const tell = (error: AlcoveError) => {
    report(error, url)
    emit('error', error)
  }

  function change() {
    redraw()
    side?.update()
  }

  signal.onabort = () => void setOpen(false, 'api')
  redraw()
  const insert = mountRoot(
    page.root,
    signal,
    () => {
      redraw()
      // What ran on the page before goes on here, unseen; what nobody read there is shown.
      if (hint[0]) move('wanted')
      else if (hint[1]) start().catch(redraw)
    },
    // Of what is only booted later nothing is there before.
    (isPlaced(given.read) || given.auth === 'none') && start,
  )
  // What has the focus and is in a modal dialog, which makes the launcher inert, or has its end under the launcher: the
  // other files see to it. It may be scrolled to only after it got the focus.
  for (const event of ['focusin', 'keyup'])
    addEventListener(
      event,
      () => {
        if (given.focus) return
        const focus = ofDocument('activeElement')!
        const { bottom, right } = focus.getBoundingClientRect()
        given.focus =
          focus.closest('dialog:modal') ||
          ofDocument('elementFromPoint').call(document, right - 1, bottom - 1) === page.root
        if (given.focus) start().then(change, redraw)
      },
      { signal },
    )
  return [setOpen, start, change] as const
}

/** How the second file is asked for. What failed once is asked for again by whoever wants it next. */
function createImporter(importPanel: () => Promise<PanelModule>, url: URL, signal: AbortSignal) {
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
    // A second file that a cache kept from before: its start is not there yet, its words are.
    if (!ALCOVE_PANEL_INTEGRITY && !startChat)
      throw describeFailure(new AlcoveError('version_skew', url.origin), url)
    return startChat
  }
}

/** Tells the developer of the host page, with where the service says more, if its address is known. */
export function report({ code, hint = '', message }: AlcoveError, { origin }: URL): void {
  const help = origin === location.origin ? '' : `${origin}/help#${code}`
  console.error(`[Alcove] ${code}: ${message} ${hint} ${help}`)
}

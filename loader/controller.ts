import type { Actor, ChatEvents } from './chat-events.ts'
import type { TokenAuth } from './chat-options.ts'
import type { BareChat } from './chat-instance.ts'
import { AlcoveError } from '../shared/errors.ts'
import { isPlaced } from './page-options.ts'
import { createPage, mountRoot } from './page-elements.ts'
import { readPageHint } from './page-hint.ts'
import { createSaidList, type PageSaid } from './page-said.ts'
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

/** The launcher, and the frame in its panel: what is open, and who is told. */
export function createController(
  given: PageSaid,
  url: URL,
  importPanel: () => Promise<PanelModule>,
  emit: <Name extends keyof ChatEvents>(event: Name, payload: ChatEvents[Name]) => void,
  signal: AbortSignal,
) {
  const { app } = given.read
  /** With an answer that nobody looked at on the page before. */
  let [isRunning, isLeftUnread] = readPageHint(app)
  let unread = 0
  let isOpen = false
  let side: PanelSide | undefined
  let hasLoaded = false

  const tellOpen = () => side?.tell()
  const [iframe, page, drawPage, withFocus] = createPage(
    given,
    (event) => move(event),
    setOpen,
    signal,
    handleChange,
  )
  const [said, say] = createSaidList(handleChange, signal)
  const [move, redraw, settle, waitAnew] = createProgress(draw, load, tellOpen, signal)
  const importOnce = createImporter(importPanel, url)

  /** The second file speaks with the frame, and loads it again; the first load need not wait for it. */
  function load() {
    if (side) side.load()
    else {
      iframe.onload = () => (hasLoaded = true)
      iframe.src = url.href
    }
    // Once in its place it is never moved, which would load it again.
    if (!iframe.parentNode) page.panel.append(iframe)
    start().catch((error: AlcoveError) => move('broken', error))
  }

  /** Asks for the second file, and has it at work. */
  async function start(): Promise<PanelSide> {
    signal.throwIfAborted()
    const { startChat, describeFailure } = await importOnce()
    // A second file that a cache kept from before: its start is not there yet, its words are.
    if (!ALCOVE_PANEL_INTEGRITY && !startChat)
      throw describeFailure(new AlcoveError('version_skew', url.origin), url)
    if (side) return side
    given.side = side = startChat({
      ...page,
      move,
      setOpen,
      identify,
      emit,
      tell,
      iframe,
      said,
      news,
      url,
      given,
      hasLoaded,
      insert,
    })
    redraw()
    return side
  }

  /** @param error by which the frame failed just now: it makes no answer any more. */
  function draw(isUsable: boolean, failure?: AlcoveError, error?: AlcoveError) {
    isRunning &&= !error
    isLeftUnread &&= !isUsable
    drawPage(isOpen, failure, side)
    side?.draw(isOpen, isUsable, failure, isRunning, isLeftUnread || !!unread)
    if (error) tell(error)
  }

  function news(count: number, isNowRunning = isRunning) {
    unread = count
    isRunning = isNowRunning
    redraw()
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

  function tell(error: AlcoveError) {
    report(error)
    emit('error', error)
  }

  function handleChange() {
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
      if (isRunning) move('wanted')
      else if (isLeftUnread) start().catch(redraw)
    },
    // Of what is only booted later nothing is there before.
    isPlaced(given.all) || given.auth === 'none' ? start : false,
  )

  /** Tells a frame that runs already, and settles as it answers. */
  async function identify(identity: unknown) {
    signal.throwIfAborted()
    const said = (given.who = [given.who[0] + 1, identity])
    // Only what is no function has to be looked at, by the second file.
    if (side || typeof (Object(identity) as Partial<TokenAuth>).getToken !== 'function')
      await (await start()).identify(said)
  }

  async function run(command: string, ...args: unknown[]) {
    const { who } = given
    return (await start()).run(command, args, who)
  }

  async function openByApi(isNext?: boolean) {
    signal.throwIfAborted()
    return setOpen(isNext, 'api')
  }

  return {
    // The second file knows what to do with a wish, and opens.
    open: (wish?: unknown) => (wish ? run('open', wish) : openByApi(true)),
    close: () => openByApi(false),
    toggle: () => openByApi(),
    identify,
    run,
    tool: say as BareChat['tool'],
    addContext: (name: string, value: unknown) => say('#' + name, value),
    setContext: (context: unknown) => say('', context),
  }
}

/** How the second file is asked for. What failed once is asked for again by whoever wants it next. */
function createImporter(importPanel: () => Promise<PanelModule>, url: URL) {
  let panel: Promise<PanelModule> | undefined
  return () => {
    const isLate = new Promise<never>((_, reject) => setTimeout(reject, PANEL_TIMEOUT_MS))
    return Promise.race([(panel ??= importPanel()), isLate]).catch(() => {
      panel = undefined
      throw new AlcoveError('frame_timeout', url.origin)
    })
  }
}

/** Tells the developer of the host page. */
export function report(error: AlcoveError): void {
  console.error(`[Alcove] ${error.code}: ${error.message} ${error.hint ?? ''}`)
}

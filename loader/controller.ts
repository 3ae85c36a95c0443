import type { FrameSetup } from '../shared/bridge/contract.ts'
import { AlcoveError } from '../shared/errors.ts'
import type { HostOptions } from '../shared/options.ts'
import type { Actor, ChatEvents } from './chat-instance.ts'
import { createFrameLink } from './frame-link.ts'
import { createIdentities, createToolList } from './host-facts.ts'
import { createPage, mountRoot } from './page-elements.ts'
import { readPageHint } from './page-hint.ts'
import type * as panelModule from './panel/main.ts'
import type { PanelSide } from './panel/start-panel.ts'
import { TRANSITIONS } from './transitions.ts'
import type { Effects, FrameEvent, FrameState } from './transitions.ts'

/** The second file of the loader. */
export type PanelModule = typeof panelModule

/** So long a failure waits for the second file, which has the words, and may not come either. */
const WORDS_WAIT_MS = 1_000

/**
 * What the frame is doing, as the table says, and the opening that waits for it. Returns how to tell an
 * event, to fail with the second file's words, to draw again, to ask for the opening of now (which goes on
 * while the panel is open, and is over when it is not), to import that file, and to begin another opening.
 */
function createProgress(
  draw: (isUsable: boolean, failure?: AlcoveError, error?: AlcoveError) => void,
  url: URL,
  onPanel: (startPanel: PanelModule['startPanel']) => void,
  loadFrame: () => void,
  onReady: () => unknown,
  importPanel: () => Promise<PanelModule>,
  signal: AbortSignal,
) {
  let panelModule: Promise<PanelModule> | undefined
  let state: FrameState = 'idle'
  /** What is shown of a state that is one. */
  let failure: AlcoveError | undefined
  /** What an opening waits for; the next one waits anew. */
  let usable!: Promise<void>
  let resolve!: () => void
  let reject!: (error: unknown) => void

  const effects: Effects = {
    loading() {
      loadFrame()
      importOnce().then(
        ({ startPanel }) => {
          // A second file that a cache kept from before: its own start is not there yet.
          if (startPanel) onPanel(startPanel)
          else fail(new AlcoveError('version_skew', url.origin))
        },
        () => {
          panelModule = undefined
          move('broken', new AlcoveError('frame_timeout', url.origin))
        },
      )
    },
    ready: onReady,
    usable: () => resolve(),
  }

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
  const importOnce = () => (panelModule ??= importPanel())

  function fail(given: AlcoveError) {
    const asked = usable
    const tellOnce = (file?: PanelModule) =>
      asked === usable && move('failed', file?.describeFailure(given, url) ?? given)
    void panelModule?.then(tellOnce, () => {})
    setTimeout(tellOnce, WORDS_WAIT_MS)
  }

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
    fail,
    redraw,
    (isOpen: boolean) => {
      if (isOpen) move('open')
      else if (signal.aborted) reject(signal.reason)
      else resolve()
      return usable
    },
    importOnce,
    waitAnew,
  ] as const
}

/** The launcher, and the frame in its panel: what is open, and who is told. */
export function createController(
  options: HostOptions,
  who: unknown,
  url: URL,
  importPanel: () => Promise<PanelModule>,
  emit: <Name extends keyof ChatEvents>(event: Name, payload: ChatEvents[Name]) => void,
  signal: AbortSignal,
) {
  /** With an answer that nobody looked at on the page before. */
  let [isRunning, isLeftUnread] = readPageHint(options.app)
  let unread = 0
  /** The ready frame's, for the second file. */
  let port: MessagePort | undefined
  let isOpen = false
  let side: PanelSide | undefined

  const getSetup = (): FrameSetup => ({
    app: options.app,
    scheme: getScheme(),
    viewport: { isSheet: false, top: 0, right: 0, bottom: 0, left: 0 },
    ...side?.describe(),
    identity: identity(),
    isAnswering: isRunning,
  })
  const tellSetup = () => side?.update(getSetup())
  const tellOpen = () => side?.tell()
  const [iframe, page, drawPage, getScheme, withFocus] = createPage(
    options,
    (event) => move(event),
    setOpen,
    signal,
    handleChange,
  )
  const [tools, offers] = createToolList(handleChange, signal)
  const [move, fail, redraw, settle, importOnce, waitAnew] = createProgress(
    draw,
    url,
    (startPanel) => {
      if (side) return
      side = startPanel({ provider, url, tell, ...page, tools, news, move })
      side.connect(port)
      handleChange()
      void tellOpen()
    },
    () => {
      loadFrame()
      // Once in its place it is never moved, which would load it again.
      if (!iframe.parentNode) page.panel.append(iframe)
    },
    tellOpen,
    importPanel,
    signal,
  )
  const loadFrame = createFrameLink(
    iframe,
    url,
    getSetup,
    (given, build) => {
      port = given
      side?.connect(port)
      unread = 0
      if (build) emit('ready', { build })
      move(build ? 'ready' : 'lost')
    },
    fail,
    signal,
  )
  const [identity, provider, identify] = createIdentities(who, importOnce, tellSetup, handleChange)

  /** @param error by which the frame failed just now: it makes no answer any more. */
  function draw(isUsable: boolean, failure?: AlcoveError, error?: AlcoveError) {
    isRunning &&= !error
    isLeftUnread &&= !isUsable
    const isUnread = isLeftUnread || !!unread
    drawPage(isOpen, failure, side, isRunning, isUnread)
    side?.draw(isOpen, isUsable, failure, isRunning, isUnread)
    if (error) tell(error)
  }

  function news(count: number, isNowRunning: boolean) {
    unread = count
    isRunning = isNowRunning
    redraw()
  }

  function setOpen(isNext: boolean | undefined, by: Actor) {
    if (isNext !== isOpen) {
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
    // A frame that just reloads is told again anyway.
    tellSetup()?.catch(() => {})
  }

  signal.onabort = () => void setOpen(false, 'api')
  redraw()
  // What ran on the page before goes on here, unseen.
  mountRoot(page.root, signal, () => (isRunning ? move('wanted') : redraw()))

  return {
    /** Opening settles as `ChatInstance.open` says. Without a wish, it is the other way round. */
    setOpen,
    /** Tells a frame that runs already, and settles as it answers. */
    identify,
    ...offers,
  }
}

/** Tells the developer of the host page. */
export function report(error: AlcoveError): void {
  console.error(`[Alcove] ${error.code}: ${error.message} ${error.hint ?? ''}`)
}

import type { FrameSetup } from '../shared/bridge/contract.ts'
import { AlcoveError } from '../shared/errors.ts'
import type { HostOptions } from '../shared/options.ts'
import type { Actor, ChatEvents } from './chat-instance.ts'
import { createDeferred } from './deferred.ts'
import { createFrameLink } from './frame-link.ts'
import { createIdentities, createToolList } from './host-facts.ts'
import { ofDocument } from './own-document.ts'
import {
  createNote,
  drawLauncher,
  createElements,
  followScheme,
  mountRoot,
} from './page-elements.ts'
import { readPageHint } from './page-hint.ts'
import type * as panelModule from './panel/main.ts'
import type { PanelSide } from './panel/start-panel.ts'
import { TRANSITIONS } from './transitions.ts'
import type { Effects, FrameEvent, FrameState } from './transitions.ts'

/** The second file of the loader. */
export type PanelModule = typeof panelModule

/** So long a failure waits for the second file, which has the words, and may not come either. */
const WORDS_WAIT_MS = 1_000

/** The launcher, and the frame in its panel: what is open, and who is told. */
export function createController(
  options: HostOptions,
  who: unknown,
  url: URL,
  importPanel: () => Promise<PanelModule>,
  emit: <Name extends keyof ChatEvents>(event: Name, payload: ChatEvents[Name]) => void,
  signal: AbortSignal,
) {
  const [root, box, launcher, panel, iframe] = createElements(options)
  const getScheme = followScheme(options, handleChange, signal)
  const [tools, offers] = createToolList(handleChange, signal)
  /** With an answer that nobody looked at on the page before. */
  let [isRunning, isLeftUnread] = readPageHint(options.app)
  /** The ready frame's, for the second file. */
  let port: MessagePort | undefined
  let panelModule: Promise<PanelModule> | undefined
  let side: PanelSide | undefined
  /** Of the frame; the table says how it goes on. */
  let state: FrameState = 'idle'
  /** What is shown of a state that is one. */
  let failure: AlcoveError | undefined
  let isOpen = false
  /** Somebody's hand opened it, and the frame was not told of that yet. */
  let hasGesture = false
  let opener: HTMLElement = launcher
  let unread = 0
  /** What an opening waits for; the next one waits anew. */
  let usable = createDeferred()

  const effects: Effects = {
    loading() {
      loadFrame()
      // Once in its place it is never moved, which would load it again.
      if (!iframe.parentNode) panel.append(iframe)
      importOnce().then(startSide, () => {
        panelModule = undefined
        move('broken', new AlcoveError('frame_timeout', url.origin))
      })
    },
    ready: () => side?.tell(),
    usable() {
      isLeftUnread = false
      usable.resolve()
    },
  }

  /** @param error of the events that are failures. */
  function move(event: FrameEvent, error?: AlcoveError) {
    const [states, next] = TRANSITIONS[event]
    if (!states.includes(state)) return draw()
    state = next
    failure = error
    isRunning &&= !error
    effects[next]?.()
    draw()
    if (error) {
      tell(error)
      usable.reject(error)
      usable = createDeferred()
    }
  }

  const getSetup = (): FrameSetup => ({
    app: options.app,
    scheme: getScheme(),
    viewport: { isSheet: false, top: 0, right: 0, bottom: 0, left: 0 },
    identity: identity(),
    ...side?.describe(),
    isAnswering: isRunning,
  })
  const tellSetup = () => side?.update(getSetup())
  const importOnce = () => (panelModule ??= importPanel())
  const [identity, provider, identify] = createIdentities(who, importOnce, tellSetup, handleChange)

  const findFocus = () => ofDocument('activeElement') as HTMLElement
  /** Whether no element of the page itself has the focus, but for this one. */
  const isFocusOurs = (except = root) => [root, document.body, except].includes(findFocus())

  function draw() {
    const isUnread = isLeftUnread || !!unread
    box.className = getScheme() + (isOpen ? ' open' : '')
    // The launcher of a chat that failed offers to open it.
    drawLauncher(launcher, isOpen && !failure, isUnread, isRunning)
    iframe.inert = !isOpen || !!failure
    side?.draw(isOpen, state === 'usable', failure, isRunning, isUnread)
    if (failure && !side) panel.append(note)
    else note.remove()
  }

  function handleChange() {
    draw()
    // A frame that just reloads is told again anyway.
    tellSetup()?.catch(() => {})
  }

  function tell(error: AlcoveError) {
    report(error)
    emit('error', error)
  }

  function describeAndFail(given: AlcoveError) {
    const asked = usable
    const tellOnce = (file?: PanelModule) =>
      asked === usable && move('failed', file?.describeFailure(given, url) ?? given)
    void panelModule?.then(tellOnce, () => {})
    setTimeout(tellOnce, WORDS_WAIT_MS)
  }

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
    describeAndFail,
    signal,
  )

  function startSide({ startPanel }: PanelModule) {
    if (side) return
    // A second file that a cache kept from before: its own start is not there yet.
    if (!startPanel) return describeAndFail(new AlcoveError('version_skew', url.origin))
    side = startPanel({
      app: options.app,
      root,
      panel,
      signal,
      tools,
      provider,
      close,
      retry,
      change: handleChange,
      news(count, isNowRunning) {
        unread = count
        isRunning = isNowRunning
        draw()
      },
      tell,
      move,
      url,
      gesture() {
        const isGiven = hasGesture && isFocusOurs(opener)
        hasGesture = false
        return isGiven
      },
      isOurs: () => isFocusOurs(opener),
    })
    side.connect(port)
    handleChange()
    void side.tell()
  }

  function retry() {
    hasGesture = true
    move('open')
  }

  function setOpen(isNext: boolean | undefined, by: Actor) {
    if (isNext !== isOpen) {
      const wasOurs = isFocusOurs()
      isOpen = !isOpen
      if (isOpen) {
        opener = wasOurs ? launcher : findFocus()
        // Older browsers do not tell; then the focus stays where it is.
        hasGesture = by === 'user' || !!(navigator as Partial<Navigator>).userActivation?.isActive
        usable = createDeferred()
      }
      draw()
      if (!isOpen && wasOurs) {
        launcher.focus()
        // Stays on the launcher where the opener is gone or cannot be focused.
        opener.focus()
      }
      emit(isOpen ? 'open' : 'close', { by })
      void side?.tell()
    }
    if (isOpen) move('open')
    else usable.resolve()
    return usable.promise
  }

  const close = () => setOpen(false, 'user')
  const note = createNote(retry, close)
  launcher.onclick = () => (isOpen && failure ? retry() : setOpen(!isOpen, 'user'))
  // Wherever else the focus is, the second file listens.
  box.onkeydown = ({ key }) => {
    // It gives nothing back: `false` would keep Enter from pressing the launcher.
    if (key === 'Escape') void close()
  }
  // A finger enters as well, before it presses.
  launcher.onpointerenter = launcher.onfocus = () => move('wanted')
  signal.addEventListener('abort', () => {
    usable.reject(signal.reason)
    void setOpen(false, 'api')
  })
  draw()
  mountRoot(root, signal, () => {
    // What ran on the page before goes on here, unseen.
    if (isRunning) move('wanted')
    else draw()
  })

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

import type { FrameSetup } from '../shared/bridge/contract.ts'
import { AlcoveError } from '../shared/errors.ts'
import type { HostOptions } from '../shared/options.ts'
import type { Actor, ChatEvents } from './chat-instance.ts'
import { createNote } from './create-note.ts'
import { createDeferred } from './deferred.ts'
import { drawLauncher } from './draw-launcher.ts'
import { createElements } from './elements.ts'
import { followScheme } from './follow-scheme.ts'
import { createFrameLink } from './frame-link.ts'
import { createIdentities } from './identities.ts'
import { mountRoot } from './mount.ts'
import { readPageHint } from './page-hint.ts'
import type { PanelModule } from './panel-module.ts'
import { ofDocument } from './own-document.ts'
import type { FrameChannel, PanelSide } from './panel/start-panel.ts'
import { report } from './report.ts'
import { createToolList } from './tool-list.ts'

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
  const [tools, offers] = createToolList(handleChange)
  /** With an answer that nobody looked at on the page before. */
  let [isRunning, isLeftUnread] = readPageHint(options.app)
  /** The proved frame's, until the second file speaks over it. */
  let port: MessagePort | undefined
  let channel: FrameChannel | undefined
  let panelModule: Promise<PanelModule> | undefined
  let side: PanelSide | undefined
  let isOpen = false
  let isUsable = false
  let failure: AlcoveError | undefined
  let hasGesture = false
  let opener: HTMLElement = launcher
  let unread = 0
  /** What an opening waits for; the next one waits anew. */
  let usable = createDeferred()

  const getSetup = (): FrameSetup => ({
    app: options.app,
    scheme: getScheme(),
    viewport: side?.getViewport() ?? { isSheet: false, top: 0, right: 0, bottom: 0, left: 0 },
    identity: getIdentity(),
    ...side?.describe(),
    isAnswering: isRunning || undefined,
  })
  const tellSetup = () => channel?.call('update', getSetup())
  const importOnce = () => (panelModule ??= importPanel())
  const [getIdentity, getProvider, identify] = createIdentities(who, importOnce)

  const findFocus = () => ofDocument('activeElement') as HTMLElement
  /** Whether no element of the page itself has the focus, but for this one. */
  const isFocusOurs = (except = root) => [root, document.body, except].includes(findFocus())

  function draw() {
    box.className = getScheme() + (isOpen ? ' open' : '')
    // The launcher of a chat that failed offers to open it.
    drawLauncher(launcher, isOpen && !failure, isLeftUnread || !!unread, isRunning)
    iframe.inert = !isOpen || !!failure
    side?.draw(isOpen, isUsable, failure)
    side?.remember(isRunning, isLeftUnread || !!unread)
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

  function fail(error: AlcoveError) {
    failure = error
    isRunning = false
    draw()
    tell(error)
    usable.reject(error)
  }

  function describeAndFail(given: AlcoveError) {
    const asked = usable
    const tellOnce = (file?: PanelModule) =>
      failure || asked !== usable || fail(file?.describeFailure(given, url) ?? given)
    void panelModule?.then(tellOnce, () => {})
    setTimeout(tellOnce, WORDS_WAIT_MS)
  }

  const loadFrame = createFrameLink(
    iframe,
    url,
    getSetup,
    (given, build) => {
      channel?.close()
      port = given
      channel = port && side?.connect(port)
      isUsable = false
      unread = 0
      if (build) {
        if (panelModule) failure = undefined
        emit('ready', { build })
        void tellOpen()
      }
      draw()
    },
    describeAndFail,
    signal,
  )

  function load() {
    failure = undefined
    usable = createDeferred()
    loadFrame()
    importOnce().then(
      ({ startPanel }) => {
        if (side) return
        // A second file that a cache kept from before: its own start is not there yet.
        if (!startPanel) return describeAndFail(new AlcoveError('version_skew', url.origin))
        side = startPanel({
          app: options.app,
          root,
          panel,
          signal,
          tools,
          getProvider,
          close,
          retry,
          handleChange,
          setUnread(count, isNowRunning) {
            unread = count
            isRunning = isNowRunning
            draw()
          },
          tell,
        })
        channel = port && side.connect(port)
        handleChange()
        void tellOpen()
      },
      () => {
        panelModule = undefined
        fail(new AlcoveError('frame_timeout', url.origin))
      },
    )
  }

  function loadOnce() {
    if (iframe.src) return
    load()
    // Once in its place it is never moved, which would load it again.
    panel.append(iframe)
  }

  function retry() {
    hasGesture = true
    load()
  }

  async function tellOpen() {
    const asked = channel
    const wasOpen = isOpen
    if (!asked) return
    // Whoever went on elsewhere on the page in the meantime keeps the focus.
    const userGesture = isOpen && hasGesture && isFocusOurs(opener)
    hasGesture = false
    try {
      await asked.call('setOpen', { isOpen, userGesture })
      if (!wasOpen || asked !== channel) return
      if (userGesture && isFocusOurs(opener)) side!.focus()
      isUsable = true
      isLeftUnread = false
      draw()
      usable.resolve()
    } catch (error) {
      if (asked === channel) describeAndFail(error as AlcoveError)
    }
  }

  function setOpen(isNext: boolean, by: Actor) {
    if (isNext !== isOpen) {
      const wasOurs = isFocusOurs()
      isOpen = isNext
      if (isOpen) {
        opener = wasOurs ? launcher : findFocus()
        // Older browsers do not tell; then the focus stays where it is.
        hasGesture = by === 'user' || !!(navigator as Partial<Navigator>).userActivation?.isActive
        usable = createDeferred()
        loadOnce()
      }
      draw()
      if (!isOpen && wasOurs) {
        launcher.focus()
        // Stays on the launcher where the opener is gone or cannot be focused.
        opener.focus()
      }
      emit(isOpen ? 'open' : 'close', { by })
      void tellOpen()
    }
    if (isOpen && failure) load()
    if (!isOpen) usable.resolve()
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
  launcher.onpointerenter = launcher.onfocus = loadOnce
  signal.addEventListener('abort', () => {
    usable.reject(signal.reason)
    void setOpen(false, 'api')
  })
  draw()
  mountRoot(root, signal, () => {
    // What ran on the page before goes on here, unseen.
    if (isRunning) loadOnce()
    draw()
  })

  return {
    /** Opening settles as `ChatInstance.open` says. */
    setOpen,
    isOpen: () => isOpen,
    /** Tells a frame that runs already, and settles as it answers. */
    identify: (given: unknown) => identify(given, tellSetup, handleChange),
    ...offers,
  }
}

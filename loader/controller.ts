import type { FrameSetup, HostIdentity } from '../shared/bridge/contract.ts'
import { AlcoveError } from '../shared/errors.ts'
import type { HostOptions } from '../shared/options.ts'
import type { Actor, ChatEvents, GetToken, ToolDefinition } from './chat-instance.ts'
import { closeOnEscape } from './close-on-escape.ts'
import { createDeferred } from './deferred.ts'
import { drawLauncher } from './draw-launcher.ts'
import { createElements } from './elements.ts'
import { createFrameLink } from './frame-link.ts'
import { mountRoot } from './mount.ts'
import type * as panelModuleType from './panel/main.ts'
import type { FrameChannel, PanelSide } from './panel/start-panel.ts'
import { report } from './report.ts'
import { createRunningHint } from './running-hint.ts'
import { createToolList } from './tool-list.ts'

/** The second file of the loader. */
export type PanelModule = typeof panelModuleType

export interface Controller {
  readonly isOpen: () => boolean
  /** Opening settles as `ChatInstance.open` says. */
  readonly setOpen: (isNext: boolean, by: Actor) => Promise<void>
  /** Tells a frame that runs already, and settles as it answers. */
  readonly identify: (getToken: GetToken) => Promise<unknown> | undefined
  readonly addTool: (name: string, definition: ToolDefinition) => () => void
}

/** The launcher, and the frame in its panel: what is open, and who is told. */
export function createController(
  options: HostOptions,
  url: URL,
  importPanel: () => Promise<PanelModule>,
  emit: <Name extends keyof ChatEvents>(event: Name, payload: ChatEvents[Name]) => void,
  signal: AbortSignal,
): Controller {
  const [root, box, launcher, panel, iframe] = createElements(options)
  const darkQuery = matchMedia('(prefers-color-scheme:dark)')
  const [tools, addTool] = createToolList(handleChange)
  const [wasRunning, rememberRunning] = createRunningHint(options.app, signal)
  /** The proved frame's, until the second file speaks over it. */
  let port: MessagePort | undefined
  let channel: FrameChannel | undefined
  let panelModule: Promise<PanelModule> | undefined
  let side: PanelSide | undefined
  let identity: HostIdentity = { epoch: 0, mode: options.auth }
  let provider: GetToken | undefined
  let isOpen = false
  let isUsable = false
  let failure: AlcoveError | undefined
  let hasGesture = false
  let opener: HTMLElement = launcher
  let isRunning = wasRunning
  let unread = 0
  /** What an opening waits for; the next one waits anew. */
  let usable = createDeferred()

  const getSetup = (): FrameSetup => ({
    app: options.app,
    scheme:
      options.theme === 'dark' || (options.theme === 'auto' && darkQuery.matches)
        ? 'dark'
        : 'light',
    viewport: side?.getViewport() ?? { isSheet: false, top: 0, right: 0, bottom: 0, left: 0 },
    identity,
    tools: side?.describeTools(),
    isAnswering: isRunning || undefined,
  })
  const tellSetup = () => channel?.call('update', getSetup())

  /** Whether no element of the page itself has the focus. */
  const isFocusOurs = () => [root, document.body as Element].includes(document.activeElement!)

  function draw() {
    box.className = getSetup().scheme + (isOpen ? ' open' : '')
    drawLauncher(launcher, isOpen, unread, isRunning)
    iframe.inert = !isOpen || !!failure
    side?.draw(isOpen, isUsable, failure)
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

  /** Without the second file, its own failure is told instead. */
  const describeAndFail = (given: AlcoveError) =>
    void panelModule?.then(
      ({ describeFailure }) => fail(describeFailure(given, url)),
      () => {},
    )

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
        failure = undefined
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
    panelModule ??= importPanel()
    panelModule.then(
      ({ startPanel }) => {
        if (side) return
        // A second file that a cache kept from before: its own start is not there yet.
        if (!startPanel) return describeAndFail(new AlcoveError('version_skew', url.origin))
        side = startPanel({
          root,
          panel,
          signal,
          tools,
          getProvider: (epoch = identity.epoch) => (epoch === identity.epoch ? provider : null),
          close: () => setOpen(false, 'user'),
          retry,
          handleChange,
          setUnread(count, isNowRunning) {
            unread = count
            rememberRunning((isRunning = isNowRunning))
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
    const userGesture = isOpen && hasGesture && (isFocusOurs() || document.activeElement === opener)
    hasGesture = false
    if (userGesture) iframe.focus()
    try {
      await asked.call('setOpen', { isOpen, userGesture })
      if (!wasOpen || asked !== channel) return
      isUsable = true
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
        opener = wasOurs ? launcher : (document.activeElement as HTMLElement)
        // Older browsers do not tell; then the focus stays where it is.
        hasGesture =
          by === 'user' ||
          (navigator.userActivation as UserActivation | undefined)?.isActive === true
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

  launcher.onclick = () => setOpen(!isOpen, 'user')
  for (const intent of ['pointerenter', 'focus', 'touchstart']) {
    launcher.addEventListener(intent, loadOnce, { passive: true })
  }
  darkQuery.addEventListener('change', handleChange, { signal })
  closeOnEscape(() => void setOpen(false, 'user'), signal)
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
    setOpen,
    isOpen: () => isOpen,
    identify(getToken) {
      provider = getToken
      identity = { epoch: identity.epoch + 1, mode: 'token' }
      return tellSetup()
    },
    addTool,
  }
}

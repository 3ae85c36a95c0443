import { createChannel } from '../shared/bridge/channel.ts'
import type { Channel } from '../shared/bridge/channel.ts'
import type {
  FrameEvents,
  FrameMethods,
  FrameSetup,
  HostIdentity,
} from '../shared/bridge/contract.ts'
import { AlcoveError } from '../shared/errors.ts'
import type { HostOptions } from '../shared/options.ts'
import type { Actor, ChatEvents, GetToken } from './chat-instance.ts'
import { createElements } from './elements.ts'
import { createFrameHandlers } from './frame-handlers.ts'
import { createFrameLink } from './frame-link.ts'
import { mountRoot } from './mount.ts'
import type * as panelModuleType from './panel/main.ts'
import type { PanelView } from './panel/panel-view.ts'
import { report } from './report.ts'

/** The second file of the loader. */
export type PanelModule = typeof panelModuleType

export interface Controller {
  readonly isOpen: () => boolean
  /** Opening settles as `ChatInstance.open` says. */
  readonly setOpen: (isNext: boolean, by: Actor) => Promise<void> | undefined
  /** Tells a frame that runs already, and settles as it answers. */
  readonly identify: (getToken: GetToken) => Promise<unknown> | undefined
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
  let channel: Channel<FrameMethods, FrameEvents> | undefined
  let panelModule: Promise<PanelModule> | undefined
  let view: PanelView | undefined
  let identity: HostIdentity = { epoch: 0, mode: options.auth }
  let provider: GetToken | undefined
  let isOpen = false
  let isUsable = false
  let failure: AlcoveError | undefined
  let hasGesture = false
  let opener: Element | null
  let unread = 0
  /** What this opening waits for. It lives on until the next one. */
  let usable: Promise<void> | undefined
  let resolveUsable = () => {}
  let rejectUsable: (error: unknown) => void = () => {}

  const getSetup = (): FrameSetup => ({
    app: options.app,
    scheme:
      options.theme === 'dark' || (options.theme === 'auto' && darkQuery.matches)
        ? 'dark'
        : 'light',
    viewport: view?.getViewport() ?? { isSheet: false, top: 0, right: 0, bottom: 0, left: 0 },
    identity,
  })
  const tellSetup = () => channel?.call('update', getSetup())

  /** Whether whoever opened the panel has not gone on elsewhere on the page. */
  const isFocusFree = () =>
    [root, document.body as Element, opener].includes(document.activeElement)

  function draw() {
    box.className = getSetup().scheme + (isOpen ? ' open' : '')
    launcher.className = unread ? 'unread' : ''
    launcher.setAttribute('aria-expanded', String(isOpen))
    launcher.setAttribute('aria-label', isOpen ? 'Close chat' : 'Open chat')
    iframe.inert = !isOpen || !!failure
    view?.draw(isOpen, isUsable, failure)
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
    draw()
    tell(error)
    rejectUsable(error)
  }

  function expectUsable() {
    usable = new Promise((resolve, reject) => {
      resolveUsable = resolve
      rejectUsable = reject
    })
    usable.catch(() => {}) // Whoever called `open` is told, and the card tells the others.
  }

  const [methods, events] = createFrameHandlers(
    async (question, controller) =>
      (await panelModule!).askForToken(provider, question, controller),
    () => setOpen(false, 'user'),
    (count) => {
      unread = count
      draw()
    },
    tell,
  )

  const loadFrame = createFrameLink(
    iframe,
    url,
    getSetup,
    (port, build) => {
      channel?.close()
      channel = port && createChannel(port, methods, events)
      isUsable = false
      if (build) {
        failure = undefined
        emit('ready', { build })
        void tellOpen()
      }
      draw()
    },
    fail,
    signal,
  )

  function load() {
    failure = undefined
    expectUsable()
    loadFrame()
    panelModule ??= importPanel()
    panelModule.then(
      ({ createPanelView }) => {
        view ??= createPanelView(
          root,
          panel,
          () => setOpen(false, 'user'),
          retry,
          handleChange,
          signal,
        )
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
    if (!asked || !view) return
    const userGesture = isOpen && hasGesture && isFocusFree()
    hasGesture = false
    if (userGesture) iframe.focus()
    try {
      await asked.call('setOpen', { isOpen, userGesture })
      if (!wasOpen || asked !== channel) return
      isUsable = true
      draw()
      resolveUsable()
    } catch (error) {
      if (asked === channel) fail(error as AlcoveError)
    }
  }

  function setOpen(isNext: boolean, by: Actor) {
    if (isNext !== isOpen) {
      const isFree = isFocusFree()
      isOpen = isNext
      if (isOpen) {
        opener = document.activeElement
        hasGesture = by === 'user' || navigator.userActivation?.isActive
        expectUsable()
        loadOnce()
      }
      draw()
      if (!isOpen && isFree) {
        launcher.focus()
        // Stays on the launcher where the opener is gone or cannot be focused.
        ;(opener as HTMLElement | null)?.focus()
      }
      emit(isOpen ? 'open' : 'close', { by })
      void tellOpen()
    }
    if (isOpen && failure) load()
    if (!isOpen) resolveUsable()
    return usable
  }

  launcher.onclick = () => setOpen(!isOpen, 'user')
  for (const intent of ['pointerenter', 'focus', 'touchstart']) {
    launcher.addEventListener(intent, loadOnce, { passive: true })
  }
  darkQuery.addEventListener('change', handleChange, { signal })
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && !event.defaultPrevented) void setOpen(false, 'user')
    },
    { signal },
  )
  signal.addEventListener('abort', () => {
    rejectUsable(signal.reason)
    void setOpen(false, 'api')
  })
  draw()
  mountRoot(root, signal, draw)

  return {
    setOpen,
    isOpen: () => isOpen,
    identify(getToken) {
      provider = getToken
      identity = { epoch: identity.epoch + 1, mode: 'token' }
      return tellSetup()
    },
  }
}

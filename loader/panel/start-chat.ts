import { createChannel } from '../../shared/bridge/channel.ts'
import type { FrameSetup, HostIdentity } from '../../shared/bridge/contract.ts'
import type { AlcoveError } from '../../shared/errors.ts'
import type { ChatState } from '../chat-events.ts'
import { ofDocument } from '../own-document.ts'
import { keepPageHint } from '../page-hint.ts'
import type { EventSide, SaidIdentity } from '../page-said.ts'
import { createChatState } from './chat-state.ts'
import { createCommands } from './commands.ts'
import { describeFailure } from './describe-failure.ts'
import { createFrameHandlers } from './frame-handlers.ts'
import { createFrameLink } from './frame-link.ts'
import { createFramePort } from './frame-port.ts'
import { linksTo, toLocale, toLook, wantsContent } from './given-options.ts'
import type { HostPage } from './host-page.ts'
import { createIdentities } from './identity.ts'
import type { Extras } from './keep-place.ts'
import { createPageSide } from './page-side.ts'
import { createNews } from './news.ts'
import { createPanelView, ENGLISH } from './panel-view.ts'
import type { PanelShape, PanelView } from './panel-view.ts'
import { closeOnEscape } from './ways-out.ts'

export interface PanelSide extends EventSide {
  /** Brings panel and page in line with what is so, and keeps for the next page what it shall know. */
  readonly draw: (...what: [...Parameters<PanelView['draw']>, ...Parameters<Remember>]) => void
  /** Loads the frame anew. */
  readonly load: () => void
  /** Tells the frame whether the panel is open, as it was drawn last. */
  readonly tell: () => Promise<void>
  /** Tells the frame, where there is one, what is so by now. */
  readonly update: () => void
  /**
   * The page said who chats, and by now perhaps somebody else. Settles as the frame answers; rejects with
   * what is wrong with it.
   */
  readonly identify: (said: SaidIdentity) => Promise<unknown>
  /** Does what goes by a name in `ChatCommands`. */
  readonly run: (
    command: string,
    args: readonly unknown[],
    /** Who chatted when it was asked for. Default: who chats by now. */
    who?: SaidIdentity,
  ) => Promise<unknown>
}

type Remember = ReturnType<typeof keepPageHint>

/** The second file at work: draws the panel, speaks with the frame, and runs the page's tools. */
export function startChat(page: HostPage, importExtras: () => Promise<Extras>): PanelSide {
  const { app, root, panel, close, retry, change, signal, given, move, url } = page
  const pageSide = createPageSide(page, importExtras)
  const identities = createIdentities(page, importExtras, () => void update().catch(() => {}))
  const shape: PanelShape = { mode: 'popover', isFixed: false }
  let words = ENGLISH
  const view = createPanelView(root, panel, close, retry, change, signal, shape, () => words)
  const remember = keepPageHint(app, signal)
  const box = panel.parentElement!
  const drawNews = createNews(page.launcher, box, () => words)
  const state = createChatState(page, toWord(identities.now().identity))
  const port = createFramePort(signal)
  // Before this file there was nobody to tell the document.
  if (given.last) state.heard(given.last)
  let isOpen = false
  let unread = 0
  let isAnswering = false

  const fail = (cause: AlcoveError) => {
    const error = describeFailure(cause, url)
    port.fail(error)
    move('failed', error)
  }
  const getSetup = (): FrameSetup => ({
    app,
    // As the first file drew it.
    scheme: box.classList.contains('dark') ? 'dark' : 'light',
    isAnswering,
    identity: identities.now().identity,
    viewport: view.getViewport(),
    ...pageSide.describe(),
    look: toLook(given.all),
    locale: toLocale(given.all),
    wantsContent: wantsContent(given.all),
    linksTo: linksTo(given.all),
  })
  const update = async () => {
    // Setups are told in their order, also while the code for one is fetched.
    await pageSide.ready()
    return port.now()?.call('update', getSetup())
  }
  const handlers = createFrameHandlers(
    { ...page, news },
    identities.now,
    (run, controller) => pageSide.runTool(run, controller, port.now()!),
    view.setWide,
    (told) => (words = { ...ENGLISH, ...(told.unread && { news: told.unread }), ...told }),
  )
  const load = createFrameLink(
    page.iframe,
    url,
    getSetup,
    (messagePort, build) => {
      port.connect(messagePort && createChannel(messagePort, ...handlers))
      news(0)
      if (build) page.emit('ready', { build })
      move(build ? 'ready' : 'lost')
    },
    fail,
    signal,
    page.hasLoaded,
    pageSide.ready,
  )

  function news(count: number, isRunning?: boolean) {
    unread = count
    // Draws, and so tells.
    page.news(count, isRunning)
  }

  const [run, place] = createCommands(page, {
    shape,
    redraw: () => news(unread),
    update,
    port,
    importExtras,
    ready: pageSide.ready,
  })
  // Nothing is shown before `boot`.
  if (given.auth === 'none') box.style.display = 'none'
  else void place.follow()
  signal.addEventListener('abort', () => state.note({ status: 'destroyed', open: false }))
  closeOnEscape(close, signal)
  followLanguage(change, signal)
  return {
    draw(isNowOpen, isUsable, failure, isRunning, isUnread) {
      isOpen = isNowOpen
      isAnswering = isRunning
      view.draw(isOpen, isUsable, failure)
      remember(isRunning, isUnread)
      drawNews(isOpen && !failure, isOpen, isRunning, isUnread, unread)
      place.draw(isOpen, unread)
      state.note({
        status: signal.aborted
          ? 'destroyed'
          : failure
            ? 'error'
            : port.now()
              ? 'ready'
              : page.iframe.src
                ? 'loading'
                : 'idle',
        open: isOpen,
        visible: box.style.display === '' && !root.hasAttribute('data-hidden'),
        unread,
        running: isRunning,
        identity: toWord(identities.now().identity),
      })
    },
    load,
    tell: () => tellOpen(page, port, isOpen, fail),
    // A frame that just reloads is told again anyway.
    update: () => void update().catch(() => {}),
    async identify(said) {
      const taking = identities.take(said)
      // Says so to the page, too.
      news(unread)
      const fault = await taking
      if (said !== given.who) return
      news(unread)
      const updating = update()
      if (!fault) return updating
      updating.catch(() => {})
      throw fault
    },
    ...state,
    run,
  }
}

/** As pages are told: a token function that was not asked yet is somebody, too. */
const toWord = (identity: HostIdentity): ChatState['identity'] =>
  'isNobody' in identity ? 'none' : identity.mode === 'anonymous' ? 'anonymous' : 'identified'

/** Tells the frame whether the panel is open, and the loader when the composer is usable then. */
async function tellOpen(
  { panel, gesture, isOurs, move }: HostPage,
  port: ReturnType<typeof createFramePort>,
  isOpen: boolean,
  fail: (error: AlcoveError) => void,
) {
  const asked = port.now()
  if (!asked) return
  // Whoever went on elsewhere in the meantime keeps the focus: on the page, or on one that holds it.
  const userGesture = gesture() && isOpen && isFocused()
  try {
    await asked.call('setOpen', { isOpen, userGesture })
    if (!isOpen || asked !== port.now()) return
    if (userGesture && isOurs() && isFocused()) focusFrame(panel)
    move('usable')
  } catch (error) {
    if (asked === port.now()) fail(error as AlcoveError)
  }
}

/** Whether keys go to this document, or to a frame in it. */
const isFocused = (): boolean => ofDocument('hasFocus').call(document)

/** Gives a frame the focus that it could not take itself; it was told that it may. */
function focusFrame(panel: HTMLElement): void {
  const iframe = panel.querySelector('iframe')
  // In Chromium a frame that has just started, or has the focus already, loses what is given to it:
  // the keys then go to the page.
  if ((panel.getRootNode() as ShadowRoot).activeElement !== iframe) iframe?.focus()
}

/** The document may say at any time that it is in another language now. */
function followLanguage(change: () => void, signal: AbortSignal): void {
  const observer = new MutationObserver(change)
  observer.observe(ofDocument('documentElement'), { attributeFilter: ['lang'] })
  signal.addEventListener('abort', () => observer.disconnect())
}

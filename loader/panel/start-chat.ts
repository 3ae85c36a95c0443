import { createChannel } from '../../shared/bridge/channel.ts'
import type { FrameSetup } from '../../shared/bridge/contract.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { ofDocument, isFocused } from '../own-document.ts'
import type { FrameView } from '../frame-progress.ts'
import type { EventSide, IdentityClaim } from '../page-state.ts'
import { createChatState, describePresence, toWord } from './chat-state.ts'
import { createCommands, type RunCommand } from './commands.ts'
import { describeFailure } from './describe-failure.ts'
import { createFrameHandlers, HEARD } from './frame-handlers.ts'
import { createFrameLink, createFramePort } from './frame-link.ts'
import { describeOptions } from './given-options.ts'
import type { HostPage } from './host-page.ts'
import { createIdentities } from './identity.ts'
import { keepPlace, type Extras } from './keep-place.ts'
import { createPageSide } from './page-side.ts'
import { createNews } from './news.ts'
import { createOwnFailures } from './own-failures.ts'
import { createPanelView, ENGLISH } from './panel-view.ts'
import type { PanelShape } from './panel-view.ts'
import { closeOnEscape } from './ways-out.ts'

const CALL = 'data-auth="token" waits for identify({ getToken })'

/** Events of the loader, besides those that the frame sends. */
const OWN_EVENTS = /^(ready|state|identity|open|close|show|hide|link|error|\*)$/

/** The running second file's operations for the first. */
export interface PanelSide extends EventSide {
  /** Draws panel and page, and stores the hint for the next page. */
  readonly draw: (isOpen: boolean, frame: FrameView, error?: AlcoveError) => void
  /** Reloads the frame. */
  readonly load: () => void
  /** Notifies the frame whether the panel is open, as it was drawn last. */
  readonly tell: () => Promise<void>
  /** Sends the current setup to the frame, if there is one. */
  readonly update: () => void
  /**
   * The page set its user, and may have set another one since. Settles with the frame's response; rejects
   * with the fault of an invalid value.
   */
  readonly identify: (claim: IdentityClaim) => Promise<unknown>
  readonly run: RunCommand
}

/** Starts the second file: draws the panel, connects to the frame, and runs the page's tools. */
export function startChat(page: HostPage, importExtras: () => Promise<Extras>): PanelSide {
  const { app, panel, close, change, signal, given, move, url } = page
  const box = panel.parentElement!
  const offerBack = () => place.offerBack(words.back)
  const pageSide = createPageSide(page, importExtras, offerBack)
  const { now: who, identify } = createIdentities(page, importExtras, update)
  const shape: PanelShape = { mode: 'popover', isFixed: false }
  let words = ENGLISH
  const tellDeveloper = createDeveloperTeller(page, importExtras)
  const view = createPanelView(
    page,
    shape,
    () => words,
    () => 'debug' in given.all,
    () => describeFailure(new AlcoveError('frame_timeout', url.href), url),
    tellDeveloper,
  )
  const news = createNews(page, () => words)
  const own = createOwnFailures()
  const state = createChatState(page, toWord(who().identity))
  const port = createFramePort(signal)
  for (const name of given.eventNames) checkEventName(name)
  // Before this file was loaded, no event reached the document.
  if (given.last) state.heard(given.last)
  let isOpen = false

  function checkEventName(name: string) {
    if (!HEARD.test(name) && !OWN_EVENTS.test(name)) tellDeveloper(name)
  }

  function fail(cause: AlcoveError) {
    const error = describeFailure(cause, url)
    port.fail(error)
    move('failed', error)
  }

  const getSetup = (): FrameSetup => ({
    app,
    scheme: page.getScheme(),
    isAnswering: news.isRunning,
    identity: who().identity,
    viewport: view.getViewport(),
    ...pageSide.describe(),
    ...describeOptions(given.all),
  })

  async function update() {
    // Setups are sent in order, also while the code for one is loading.
    await pageSide.ready()
    const updating = port.now()?.call('update', getSetup())
    return updating && own.restore(updating)
  }

  async function reach() {
    // Waits for tools and context, so that a message is sent with the context that was set before it.
    await pageSide.ready()
    return port.connected(() => move('open'))
  }

  const { methods, listeners } = createFrameHandlers(
    page,
    news,
    who,
    {
      runTool: (run, controller) => pageSide.runTool(run, controller, port.now()!),
      askTool: pageSide.askTool,
    },
    view.setWide,
    (sent) => {
      words = { ...ENGLISH, ...(sent.unread && { news: sent.unread }), ...sent }
      // A browser without these properties keeps the English names.
      page.root.ariaLabel = page.iframe.title = words.title
      // A panel within the page is not a dialog and has no name.
      if (panel.role) panel.ariaLabel = words.title
    },
    importExtras,
    offerBack,
    own,
    pageSide.takeCause,
  )

  function connect(messagePort?: MessagePort, build?: string) {
    given.port = messagePort
    port.connect(messagePort && createChannel(messagePort, methods, listeners))
    // Draws, and thereby notifies.
    news.tell(0)
    if (build) {
      given.readyAt ??= performance.now()
      page.emit('ready', { build })
    }
    move(build ? 'ready' : 'lost')
  }

  const load = createFrameLink(page, getSetup, connect, fail, pageSide.ready)
  const place = keepPlace(page, shape, importExtras, (name, args) => run(name, args))
  const run = createCommands(page, place, reach, update, importExtras, own.restore)
  // With `auth: 'none'` nothing is shown before `boot`.
  if (given.auth === 'none') box.style.display = 'none'
  else void place.follow()
  signal.addEventListener('abort', () => state.note({ status: 'destroyed', open: false }))
  closeOnEscape(close, signal)
  followLanguage(change, signal)
  return {
    draw(isNowOpen, frame, error) {
      const { failure } = frame
      isOpen = isNowOpen
      given.failure = failure
      view.draw(isOpen, frame)
      news.draw(isOpen, frame.isUsable, error)
      place.draw(isOpen, news.count)
      state.note({
        ...describePresence(page, !!port.now(), failure),
        open: isOpen,
        unread: news.count,
        running: news.isRunning,
        identity: toWord(who().identity),
      })
    },
    load,
    tell: () => tellOpen(page, port, isOpen, fail),
    // A frame that is reloading gets its setup again anyway.
    update: () => void update().catch(() => {}),
    identify,
    ...state,
    late(event, listener, options) {
      checkEventName(event)
      return state.late(event, listener, options)
    },
    run,
  }
}

/** Returns a function that reports to the page's developer. Without the debug file it does nothing. */
const createDeveloperTeller =
  (page: HostPage, importExtras: () => Promise<Extras>) =>
  (of: Element | string): void =>
    void importExtras()
      .then((extras) => extras.tellDeveloper(page, of))
      .catch(() => {})

/** Notifies the frame whether the panel is open, and the loader when the composer is usable. */
async function tellOpen(
  { iframe, focus, move, given }: HostPage,
  port: ReturnType<typeof createFramePort>,
  isOpen: boolean,
  fail: (error: AlcoveError) => void,
) {
  const asked = port.now()
  if (!asked) return
  // The focus stays with a person who moved it elsewhere meanwhile: on the page, or on a page around it.
  const userGesture = focus.takeGesture() && isOpen && isFocused()
  try {
    await asked.call('setOpen', { isOpen, userGesture })
    if (!isOpen || asked !== port.now()) return
    // Chromium drops the focus of a frame that has just started or already has it: the keys then go to the page.
    if (userGesture && focus.isOurs() && isFocused() && ofDocument('activeElement') !== iframe)
      iframe.focus()
    move('usable')
    // The frame waits for a user; a page may call `identify` later.
    const { fault } = given.who
    if (fault || given.who.given === 'token')
      console.warn(`[Alcove] nobody chats: ${fault ? `${fault.message} ${fault.hint}` : CALL}`)
  } catch (error) {
    if (asked === port.now()) fail(error as AlcoveError)
  }
}

/** Follows the document's language, which can change at any time. */
function followLanguage(change: () => void, signal: AbortSignal): void {
  const observer = new MutationObserver(change)
  observer.observe(ofDocument('documentElement'), { attributeFilter: ['lang'] })
  signal.addEventListener('abort', () => observer.disconnect())
}

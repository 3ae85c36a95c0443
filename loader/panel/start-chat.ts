import { createChannel } from '../../shared/bridge/channel.ts'
import type { FrameSetup } from '../../shared/bridge/contract.ts'
import type { AlcoveError } from '../../shared/errors.ts'
import { ofDocument } from '../own-document.ts'
import type { DrawFrame } from '../frame-progress.ts'
import type { EventSide, IdentityClaim } from '../page-said.ts'
import { createChatState, describePresence, toWord } from './chat-state.ts'
import { createCommands, type RunCommand } from './commands.ts'
import { describeFailure } from './describe-failure.ts'
import { createFrameHandlers, HEARD } from './frame-handlers.ts'
import { createFrameLink, createFramePort } from './frame-link.ts'
import { followScheme } from './follow-scheme.ts'
import { describeOptions } from './given-options.ts'
import type { HostPage } from './host-page.ts'
import { createIdentities } from './identity.ts'
import { keepPlace, type Extras } from './keep-place.ts'
import { createPageSide } from './page-side.ts'
import { createNews } from './news.ts'
import { createPanelView, ENGLISH } from './panel-view.ts'
import type { PanelShape } from './panel-view.ts'
import { closeOnEscape } from './ways-out.ts'

/** What can be listened to besides what the frame tells. */
const OWN_EVENTS = /^(ready|state|identity|open|close|show|hide|link|error|\*)$/

/** What the first file asks of the second, once that is at work. */
export interface PanelSide extends EventSide {
  /** Draws panel and page, and remembers for the next page what it has to know. */
  readonly draw: (isOpen: boolean, ...frame: Parameters<DrawFrame>) => void
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
  readonly identify: (claim: IdentityClaim) => Promise<unknown>
  readonly run: RunCommand
}

/** The second file at work: draws the panel, speaks with the frame, and runs the page's tools. */
export function startChat(page: HostPage, importExtras: () => Promise<Extras>): PanelSide {
  const { app, panel, close, retry, change, signal, given, move, url } = page
  const box = panel.parentElement!
  const pageSide = createPageSide(page, importExtras)
  const { now: who, identify } = createIdentities(page, importExtras, update)
  const shape: PanelShape = { mode: 'popover', isFixed: false }
  let words = ENGLISH
  const tellDeveloper = createDeveloperTeller(page, importExtras)
  const view = createPanelView(
    page.root,
    panel,
    close,
    retry,
    change,
    signal,
    shape,
    () => words,
    () => 'debug' in given.all,
    tellDeveloper,
  )
  const getScheme = followScheme(page)
  const news = createNews(page, () => words)
  const state = createChatState(page, toWord(who().identity))
  const port = createFramePort(signal)
  for (const name of given.eventNames) checkEventName(name)
  // Before this file there was nobody to tell the document.
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
    scheme: getScheme(),
    isAnswering: news.isRunning,
    identity: who().identity,
    viewport: view.getViewport(),
    ...pageSide.describe(),
    ...describeOptions(given.all),
  })

  async function update() {
    // Setups are told in their order, also while the code for one is fetched.
    await pageSide.ready()
    return port.now()?.call('update', getSetup())
  }

  async function reach() {
    // Of tools and context: what is sent goes out with what was said before.
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
    (told) => {
      words = { ...ENGLISH, ...(told.unread && { news: told.unread }), ...told }
      // A browser that does not know these keeps the English names.
      page.root.ariaLabel = page.iframe.title = words.title
      // A panel within the page is no dialog, and has no name.
      if (panel.role) panel.ariaLabel = words.title
    },
    importExtras,
  )

  function connect(messagePort?: MessagePort, build?: string) {
    given.port = messagePort
    port.connect(messagePort && createChannel(messagePort, methods, listeners))
    // Draws, and so tells.
    news.tell(0)
    if (build) page.emit('ready', { build })
    move(build ? 'ready' : 'lost')
  }

  const load = createFrameLink(page, getSetup, connect, fail, pageSide.ready)
  const place = keepPlace(page, shape, importExtras, (name, args) => run(name, args))
  const run = createCommands(page, place, reach, update, importExtras)
  // Nothing is shown before `boot`.
  if (given.auth === 'none') box.style.display = 'none'
  else void place.follow()
  signal.addEventListener('abort', () => state.note({ status: 'destroyed', open: false }))
  closeOnEscape(close, signal)
  followLanguage(change, signal)
  return {
    draw(isNowOpen, isUsable, failure, error) {
      isOpen = isNowOpen
      given.failure = failure
      box.classList.add(getScheme())
      view.draw(isOpen, isUsable, failure)
      news.draw(isOpen, isUsable, error)
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
    // A frame that just reloads is told again anyway.
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

/** Returns how to say something to whoever builds the page. Without the file for it all is as it is. */
const createDeveloperTeller =
  (page: HostPage, importExtras: () => Promise<Extras>) =>
  (of: Element | string): void =>
    void importExtras()
      .then((extras) => extras.tellDeveloper(page, of))
      .catch(() => {})

/** Tells the frame whether the panel is open, and the loader when the composer is usable then. */
async function tellOpen(
  { panel, focus, move, given }: HostPage,
  port: ReturnType<typeof createFramePort>,
  isOpen: boolean,
  fail: (error: AlcoveError) => void,
) {
  const asked = port.now()
  if (!asked) return
  // Whoever went on elsewhere in the meantime keeps the focus: on the page, or on one that holds it.
  const userGesture = focus.takeGesture() && isOpen && isFocused()
  try {
    await asked.call('setOpen', { isOpen, userGesture })
    if (!isOpen || asked !== port.now()) return
    if (userGesture && focus.isOurs() && isFocused()) focusFrame(panel)
    move('usable')
    // What is written waits for that; a page may do so later.
    if (given.who.given === 'token') console.info('[Alcove] call identify')
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

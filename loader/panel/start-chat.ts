import { createChannel } from '../../shared/bridge/channel.ts'
import type { Channel } from '../../shared/bridge/channel.ts'
import type { FrameEvents, FrameMethods, FrameSetup } from '../../shared/bridge/contract.ts'
import type { AlcoveError } from '../../shared/errors.ts'
import type { JsonValue } from '../../shared/json.ts'
import { ofDocument } from '../own-document.ts'
import { keepPageHint } from '../page-hint.ts'
import { createContextReader } from './describe-page.ts'
import { describeFailure } from './describe-failure.ts'
import { createFrameHandlers } from './frame-handlers.ts'
import { createFrameLink } from './frame-link.ts'
import { mergeOptions, toLocale, toLook } from './given-options.ts'
import type { HostPage } from './host-page.ts'
import { keepPlace, type Extras } from './keep-place.ts'
import { createNewsAnnouncer, createPanelView, ENGLISH } from './panel-view.ts'
import type { PanelShape, PanelView } from './panel-view.ts'
import { createToolHost } from './tool-host.ts'
import { closeOnEscape } from './ways-out.ts'

export interface PanelSide {
  /** Brings panel and page in line with what is so, and keeps for the next page what it shall know. */
  readonly draw: (...what: [...Parameters<PanelView['draw']>, ...Parameters<Remember>]) => void
  /** Loads the frame anew. */
  readonly load: () => void
  /** Tells the frame whether the panel is open, as it was drawn last. */
  readonly tell: () => Promise<void>
  /** Tells the frame what is so by now. Settles as it answers; `undefined` where there is none. */
  readonly update: () => Promise<unknown> | undefined
  /** Does what goes by a name in `ChatCommands`. */
  readonly run: (command: string, args: readonly unknown[]) => Promise<unknown>
}

type Remember = ReturnType<typeof keepPageHint>

/** The second file at work: draws the panel, speaks with the frame, and runs the page's tools. */
export function startChat(page: HostPage, importExtras: () => Promise<Extras>): PanelSide {
  const { app, root, launcher, panel, close, retry, change, signal, given, move, url } = page
  const toolHost = createToolHost(page.tools, page.tell)
  const readContext = createContextReader(page.tell)
  const shape: PanelShape = { mode: 'popover', isFixed: false }
  let words = ENGLISH
  const view = createPanelView(root, panel, close, retry, change, signal, shape, () => words)
  const remember = keepPageHint(app, signal)
  const box = panel.parentElement!
  const tellNews = createNewsAnnouncer(box, () => words.news)
  let channel: Channel<FrameMethods, FrameEvents> | undefined
  let isOpen = false
  let unread = 0
  /** Calls that wait for the frame. */
  let waiting: PromiseWithResolvers<Channel<FrameMethods, FrameEvents>> | undefined

  const fail = (cause: AlcoveError) => {
    const error = describeFailure(cause, url)
    waiting?.reject(error)
    waiting = undefined
    move('failed', error)
  }
  const getSetup = (): FrameSetup => ({
    ...page.facts(),
    viewport: view.getViewport(),
    tools: toolHost.describe(),
    context: readContext(page.tools.context),
    look: toLook(given.all),
    locale: toLocale(given.all),
  })
  const update = () => channel?.call('update', getSetup())
  const load = createFrameLink(
    page.iframe,
    url,
    getSetup,
    (port, build) => {
      connect(port)
      news(0)
      if (build) page.emit('ready', { build })
      move(build ? 'ready' : 'lost')
    },
    fail,
    signal,
    page.hasLoaded,
  )

  function news(count: number, isRunning?: boolean) {
    unread = count
    // Draws, and so tells.
    page.news(count, isRunning)
  }

  /** Speaks with a proved frame from now on; without a port, with none. */
  function connect(port?: MessagePort) {
    channel?.close()
    const next: typeof channel =
      port &&
      createChannel(
        port,
        ...createFrameHandlers(
          { ...page, news },
          (run, controller) => toolHost.runTool(run, controller, next!),
          view.setWide,
          (told) => (words = { ...ENGLISH, ...(told.unread && { news: told.unread }), ...told }),
        ),
      )
    channel = next
    if (signal.aborted) waiting?.reject(signal.reason)
    if (!next) return
    waiting?.resolve(next)
    waiting = undefined
  }

  async function tellOpen() {
    const asked = channel
    const wasOpen = isOpen
    if (!asked) return
    const { gesture, isOurs } = page
    // Whoever went on elsewhere on the page in the meantime keeps the focus.
    const userGesture = gesture() && isOpen
    try {
      await asked.call('setOpen', { isOpen, userGesture })
      if (!wasOpen || asked !== channel) return
      if (userGesture && isOurs()) focusFrame(panel)
      move('usable')
    } catch (error) {
      if (asked === channel) fail(error as AlcoveError)
    }
  }

  async function changeOptions(patch: unknown) {
    given.all = mergeOptions(given.all, patch)
    page.restyle()
    await place.follow()
    await update()
  }

  /** On the launcher, which says so as well. */
  function drawNews(news: 'unread' | 'answering' | '') {
    launcher.className = news
    // How many, a page that has only heard that there are some does not know.
    launcher.dataset['count'] = news === 'unread' && unread > 0 ? String(Math.min(unread, 99)) : ''
    const said = news && `, ${words[news]}`
    launcher.setAttribute('aria-label', launcher.getAttribute('aria-label') + said)
  }

  /** The frame, which is loaded for whoever asks. */
  async function connected() {
    if (channel) return channel
    waiting ??= Promise.withResolvers()
    move('open')
    return waiting.promise
  }

  async function run(name: string, args: readonly unknown[]): Promise<unknown> {
    const [first] = args
    if (name === 'update') return changeOptions(first)
    if (name === 'setTheme') return changeOptions({ theme: first })
    if (name === 'notify') return place.notify(first)
    if (name === 'show' || name === 'hide') {
      // A sheet that nobody sees would hold the page.
      if (name === 'hide' && panel.getAttribute('aria-modal') === 'true')
        void page.setOpen(false, 'api')
      box.style.display = name === 'hide' ? 'none' : ''
      return undefined
    }
    return (await connected()).call('run', { name, args: args as JsonValue[] })
  }

  const place = keepPlace(page, shape, importExtras, run)
  void place.follow()
  closeOnEscape(close, signal)
  followLanguage(change, signal)
  return {
    draw(isNowOpen, isUsable, failure, isRunning, isUnread) {
      isOpen = isNowOpen
      drawNews(!isOpen || failure ? (isUnread ? 'unread' : isRunning ? 'answering' : '') : '')
      view.draw(isOpen, isUsable, failure)
      remember(isRunning, isUnread)
      tellNews(isOpen, unread)
      place.draw(isOpen, unread)
    },
    load,
    tell: tellOpen,
    update,
    run,
  }
}

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

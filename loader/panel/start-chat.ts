import { createChannel } from '../../shared/bridge/channel.ts'
import type { Channel, Handlers, Listeners } from '../../shared/bridge/channel.ts'
import type {
  GetToken,
  FrameEvents,
  FrameMethods,
  FrameSetup,
  HostEvents,
  HostMethods,
} from '../../shared/bridge/contract.ts'
import { fieldsOf, isSerializedError, isTokenQuestion } from '../../shared/bridge/guards.ts'
import { AlcoveError, deserializeError } from '../../shared/errors.ts'
import type { ErrorCode } from '../../shared/errors.ts'
import type { ChatEvents } from '../chat-instance.ts'
import type { ToolList } from '../host-facts.ts'
import type { PageOptions } from '../page-options.ts'
import { keepPageHint } from '../page-hint.ts'
import type { FrameEvent } from '../transitions.ts'
import { createContextReader } from './describe-page.ts'
import { describeFailure } from './describe-failure.ts'
import { createFrameLink } from './frame-link.ts'
import { createOptionTeller, mergeOptions, toLook } from './given-options.ts'
import { createNewsAnnouncer, createPanelView } from './panel-view.ts'
import type { PanelView } from './panel-view.ts'
import { createToolHost } from './tool-host.ts'
import { closeOnEscape } from './ways-out.ts'

/** What the loader's first file has, and the second works with. */
export interface HostPage {
  readonly app: string
  readonly root: Element
  readonly panel: HTMLElement
  readonly iframe: HTMLIFrameElement
  /** Whether the iframe's first `load` is over already. */
  readonly hasLoaded: boolean
  readonly signal: AbortSignal
  /** What the page said of looks and words. */
  readonly given: PageOptions
  /** Draws the launcher as the page says by now. */
  readonly restyle: () => void
  /** The page's tools by name; they come and go. */
  readonly tools: ToolList
  /** For the person of an epoch, or of now; `null`: somebody else chats by now. */
  readonly provider: (epoch?: unknown) => GetToken | null | undefined
  /** What the first file knows of the setup. */
  readonly facts: () => Omit<FrameSetup, 'viewport' | 'tools' | 'context' | 'look'>
  readonly close: () => Promise<void>
  readonly retry: () => void
  /** The setup changed. */
  readonly change: () => void
  /** What the frame tells of itself: answers that nobody read, and whether one is being made. */
  readonly news: (count: number, isRunning?: boolean) => void
  readonly emit: <Name extends keyof ChatEvents>(event: Name, payload: ChatEvents[Name]) => void
  readonly tell: (error: AlcoveError) => void
  /** What became of the frame; see `transitions.ts`. */
  readonly move: (event: FrameEvent, error?: AlcoveError) => void
  /** The frame's address. */
  readonly url: URL
  /** Whether the panel was opened by hand, and the page has not the focus; said once for each opening. */
  readonly gesture: () => boolean
  /** Whether no element of the page itself has the focus, but for what the panel was opened from. */
  readonly isOurs: () => boolean
}

export interface PanelSide {
  /** Brings panel and page in line with what is so, and keeps for the next page what it shall know. */
  readonly draw: (...what: [...Parameters<PanelView['draw']>, ...Parameters<Remember>]) => void
  /** Loads the frame anew. */
  readonly load: () => void
  /** Tells the frame whether the panel is open, as it was drawn last. */
  readonly tell: () => Promise<void>
  /** Tells the frame what is so by now. Settles as it answers; `undefined` where there is none. */
  readonly update: () => Promise<unknown> | undefined
  /** `ChatInstance.update`. */
  readonly change: (patch: unknown) => Promise<void>
}

type Remember = ReturnType<typeof keepPageHint>

/** The second file at work: draws the panel, speaks with the frame, and runs the page's tools. */
export function startChat(page: HostPage): PanelSide {
  const { app, root, panel, close, retry, change, signal, given, move, url } = page
  const toolHost = createToolHost(page.tools, page.tell)
  const tellWrongOptions = createOptionTeller(page.tell)
  const readContext = createContextReader(page.tell)
  const view = createPanelView(root, panel, close, retry, change, signal)
  const remember = keepPageHint(app, signal)
  const tellNews = createNewsAnnouncer(panel.parentNode!)
  let channel: Channel<FrameMethods, FrameEvents> | undefined
  let isOpen = false
  let unread = 0

  const fail = (error: AlcoveError) => move('failed', describeFailure(error, url))
  const getSetup = (): FrameSetup => ({
    ...page.facts(),
    viewport: view.getViewport(),
    tools: toolHost.describe(),
    context: readContext(page.tools.context),
    look: toLook(given.all),
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
        ),
      )
    channel = next
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

  tellWrongOptions(given)
  closeOnEscape(close, signal)
  return {
    draw(isNowOpen, isUsable, failure, isRunning, isUnread) {
      isOpen = isNowOpen
      view.draw(isOpen, isUsable, failure)
      remember(isRunning, isUnread)
      tellNews(isOpen, unread)
    },
    load,
    tell: tellOpen,
    update,
    async change(patch) {
      given.all = mergeOptions(given.all, patch)
      page.restyle()
      tellWrongOptions(given)
      await update()
    },
  }
}

/** Gives a frame the focus that it could not take itself; it was told that it may. */
function focusFrame(panel: HTMLElement): void {
  const iframe = panel.querySelector('iframe')
  // In Chromium a frame that has just started, or has the focus already, loses what is given to it:
  // the keys then go to the page.
  if ((panel.getRootNode() as ShadowRoot).activeElement !== iframe) iframe?.focus()
}

/** All that the frame can do to the host page. Nothing else crosses. */
const createFrameHandlers = (
  { provider, close, news, tell, emit }: HostPage,
  runTool: Handlers<HostMethods>['runTool'],
  setWide: (isWide: boolean) => void,
): [Handlers<HostMethods>, Listeners<HostEvents>] => [
  {
    async getToken(question, controller) {
      const getToken = provider(fieldsOf(question)['epoch'])
      // It was on its way when the page said who chats now: that is nobody's failure.
      if (getToken === null) throw new AlcoveError('auth_failed', 'getToken')
      return askForToken(getToken, question, controller).catch((error) => {
        tell(error)
        throw error
      })
    },
    close,
    runTool,
  },
  {
    state(status) {
      const { unread, isRunning } = fieldsOf(status)
      news(Number(unread), isRunning === true)
    },
    action: () => emit('action', { type: 'header' }),
    panel: (wish) => setWide(fieldsOf(wish)['isWide'] === true),
    error(error) {
      if (isSerializedError(error)) tell(deserializeError(error))
    },
  },
]

/**
 * Answers the frame's question, which limits how long that may take. The token passes through and is
 * kept nowhere here. Rejects with `invalid_request`, `token_missing` (nobody called `identify`),
 * `call_timeout` (the frame gave up), `auth_failed` or `token_malformed`.
 */
export async function askForToken(
  getToken: GetToken | undefined,
  question: unknown,
  controller: AbortController,
): Promise<string | null> {
  const { signal } = controller
  const createError = (code: ErrorCode, cause?: unknown) =>
    new AlcoveError(code, 'getToken', { cause })
  if (!isTokenQuestion(question)) throw createError('invalid_request')
  if (!getToken) throw createError('token_missing')

  const { reason, previous } = question
  const token = await new Promise((resolve, reject) => {
    signal.onabort = () => reject(createError('call_timeout'))
    // What the host page's error says is not the frame's business: `cause` stays here.
    Promise.resolve({ reason, previous, signal })
      .then(getToken)
      .then(resolve, (cause) => reject(createError('auth_failed', cause)))
  })
  if (token === null || (token && typeof token === 'string')) return token
  throw createError('token_malformed')
}

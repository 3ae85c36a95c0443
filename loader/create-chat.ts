import { AlcoveError } from '../shared/errors.ts'
import type { Actor } from './chat-events.ts'
import type { ApiKeyAuth, ChatOptions, TokenAuth } from './chat-options.ts'
import type { BareChat } from './chat-instance.ts'
import { createController, report } from './controller.ts'
import type { PanelModule } from './controller.ts'
import { flattenOptions, readOptions } from './page-options.ts'
import type { PageSaid, Said } from './page-said.ts'
import type { PanelSide } from './panel/start-chat.ts'

/** As `auto.ts` says. */
declare const ALCOVE_PANEL_INTEGRITY: string

type Listener = (detail: object) => void

/**
 * Puts a chat on the page. Nothing is requested before the visitor's intent or `open`. Unknown
 * options and wrong values are reported to the console once somebody wants the chat, and replaced by
 * their defaults. With a wrong `app` or `auth`, without a `baseUrl`, or with one on the page's own
 * origin, where the frame's sandbox would be void, nothing stays on the page and every call rejects with
 * `config_invalid`.
 */
export function createChat(
  { auth = 'anonymous', apiKey, userId, workspaceId, ...given }: ChatOptions & Partial<ApiKeyAuth>,
  importPanel: (url: string) => Promise<PanelModule>,
): BareChat {
  const life = new AbortController()
  const { signal } = life
  const end = (error: AlcoveError) => {
    report(error, url)
    life.abort(error)
  }
  const all = given as Readonly<Record<string, unknown>>
  const read = readOptions(all)
  const { app, baseUrl } = read
  const base = ALCOVE_PANEL_INTEGRITY ? baseUrl : baseUrl.replace(/\/?$/, '/')
  const url = new URL(
    base +
      // The files of one version stand two folders deeper.
      (ALCOVE_PANEL_INTEGRITY && '../../') +
      (app === 'default' ? 'frame' : `p/${app}/frame`),
    location.href,
  )
  const fault =
    // The default is another tenant's.
    app !== (flattenOptions(all)['app'] ?? app)
      ? 'app: expected a project' + (ALCOVE_PANEL_INTEGRITY ? '' : ', such as shop-1')
      : url.origin === location.origin &&
        'baseUrl: expected another origin; with <script src>, exclude alcove.js from combining, copying and delaying: docs/optimisers'
  if (fault) end(new AlcoveError('config_invalid', fault))

  const target = new EventTarget()
  let told = 0
  // Part of a key is a mistake, and nobody's wish to be without a name.
  const who =
    (apiKey ?? userId ?? workspaceId) === undefined ? auth : { apiKey, userId, workspaceId }
  const page: PageSaid = { all, read, auth: who, who: [0, who], names: [], said: new Map() }
  const controls = createController(
    page,
    url,
    () => importPanel(base + 'alcove-panel.js'),
    (event, payload) => {
      const detail = Object.assign(payload, { id: ++told, at: Date.now(), instance: app, event })
      page.last = detail
      for (const name of [event, '*']) target.dispatchEvent(new CustomEvent(name, { detail }))
      page.side?.heard(detail)
    },
    signal,
  )
  const calls = createCalls(page, ...controls, signal)
  if (who !== 'anonymous' && who !== 'token') calls.identify(who).catch(end)

  return {
    on(event, listener, options) {
      page.names.push(event)
      // The event target's own rule: a listener that throws disturbs neither the others nor us.
      const handleEvent = (told: Event) => listener((told as CustomEvent).detail)
      if (!page.side?.late(event, listener as Listener, options))
        target.addEventListener(event, handleEvent, options)
      return () => target.removeEventListener(event, handleEvent)
    },
    get state() {
      return page.side?.get() ?? { status: 'idle' }
    },
    ...calls,
    destroy: () => life.abort(new AlcoveError('destroyed', 'destroyed')),
  }
}

/** What a page calls of the first file: all but its listening and its end. */
function createCalls(
  page: PageSaid,
  setOpen: (isNext: boolean | undefined, by: Actor) => Promise<void>,
  start: () => Promise<PanelSide>,
  change: () => void,
  signal: AbortSignal,
) {
  async function openByApi(isNext?: boolean) {
    signal.throwIfAborted()
    return setOpen(isNext, 'api')
  }

  async function run(command: string, ...args: unknown[]) {
    const { who } = page
    return (await start()).run(command, args, who)
  }

  /** Returns how to take out again; whatever took its place by then stays. */
  function say(name: string, value: unknown) {
    signal.throwIfAborted()
    const said: Said = { value }
    page.said.set(name, said)
    change()
    return () => {
      if (page.said.get(name) === said && page.said.delete(name)) change()
    }
  }

  return {
    // The second file knows what to do with a wish, and opens.
    open: (wish?: unknown) => (wish ? run('open', wish) : openByApi(true)),
    close: () => openByApi(false),
    toggle: () => openByApi(),
    /** Tells a frame that runs already, and settles as it answers. */
    async identify(identity: unknown) {
      signal.throwIfAborted()
      const said = (page.who = [page.who[0] + 1, identity])
      // Only what is no function has to be looked at, by the second file.
      if (page.side || typeof (Object(identity) as Partial<TokenAuth>).getToken !== 'function')
        await (await start()).identify(said)
    },
    run,
    tool: say as BareChat['tool'],
    addContext: (name: string, value: unknown) => say('#' + name, value),
    setContext: (context: unknown) => say('', context),
  }
}

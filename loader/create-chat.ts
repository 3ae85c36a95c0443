import { AlcoveError } from '../shared/errors.ts'
import type { ApiKeyAuth, ChatOptions, TokenAuth } from './chat-options.ts'
import type { BareChat } from './chat-instance.ts'
import { createController, report, type Controller, type PanelModule } from './controller.ts'
import { flattenOptions, readOptions } from './page-options.ts'
import type { PageSaid, Said } from './page-said.ts'

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
  {
    auth = 'anonymous',
    apiKey,
    userId,
    workspaceId,
    ...options
  }: ChatOptions & Partial<ApiKeyAuth>,
  importPanel: (url: string) => Promise<PanelModule>,
): BareChat {
  const life = new AbortController()
  const { signal } = life
  const all = options as Readonly<Record<string, unknown>>
  const read = readOptions(all)
  const { app } = read
  const files = read.baseUrl.replace(/\/?$/, '/')
  // The loader's files of one version stand two folders deeper than the others.
  const service = ALCOVE_PANEL_INTEGRITY ? `${files}../../` : files
  const url = new URL(service + (app === 'default' ? 'frame' : `p/${app}/frame`), location.href)
  const end = (error: AlcoveError) => {
    report(error, url)
    life.abort(error)
  }
  const fault = findFault(all, app, url)
  if (fault) end(new AlcoveError('config_invalid', fault))

  // Part of a key is a mistake, not the wish to stay anonymous.
  const hasKey = (apiKey ?? userId ?? workspaceId) !== undefined
  const identity = hasKey ? { apiKey, userId, workspaceId } : auth
  const page: PageSaid = {
    all,
    read,
    auth: identity,
    who: { epoch: 0, given: identity },
    eventNames: [],
    tools: new Map(),
    fields: new Map(),
  }
  const events = new EventTarget()
  let count = 0
  const controller = createController({
    given: page,
    url,
    importPanel: () => importPanel(`${files}alcove-panel.js`),
    emit(event, payload) {
      count += 1
      const facts = { id: count, at: Date.now(), instance: app, event }
      const detail = Object.assign(payload, facts)
      page.last = detail
      for (const name of [event, '*']) events.dispatchEvent(new CustomEvent(name, { detail }))
      page.side?.heard(detail)
    },
    signal,
  })
  const calls = createCalls(page, controller, signal)
  if (identity !== 'anonymous' && identity !== 'token') calls.identify(identity).catch(end)

  return {
    on(event, listener, options) {
      page.eventNames.push(event)
      // The event target's own rule: a listener that throws disturbs neither the others nor us.
      const handleEvent = (told: Event) => listener((told as CustomEvent).detail)
      const isDone = page.side?.late(event, listener as Listener, options)
      if (!isDone) events.addEventListener(event, handleEvent, options)
      return () => events.removeEventListener(event, handleEvent)
    },
    get state() {
      return page.side?.get() ?? { status: 'idle' }
    },
    ...calls,
    destroy: () => life.abort(new AlcoveError('destroyed', 'destroyed')),
  }
}

/** Why there can be no chat, in words for the page's developer. */
function findFault(all: PageSaid['all'], app: string, url: URL): string | undefined {
  // The default would be another tenant's.
  if (app !== (flattenOptions(all)['app'] ?? app)) return 'app: expected a project, such as shop-1'
  if (url.origin === location.origin)
    return 'baseUrl: expected another origin; with <script src>, exclude alcove.js from combining, copying and delaying: docs/optimisers'
  return undefined
}

/** What a page calls of the first file, but for listening to events and ending the chat. */
function createCalls(page: PageSaid, { setOpen, start, change }: Controller, signal: AbortSignal) {
  async function openByApi(isNext?: boolean) {
    signal.throwIfAborted()
    return setOpen(isNext, 'api')
  }

  async function run(command: string, ...args: unknown[]) {
    const { who } = page
    const side = await start()
    return side.run(command, args, who)
  }

  /** Returns how to take it back; what has replaced it meanwhile stays. */
  function say(list: Map<string, Said>, name: string, value: unknown) {
    signal.throwIfAborted()
    const said: Said = { value }
    list.set(name, said)
    change()
    return () => {
      if (list.get(name) !== said) return
      list.delete(name)
      change()
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
      const claim = { epoch: page.who.epoch + 1, given: identity }
      page.who = claim
      // A token function is only stored: everything else is read by the second file.
      const { getToken } = Object(identity) as Partial<TokenAuth>
      if (page.side || typeof getToken !== 'function') await (await start()).identify(claim)
    },
    run,
    tool: ((name: string, tool: unknown) => say(page.tools, name, tool)) as BareChat['tool'],
    addContext: (name: string, value: unknown) => say(page.fields, name, value),
    setContext(value: unknown) {
      signal.throwIfAborted()
      page.context = { value }
      change()
    },
  }
}

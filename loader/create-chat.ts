import { AlcoveError } from '../shared/errors.ts'
import { isPlainObject } from '../shared/json.ts'
import type { ApiKeyAuth, ChatOptions, TokenAuth } from './chat-options.ts'
import type { BareChat } from './chat-instance.ts'
import { createController, report, type Controller, type PanelModule } from './controller.ts'
import type * as debugModule from './debug/main.ts'
import { OWN_HOST } from './page-elements.ts'
import { flattenOptions, readOptions } from './page-options.ts'
import { expectCall } from './expect-call.ts'
import type { PageState, Registration } from './page-state.ts'

/** See `auto.ts`. */
declare const ALCOVE_PANEL_INTEGRITY: string

type Listener = (detail: object) => void
type DebugModule = typeof debugModule

/**
 * Puts a chat on the page. No request is sent before the visitor's intent or `open`. Unknown options and
 * invalid values are reported to the console when the chat is first used, and replaced by their defaults. The
 * chat is removed and every call rejects with `config_invalid` if `app` or `auth` is invalid, `baseUrl` is
 * missing, or `baseUrl` is on the page's own origin, where the frame's sandbox would have no effect.
 *
 * @param importFile imports a later file of the loader by its address.
 */
export function createChat(
  {
    auth = 'anonymous',
    apiKey,
    userId,
    workspaceId,
    ...options
  }: ChatOptions & Partial<ApiKeyAuth>,
  importFile: (url: string) => Promise<unknown>,
): BareChat {
  const life = new AbortController()
  const { signal } = life
  const read = readOptions(options)
  const files = read.baseUrl.replace(/\/?$/, '/')
  // The loader's files of one version are two folders deeper than the others.
  const service = ALCOVE_PANEL_INTEGRITY ? `${files}../../` : files
  const base = new URL(service, location.href)
  const [, named] = /\/p\/([^/]+)\/$/.exec(base.pathname) ?? []
  const app = (read.app = named ?? read.app)
  const all: PageState['all'] = { ...options, ...(named && { app }) }
  const url = new URL(named || app === 'default' ? 'frame' : `p/${app}/frame`, base)
  const end = (error: AlcoveError) => {
    report(error, url)
    life.abort(error)
  }
  const fault = findFault(options, app, url, named)
  if (fault) end(new AlcoveError('config_invalid', fault))

  // An incomplete key is a mistake, not a request to stay anonymous.
  const hasKey = (apiKey ?? userId ?? workspaceId) !== undefined
  const identity = hasKey ? { apiKey, userId, workspaceId } : auth
  const page: PageState = {
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
  let isDestroyed = false
  const controller = createController({
    given: page,
    url,
    importPanel: () => importFile(`${files}alcove-panel.js`) as Promise<PanelModule>,
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
  // On the developer's own machine mistakes are reported at once. Other pages send no request before intent. A page
  // that pinned a version was tried without the pin, whose hashes do not cover this import.
  if (OWN_HOST.test(location.host) && !ALCOVE_PANEL_INTEGRITY && !fault)
    importFile(`${files}alcove-debug.js`)
      .then((file) => (page.check = (file as DebugModule).checkPage(page, controller.tell)))
      // The file did not load, or is of a service of an older version: the chat reports mistakes when it is used.
      .catch(() => {})
  if (identity !== 'anonymous' && identity !== 'token') calls.identify(identity).catch(end)

  return {
    on(event, listener, options) {
      if (isDestroyed) signal.throwIfAborted()
      const isRight = typeof event === 'string' && typeof listener === 'function'
      expectCall(isRight, 'on', 'name, function')
      page.eventNames.push(event)
      page.check?.()
      // An event target isolates listeners: an exception in one does not affect the others or the chat.
      const handleEvent = (dispatched: Event) => listener((dispatched as CustomEvent).detail)
      const isDone = page.side?.late(event, listener as Listener, options)
      if (!isDone) events.addEventListener(event, handleEvent, options)
      return () => events.removeEventListener(event, handleEvent)
    },
    get state() {
      return page.side?.get() ?? { status: 'idle' }
    },
    ...calls,
    destroy() {
      isDestroyed = true
      life.abort(new AlcoveError('destroyed', 'The chat was destroyed: create another one.'))
    },
  }
}

const isName = (name: unknown) => typeof name === 'string' && name !== ''

/** Why no chat can be created, as text for the page's developer. */
function findFault(
  all: PageState['all'],
  app: string,
  url: URL,
  named?: string,
): string | undefined {
  // Another project would be another tenant's.
  if (app !== (flattenOptions(all)['app'] ?? app))
    return `app, data-app: expected ${named ? `${named}, as in the address` : 'a project, such as shop-1'}`
  if (url.origin === location.origin)
    return 'baseUrl: expected another origin; with <script src>, exclude alcove.js from combining, copying and delaying: docs/optimisers'
  return undefined
}

/** The API of the first file, except listening to events and `destroy`. */
function createCalls(page: PageState, { setOpen, start, change }: Controller, signal: AbortSignal) {
  async function openByApi(isNext?: boolean) {
    signal.throwIfAborted()
    return setOpen(isNext, 'api')
  }

  /** The second file refuses an argument of a call that takes none. */
  const callWithout = (name: string, none: unknown, isNext?: boolean) =>
    none === undefined ? openByApi(isNext) : (run(name, none) as Promise<void>)

  async function run(command: string, ...args: unknown[]) {
    const { who } = page
    const side = await start()
    return side.run(command, args, who)
  }

  /** Returns a function that removes the entry, unless it was replaced meanwhile. */
  function register(list: Map<string, Registration>, name: string, value: unknown) {
    signal.throwIfAborted()
    const registration: Registration = { value }
    list.set(name, registration)
    change()
    return () => {
      if (list.get(name) !== registration) return
      list.delete(name)
      change()
    }
  }

  return {
    // The second file handles the options, and opens the panel.
    open: (wish?: unknown) => (wish === undefined ? openByApi(true) : run('open', wish)),
    close: (none?: unknown) => callWithout('close', none, false),
    toggle: (none?: unknown) => callWithout('toggle', none),
    /** If a frame is running, settles with its response. */
    async identify(identity: unknown) {
      signal.throwIfAborted()
      const claim = { epoch: page.who.epoch + 1, given: identity }
      page.who = claim
      // A token function is only stored; the second file validates all other values.
      const { getToken } = Object(identity) as Partial<TokenAuth>
      if (page.side || typeof getToken !== 'function') await (await start()).identify(claim)
    },
    run,
    tool: ((name: unknown, tool: unknown) => {
      const isRight = isName(name) && Object(tool) === tool
      expectCall(isRight, 'tool', 'name, { description, parameters, run }')
      return register(page.tools, name as string, tool)
    }) as BareChat['tool'],
    addContext(name: string, value: unknown) {
      const isRight = isName(name) && value !== undefined
      expectCall(isRight, 'addContext', 'name, JSON')
      return register(page.fields, name, value)
    },
    setContext(value: unknown) {
      signal.throwIfAborted()
      const isRight = value === null || isPlainObject(value)
      expectCall(isRight, 'setContext', 'object or null')
      page.context = { value }
      change()
    },
  }
}

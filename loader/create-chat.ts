import { AlcoveError } from '../shared/errors.ts'
import { readHostOptions } from '../shared/options.ts'
import type { ApiKeyAuth, ChatInstance, ChatOptions } from './chat-instance.ts'
import { createController, report } from './controller.ts'
import type { PanelModule } from './controller.ts'

/**
 * Puts a chat on the page. Nothing is requested before the visitor's intent or `open`. Unknown
 * options and wrong values are reported to the console and replaced by their defaults. With a wrong
 * `app` or `auth`, without a `baseUrl`, or with one on the page's own origin, where the frame's
 * sandbox would be void, nothing stays on the page and every call rejects with `config_invalid`.
 */
export function createChat(
  { auth = 'anonymous', apiKey, userId, workspaceId, ...given }: ChatOptions & Partial<ApiKeyAuth>,
  importPanel: (url: string) => Promise<PanelModule>,
): ChatInstance {
  const life = new AbortController()
  const { signal } = life
  const tell = (error: AlcoveError, isFatal: boolean) => {
    report(error)
    if (isFatal) life.abort(error)
  }
  const options = readHostOptions(given, tell)
  const base = options.baseUrl.replace(/\/?$/, '/')
  const path = options.app === 'default' ? 'frame' : `p/${options.app}/frame`
  const url = new URL(base + path, location.href)
  if (url.origin === location.origin) {
    tell(
      new AlcoveError(
        'config_invalid',
        'baseUrl: expected another origin; <script src>, no module',
      ),
      true,
    )
  }

  const target = new EventTarget()
  // Part of a key is a mistake, and nobody's wish to be without a name.
  const who =
    (apiKey ?? userId ?? workspaceId) === undefined ? auth : { apiKey, userId, workspaceId }
  const { setOpen, identify, ...offers } = createController(
    options,
    who,
    url,
    () => importPanel(base + 'alcove-panel.js'),
    (event, detail) => target.dispatchEvent(new CustomEvent(event, { detail })),
    signal,
  )
  if (who !== 'anonymous' && who !== 'token') {
    identify(who).catch((error) => tell(error, true))
  }
  const setOpenHere = async (isNext?: boolean) => {
    signal.throwIfAborted()
    return setOpen(isNext, 'api')
  }

  return {
    on(event, listener) {
      // The event target's own rule: a listener that throws disturbs neither the others nor us.
      const handleEvent = (given: Event) => listener((given as CustomEvent).detail)
      target.addEventListener(event, handleEvent)
      return () => target.removeEventListener(event, handleEvent)
    },
    open: () => setOpenHere(true),
    close: () => setOpenHere(false),
    toggle: () => setOpenHere(),
    async identify(identity) {
      signal.throwIfAborted()
      await identify(identity)
    },
    ...offers,
    destroy: () => life.abort(new AlcoveError('destroyed', 'Chat destroyed')),
  }
}

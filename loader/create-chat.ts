import { AlcoveError } from '../shared/errors.ts'
import { readHostOptions } from '../shared/options.ts'
import type { HostOptions } from '../shared/options.ts'
import type { ChatInstance, ToolDefinition } from './chat-instance.ts'
import { createController } from './controller.ts'
import type { PanelModule } from './panel-module.ts'
import { report } from './report.ts'

/**
 * Puts a chat on the page. Nothing is requested before the visitor's intent or `open`. Unknown
 * options and wrong values are reported to the console and replaced by their defaults. Without a
 * `baseUrl`, or with one on the page's own origin, where the frame's sandbox would be void, nothing
 * is put on the page and every call rejects with `config_invalid`.
 */
export function createChat(
  given: Partial<HostOptions>,
  importPanel: (url: string) => Promise<PanelModule> = (url) => import(/* @vite-ignore */ url),
): ChatInstance {
  const options = readHostOptions(given, report)
  const base = options.baseUrl.replace(/\/?$/, '/')
  const path = options.app === 'default' ? 'frame' : `p/${options.app}/frame`
  const url = new URL(base + path, location.href)
  const life = new AbortController()
  const { signal } = life
  if (url.origin === location.origin) {
    const error = new AlcoveError('config_invalid', `baseUrl is ${url}, expected another origin`)
    report(error)
    life.abort(error)
  }

  const target = new EventTarget()
  const controller = createController(
    options,
    url,
    () => importPanel(base + 'alcove-panel.js'),
    (event, detail) => target.dispatchEvent(new CustomEvent(event, { detail })),
    signal,
  )
  const setOpen = async (isNext: boolean) => {
    signal.throwIfAborted()
    await controller.setOpen(isNext, 'api')
  }

  return {
    on(event, listener) {
      // The event target's own rule: a listener that throws disturbs neither the others nor us.
      const handleEvent = (given: Event) => listener((given as CustomEvent).detail)
      target.addEventListener(event, handleEvent)
      return () => target.removeEventListener(event, handleEvent)
    },
    open: () => setOpen(true),
    close: () => setOpen(false),
    toggle: () => setOpen(!controller.isOpen()),
    async identify({ getToken }) {
      signal.throwIfAborted()
      if (typeof getToken !== 'function') throw new AlcoveError('config_invalid', 'getToken')
      await controller.identify(getToken)
    },
    tool(name, definition) {
      signal.throwIfAborted()
      return controller.addTool(name, definition as ToolDefinition)
    },
    context(given) {
      signal.throwIfAborted()
      controller.setContext(given)
    },
    destroy: () => life.abort(new AlcoveError('destroyed', 'Chat destroyed')),
  }
}

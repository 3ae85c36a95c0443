import { vi } from 'vitest'
import type { EarlySetup } from '../../shared/bridge/early-setup.ts'
import { en } from '../i18n/en.ts'
import { renderEarlyDocument } from '../shell/early-document.tsx'
import { EARLY_KEYS } from './early-words.ts'
import { startEarlyFrame } from './start-early-frame.ts'

const GERMAN = EARLY_KEYS.map((key) => `de:${key}`)

/** The frame's document with its early script, in this test's window. */
export function startEarlyWorld(config: object = {}, setup?: EarlySetup, paintMs = 16) {
  const meta = document.createElement('meta')
  meta.name = 'alcove'
  meta.content = JSON.stringify({ basePath: '', ...config })
  const scheme = document.createElement('meta')
  scheme.name = 'color-scheme'
  document.head.append(meta, scheme)
  const words = document.createElement('script')
  words.type = 'application/json'
  words.id = 'early-words'
  words.textContent = JSON.stringify({ en: EARLY_KEYS.map((key) => en[key]), de: GERMAN })
  const app = document.createElement('template')
  app.id = 'app'
  app.dataset['later'] = '/frame/assets/later.js'
  app.dataset['laterStyle'] = '/frame/assets/later.css'
  // Without a request: the simulated document has no network.
  app.innerHTML = '<script type="text/plain" src="/frame/assets/index.js"></script>'
  const root = document.createElement('div')
  root.innerHTML = renderEarlyDocument()
  document.body.append(root, words, app)
  // The simulated document has none.
  Object.assign(document, { getAnimations: () => [], adoptedStyleSheets: [] })
  const told: unknown[] = []
  const view = Object.create(window, {
    parent: { value: { postMessage: (message: unknown) => void told.push(message) } },
    addEventListener: { value: window.addEventListener.bind(window) },
    requestAnimationFrame: { value: (run: () => void) => setTimeout(run, paintMs) },
    setTimeout: { value: (run: () => void, ms?: number) => setTimeout(run, ms) },
    clearTimeout: { value: (timer: number) => clearTimeout(timer) },
    setInterval: { value: (run: () => void, ms?: number) => setInterval(run, ms) },
  }) as Window
  startEarlyFrame(view, setup, (base) => base)
  const field = root.querySelector('textarea')!
  const find = (selector: string) => root.querySelector<HTMLElement>(selector)

  return {
    root,
    view,
    told,
    field,
    form: field.form!,
    find,
    early: view.alcoveEarly!,
    type(text: string, init: InputEventInit = {}) {
      field.value += text
      field.dispatchEvent(new InputEvent('input', { bubbles: true, ...init }))
    },
    press(key: string, init: KeyboardEventInit = {}) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
      field.dispatchEvent(event)
      return event
    },
    remove() {
      // The first paint may still come, and would put the script into the document of another test.
      app.content.replaceChildren()
      // Its listeners are on the window, which other tests have as well.
      view.alcoveEarly!.takeOver()
      view.alcoveEarly!.forget()
      view.alcoveEarly!.end()
      for (const element of [meta, scheme, words, app, root]) element.remove()
      document.adoptedStyleSheets = []
      delete document.documentElement.dataset['scheme']
      for (const name of ['lang', 'dir']) document.documentElement.removeAttribute(name)
      for (const element of document.querySelectorAll('link, script[src]')) element.remove()
      vi.unstubAllGlobals()
      sessionStorage.clear()
      localStorage.clear()
    },
  }
}

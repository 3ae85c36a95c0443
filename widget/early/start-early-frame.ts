import type { EarlySetup } from '../../shared/bridge/early-setup.ts'
import { createTextRecord } from '../device/text-record.ts'
import { PRESS } from '../ui/focus-in-frame.ts'
import { isImeKey, isTouchPrimary } from '../world/decide-key.ts'
import { DEFAULT_SETTINGS, readSettings, settingsKey } from '../world/read-settings.ts'
import { startEarlyComposer } from './early-composer.ts'
import { BROKEN, CLOSE, SHOWN, type EarlyFrame } from './early-frame.ts'
import type { EarlyWords } from './early-words.ts'
import { createKeptText } from './kept-text.ts'
import { paintEarly } from './paint-early.ts'

/** Time after which the app starts in a frame that the browser does not paint. */
export const FIRST_PAINT_WAIT_MS = 100

/** How often the page is told that the app's script did not load. */
const BROKEN_INTERVAL_MS = 1_000

declare global {
  interface Window {
    alcoveEarly?: EarlyFrame
  }
}

/** The server's data that the first paint needs. */
interface EarlyConfig {
  readonly basePath?: string
  readonly look?: unknown
  readonly readOnly?: boolean
}

/**
 * Starts the document without the app.
 *
 * @param setup from the loader; undefined if it is of an older version: nothing is painted then before the bridge exists.
 */
export function startEarlyFrame(
  view: Window,
  setup: EarlySetup | undefined,
  chooseBase: (ofDocument: string) => string,
): void {
  const { document, parent } = view
  const meta = document.querySelector<HTMLMetaElement>('meta[name=alcove]')
  const config = JSON.parse(meta?.content ?? '{}') as EarlyConfig
  const base = chooseBase(view.location.origin + (config.basePath ?? ''))
  const settings =
    createTextRecord({
      key: settingsKey(base),
      open: () => view.localStorage,
      parse: (text) => readSettings(JSON.parse(text)),
      format: String,
    }).read() ?? DEFAULT_SETTINGS
  const field = document.querySelector<HTMLTextAreaElement>('.composer-field')!
  followBroken(view)
  const kept = createKeptText(view, base, setup?.visit)
  field.value = kept.take() ?? field.value
  const composer = startEarlyComposer(
    { form: field.form!, field, send: document.querySelector<HTMLElement>('.send-button')! },
    settings.sendKey,
  )
  const keepWords = () => kept.keep(composer.read())
  view.addEventListener('pagehide', keepWords)
  const life = new AbortController()
  const { signal } = life
  const close = () => parent.postMessage(CLOSE, '*')

  document.addEventListener(
    'click',
    ({ target }) => {
      if (!(target instanceof Element)) return
      if (target.closest('.header-close')) close()
      const prompt = target.closest<HTMLButtonElement>('.suggestion')
      if (prompt) composer.send(prompt.value || prompt.textContent)
    },
    { signal },
  )
  view.addEventListener(
    'keydown',
    (event) => {
      const { key, shiftKey, ctrlKey, altKey, metaKey } = event
      if (key !== 'Escape' || shiftKey || ctrlKey || altKey || metaKey || isImeKey(event)) return
      event.preventDefault()
      close()
    },
    { signal },
  )
  // The page forwards the press that opened the panel, several times: the focus stays where the person moved it since.
  view.addEventListener(
    'message',
    ({ data, source }) => {
      if (data !== PRESS || source !== parent || isTouchPrimary(view)) return
      const isElsewhere = document.hasFocus() && document.activeElement !== document.body
      if (!isElsewhere) field.focus({ preventScroll: true })
    },
    { signal },
  )

  const look =
    setup === undefined || config.basePath === undefined
      ? undefined
      : paintEarly(document, {
          look: config.look,
          isReadOnly: config.readOnly === true,
          setup,
          settings,
          words: JSON.parse(document.querySelector('#early-words')!.textContent) as Record<
            string,
            EarlyWords
          >,
          mayHaveThread: mayHaveThread(view, base),
        })
  const app = document.querySelector<HTMLTemplateElement>('#app')!
  afterFirstPaint(view, () => loadApp(document, app))
  view.alcoveEarly = {
    look,
    start(run) {
      fetchLater(document, app)
      run()
    },
    takeOver: composer.takeOver,
    forget() {
      view.removeEventListener('pagehide', keepWords)
      // A page that was left and restored in between has kept them.
      kept.remove()
    },
    end: () => life.abort(),
  }
  if (look && parent !== view) parent.postMessage(SHOWN, '*')
}

/** Tells the page when the app's script did not load. */
function followBroken(view: Window): void {
  function handleError({ target }: Event): void {
    if (!(target instanceof HTMLScriptElement)) return
    // Repeated, because the page's own script may not have loaded yet.
    view.setInterval(() => view.parent.postMessage(BROKEN, '*'), BROKEN_INTERVAL_MS)
  }

  view.addEventListener('error', handleError, { capture: true })
}

/**
 * Loads the app by the tag that the build writes. Outside of its template the browser would compile the script beside the
 * first paint, which then comes later on a slow processor.
 */
function loadApp(document: Document, app: HTMLTemplateElement): void {
  document.body.append(app.content)
}

/** Requests the app's next files beside its start, which holds the main thread. */
function fetchLater(document: Document, { dataset }: HTMLTemplateElement): void {
  const { later, laterStyle } = dataset
  if (later) appendLink(document, { rel: 'modulepreload', href: later })
  // The app's own link has the attribute too; without it here, the browser would fetch the sheet twice.
  if (laterStyle) {
    appendLink(document, {
      rel: 'preload',
      as: 'style',
      href: laterStyle,
      crossOrigin: 'anonymous',
    })
  }
}

function appendLink(document: Document, attributes: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), attributes))
}

function afterFirstPaint(view: Window, run: () => void): void {
  // Limit: FIRST_PAINT_WAIT_MS, "the app starts in a frame that is not painted".
  const timer = view.setTimeout(end, FIRST_PAINT_WAIT_MS)
  let isPainted = false

  function end() {
    if (isPainted) return
    isPainted = true
    run()
  }

  view.requestAnimationFrame(() => {
    view.clearTimeout(timer)
    view.setTimeout(end)
  })
}

/** True if this tab has shown a conversation, or this device has been used. */
function mayHaveThread(view: Window, base: string): boolean {
  try {
    const names = [view.sessionStorage, view.localStorage].flatMap((storage) =>
      Object.keys(storage),
    )
    return names.some(
      (name) => name.startsWith('alcove:') && name.endsWith(base) && name !== settingsKey(base),
    )
  } catch {
    return false
  }
}

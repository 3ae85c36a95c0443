import type { ColorScheme } from '../shared/bridge/contract.ts'
import type { HostOptions } from '../shared/options.ts'
import { adoptCss, CHEVRON, createElement, createIcon, ofDocument } from './own-document.ts'

const LINES = 'M4 7h16M4 12h16M4 17h10'

/** What is on the page from the start, and the iframe for later. Nothing is on the page yet. */
export function createElements(options: HostOptions) {
  const root = createElement('alcove-root', { role: 'complementary', 'aria-label': 'Chat' })
  const launcher = createElement(
    'button',
    { id: 'launcher', 'aria-haspopup': 'dialog', 'aria-controls': 'panel' },
    [createIcon(LINES, CHEVRON)],
  )
  const panel = createElement('div', { id: 'panel', role: 'dialog', 'aria-label': 'Chat' })
  const box = createElement('div', {}, [launcher, panel])
  const iframe = createElement('iframe', {
    title: 'Chat',
    // Without its own origin the frame would have no storage. It is never on the page's origin.
    sandbox:
      // oxlint-disable-next-line react/iframe-missing-sandbox
      'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads',
    allow: 'clipboard-write',
    referrerpolicy: 'no-referrer',
  }) as HTMLIFrameElement
  const shadow = root.attachShadow({ mode: 'open' })
  adoptCss(shadow, createCss(options))
  shadow.append(box)
  return [root, box, launcher, panel, iframe] as const
}

/**
 * What the launcher needs, and the bare panel until its own file has come, if ever. `all:initial` is
 * important, since on the host element the page's rules would win over ours otherwise. No line break is
 * part of it: each would be a byte.
 */
export const createCss = ({ zIndex, position }: HostOptions): string =>
  `:host{all:initial!important}\
.light{color-scheme:light;--accent:#0f6b5c;--on-accent:#fff;--canvas:#f7fbfa}\
.dark{color-scheme:dark;--accent:#6ebeac;--on-accent:#101010;--canvas:#101413}\
button{all:unset;display:grid;place-items:center;cursor:pointer;outline:1px solid transparent}\
button:focus-visible{outline:2px solid var(--accent);outline-offset:2px;box-shadow:0 0 0 6px var(--canvas)!important}\
svg{width:24px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round}\
#launcher,#panel{position:fixed;z-index:${zIndex};inset-inline-${position.slice(7)}:20px;bottom:max(20px,env(safe-area-inset-bottom));border-radius:20px;transition:.1s;box-shadow:0 8px 24px -6px #0814104d}\
#panel{visibility:hidden;width:min(400px,90vw);height:80vh;margin-bottom:68px;background:var(--canvas);color:CanvasText;font-family:sans-serif}\
.open #panel{visibility:visible}\
iframe{border:0}\
#note{position:absolute;inset:0;padding:20px;background:var(--canvas)}\
#note button{padding:12px 0;text-decoration:underline}\
#launcher{width:56px;height:56px;background:var(--accent);color:var(--on-accent)}\
path+path{opacity:0}\
@media print{div{display:none}}`

/** Brings the launcher in line with the panel and the frame: what it does, and what waits behind it. */
export function drawLauncher(
  launcher: Element,
  isOpen: boolean,
  isUnread: boolean,
  isRunning: boolean,
): void {
  launcher.className = isOpen ? '' : isUnread ? 'unread' : isRunning ? 'answering' : ''
  launcher.setAttribute('aria-expanded', String(isOpen))
  const news = isUnread ? ', new answer' : isRunning ? ', answering' : ''
  launcher.setAttribute('aria-label', isOpen ? 'Close chat' : 'Open chat' + news)
}

/** What is in the panel when nothing came that could say more, and the two ways out. */
export function createNote(retry: () => unknown, close: () => unknown): Element {
  const note = createElement('div', { id: 'note', role: 'alert', dir: 'auto' }, [
    'The chat did not load.',
  ])
  for (const [name, act] of [
    ['Try again', retry],
    ['Close', close],
  ] as const) {
    const button = createElement('button', {}, [name])
    button.onclick = act
    note.append(button)
  }
  return note
}

/** Returns how to ask for the scheme of now, which the page chose or the visitor's system has. */
export function followScheme(
  { theme }: HostOptions,
  onChange: () => void,
  signal: AbortSignal,
): () => ColorScheme {
  const darkQuery = matchMedia('(prefers-color-scheme:dark)')
  darkQuery.addEventListener('change', onChange, { signal })
  return () => (theme === 'auto' ? (darkQuery.matches ? 'dark' : 'light') : theme)
}

/** How often a removed root is put back, so that a page that insists is not fought for ever. */
export const HEAL_LIMIT = 100

/** How long a busy page may delay the launcher after its `load`. Safari knows no idle time. */
const IDLE_TIMEOUT_MS = 2_000

/**
 * Puts the root on the document element once the page has loaded and is idle (a framework that
 * hydrates the whole document must be done by then), and again whenever it was removed.
 *
 * @param handleChange the root has come, or something beside it came or went.
 */
export function mountRoot(root: Element, signal: AbortSignal, handleChange: () => void): void {
  const page = ofDocument('documentElement')
  let heals = 0

  const observer = new MutationObserver(() => {
    if (!root.isConnected && heals++ < HEAL_LIMIT) page.append(root)
    handleChange()
  })
  const insert = () => {
    if (signal.aborted) return
    page.append(root)
    observer.observe(page, { childList: true })
    handleChange()
  }
  // For `setTimeout` an object is no delay.
  const whenIdle: (task: () => void, options: object) => unknown =
    window.requestIdleCallback ?? setTimeout
  const insertWhenIdle = () => whenIdle(insert, { timeout: IDLE_TIMEOUT_MS })

  if (ofDocument('readyState') === 'complete') insertWhenIdle()
  else window.addEventListener('load', insertWhenIdle)
  signal.addEventListener('abort', () => {
    observer.disconnect()
    root.remove()
  })
}

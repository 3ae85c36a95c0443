import type { Actor } from './chat-events.ts'
import { adoptCss, createElement, createIcon, ofDocument } from './own-document.ts'
import { keepOwnEvents } from './own-events.ts'
import { readOptions } from './page-options.ts'
import type { HostOptions, PageOptions } from './page-options.ts'

/** WebKit passes a press on to a frame for so long, by messages and by timers that the press began itself. */
const PRESS_LIFE_MS = 1_000
const PRESS_STEP_MS = 50

/** Lets the frame take the focus, which WebKit allows only while a press is handled: it may not be ready yet. */
function passPressOn(iframe: HTMLIFrameElement) {
  for (let ms = 0; ms < PRESS_LIFE_MS; ms += PRESS_STEP_MS)
    setTimeout(() => iframe.contentWindow?.postMessage('alcove:press', '*'), ms)
}

/**
 * Where the focus was when the panel opened, and where it goes when that closes. Returns what the second file
 * asks of it, how to note that somebody's hand wants the panel, and how to open or close.
 */
function createFocus(root: Element, launcher: HTMLElement, iframe: HTMLIFrameElement) {
  let opener = launcher
  /** Somebody's hand opened it, and the frame was not told of that yet. */
  let hasGesture: boolean | undefined

  const findFocus = () => ofDocument('activeElement') as HTMLElement
  /** Whether no element of the page itself has the focus, but for this one. */
  const isOurs = (except: unknown = opener) => [root, document.body, except].includes(findFocus())

  return [
    () => {
      const isGiven = !!hasGesture && isOurs()
      hasGesture = false
      return isGiven
    },
    isOurs,
    () => (hasGesture = true),
    (isOpen: boolean, by: Actor, redraw: () => void) => {
      const wasOurs = isOurs(root)
      if (isOpen) {
        opener = wasOurs ? launcher : findFocus()
        // Older browsers do not tell; then the focus stays where it is.
        hasGesture = by === 'user' || navigator.userActivation?.isActive
        if (hasGesture) passPressOn(iframe)
      }
      redraw()
      if (!isOpen && wasOurs) {
        launcher.focus()
        // Stays on the launcher where the opener is gone or cannot be focused.
        opener.focus()
      }
    },
  ] as const
}

/** `host` is as the visitor's system wants it until its file has come. */
const DARK_CSS = '{color-scheme:dark;--accent:#6ebeac;--on-accent:#000;--canvas:#101413}'

/**
 * What the launcher needs, and the bare panel until its own file has come, if ever. `all:initial` is
 * important, since on the host element the page's rules would win over ours otherwise. No line break is
 * part of it: each would be a byte.
 */
export const createCss = ({ zIndex, position, offsetX, offsetY, accent, radius }: HostOptions) => {
  const [edge, side] = position.split('-')
  const own = accent && `--accent:${accent};--on-accent:${isPale(accent) ? '#000' : '#fff'}`
  return (
    ':host{all:initial!important}' +
    '.light,.auto,.host{color-scheme:light;--accent:#0f6b5c;--on-accent:#fff;--canvas:#f7fbfa}' +
    `.dark${DARK_CSS}@media(prefers-color-scheme:dark){.auto,.host${DARK_CSS}}[class]{${own}}` +
    'button{all:unset;place-items:center;display:grid;cursor:pointer;outline:1px solid transparent}' +
    'button:focus-visible{outline:2px solid var(--accent);outline-offset:2px;box-shadow:0 0 0 6px var(--canvas)!important}' +
    'svg{fill:none;width:24px;stroke:currentColor;stroke-linecap:round;stroke-width:2}' +
    `#launcher,#panel{position:fixed;z-index:${zIndex};inset-inline-${side}:${offsetX}px;${edge}:max(${offsetY}px,env(safe-area-inset-${edge}));border-radius:${{ sharp: 0, soft: 15, round: 20, pill: 28 }[radius]}px;transition:.1s;box-shadow:0 8px 24px #0003}` +
    `#panel{visibility:hidden;width:min(400px,90vw);height:80vh;margin-${edge}:68px;background:var(--canvas);color:CanvasText;font:menu}` +
    '.open #panel{visibility:visible}' +
    '#note{position:absolute;inset:0;background:var(--canvas);padding:20px}' +
    '#note button{text-decoration:underline;padding:12px 0}' +
    '#launcher{padding:16px;background:var(--accent);color:var(--on-accent)}' +
    '@media print{div{display:none}}'
  )
}

/** Whether black is easier to read on it than white: the one that is has 4.5:1 on any of all colours. */
function isPale(hex: string): boolean {
  const [red, green, blue] = hex.match(/\w\w/g)!.map((part) => parseInt(part, 16) ** 2.2) as [
    number,
    number,
    number,
  ]
  // Shares of the light of a screen's colours, which go with that power; to the right a grey of 18 %.
  return 10 * green + 3 * red + blue > 496e3
}

/** As `auto.ts` says. */
declare const ALCOVE_PANEL_INTEGRITY: string

/** Pages on the developer's own machine. */
const OWN_HOST = /^(local|127)/

/** What is in the panel when nothing came that could say more, and a way on; the launcher closes it. */
function createNote(onclick: () => unknown, { all }: PageOptions): Element {
  return createElement('div', { id: 'note', role: 'alert', dir: 'auto' }, [
    'The chat did not load. ',
    !ALCOVE_PANEL_INTEGRITY && (OWN_HOST.test(location.host) || 'debug' in all)
      ? 'alcove-panel.js: script_failed'
      : '',
    Object.assign(createElement('button', {}, ['Try again']), { onclick }),
  ])
}

/**
 * The chat on the page: its launcher and its panel, and how they look. Nothing is on the page yet. Returns
 * the iframe for later, what the second file needs of the page, how to draw what is so, and how to open or
 * close with the focus in mind.
 */
export function createPage(
  given: PageOptions,
  move: (event: 'open' | 'wanted') => void,
  setOpen: (isNext: boolean | undefined, by: Actor) => Promise<void>,
  signal: AbortSignal,
  change: () => void,
) {
  const root = createElement('alcove-root', {
    role: 'complementary',
    'aria-label': 'Chat',
    // For dialogs of React Aria: as a toast, it is no outside.
    'data-react-aria-top-layer': 'true',
  })
  keepOwnEvents(root, signal)
  const launcher = createElement('button', {
    id: 'launcher',
    'aria-haspopup': 'dialog',
  })
  const panel = createElement('div', { id: 'panel', role: 'dialog', 'aria-label': 'Chat' })
  const box = createElement('div', {}, [launcher, panel])
  const iframe = createElement('iframe', {
    title: 'Chat',
    // Without its own origin the frame would have no storage. It is never on the page's origin.
    sandbox:
      // oxlint-disable-next-line react/iframe-missing-sandbox
      'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals',
    allow: 'clipboard-write',
    referrerpolicy: 'no-referrer',
  }) as HTMLIFrameElement
  const shadow = root.attachShadow({ mode: 'open' })
  const setCss = adoptCss(shadow)
  shadow.append(box)
  const [gesture, isOurs, noteHand, withFocus] = createFocus(root, launcher, iframe)
  const retry = () => {
    noteHand()
    move('open')
  }
  const note = createNote(retry, given)

  launcher.onclick = () => setOpen(undefined, 'user')
  // Wherever else the focus is, the second file listens.
  box.onkeydown = ({ key }) => {
    // It gives nothing back: `false` would keep Enter from pressing the launcher.
    if (key === 'Escape') void setOpen(false, 'user')
  }
  // A finger enters as well, before it presses.
  launcher.onpointerenter = launcher.onfocus = () => move('wanted')

  /** What the options say by now is drawn. */
  function restyle() {
    given.read = readOptions(given.all)
    setCss(createCss(given.read))
    launcher.replaceChildren(createIcon(given.read.launcherIcon))
  }
  restyle()

  return [
    iframe,
    { root, panel, retry, restyle, change, signal, gesture, isOurs },
    (isOpen: boolean, failure: unknown, words: unknown) => {
      box.className = (given.scheme ?? given.read.theme) + (isOpen ? ' open' : '')
      launcher.setAttribute('aria-expanded', `${isOpen}`)
      launcher.setAttribute('aria-label', isOpen ? 'Close chat' : given.read.launcherLabel)
      iframe.inert = !isOpen || (failure as boolean)
      // The second file has better words.
      if (failure && !words) panel.append(note)
      else note.remove()
    },
    withFocus,
  ] as const
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
 * @param placeElsewhere does that in its place; where it fails, the root is put there after all.
 * @returns how to put it there.
 */
export function mountRoot(
  root: Element,
  signal: AbortSignal,
  handleChange: () => void,
  placeElsewhere?: false | (() => Promise<unknown>),
): () => void {
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
  const whenIdle: (task: () => unknown, options: object) => unknown =
    window.requestIdleCallback ?? setTimeout
  const insertWhenIdle = () =>
    whenIdle(() => (placeElsewhere ? placeElsewhere().catch(insert) : insert()), {
      timeout: IDLE_TIMEOUT_MS,
    })

  if (ofDocument('readyState') === 'complete') insertWhenIdle()
  else addEventListener('load', insertWhenIdle)
  signal.addEventListener('abort', () => {
    observer.disconnect()
    root.remove()
  })
  return insert
}

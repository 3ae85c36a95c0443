import type { Actor } from './chat-events.ts'
import LAUNCHER_CSS from './launcher.css?inline'
import { adoptCss, createElement, createIcon, ofDocument } from './own-document.ts'
import { keepOwnEvents } from './own-events.ts'
import { readOptions, type HostOptions, type PageOptions } from './page-options.ts'
import type { PageSaid } from './page-said.ts'

/** WebKit passes a press on to a frame for this time, by messages and by timers that the press itself started. */
const PRESS_LIFE_MS = 1_000
const PRESS_STEP_MS = 50

/** Lets the frame take the focus, which WebKit allows only while a press is handled: it may not be ready yet. */
function passPressOn(iframe: HTMLIFrameElement) {
  for (let ms = 0; ms < PRESS_LIFE_MS; ms += PRESS_STEP_MS)
    setTimeout(() => iframe.contentWindow?.postMessage('alcove:press', '*'), ms)
}

/** Where the focus was when the panel opened, and where it returns when the panel closes. */
function createFocus(root: Element, launcher: HTMLElement, iframe: HTMLIFrameElement) {
  let opener = launcher
  /** A person opened the panel, and the frame has not heard of it yet. */
  let hasGesture: boolean | undefined

  const findFocused = () => ofDocument('activeElement') as HTMLElement
  /** Whether no element of the page itself has the focus, but for this one. */
  const isOurs = (except: Element = opener) => [root, document.body, except].includes(findFocused())

  return {
    isOurs,
    noteGesture: () => (hasGesture = true),
    /** Whether the panel may take the focus: asked once for each opening. */
    takeGesture: () => {
      const mayTake = !!hasGesture && isOurs()
      hasGesture = false
      return mayTake
    },
    /** Draws the open or closed panel, and moves the focus with it. */
    follow: (isOpen: boolean, by: Actor, redraw: () => void) => {
      const wasOurs = isOurs(root)
      if (isOpen) {
        opener = wasOurs ? launcher : findFocused()
        // Older browsers do not know `userActivation`; then the focus stays where it is.
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
  }
}

/** How round corners are, in pixels. */
const RADIUS_PX: Readonly<Record<HostOptions['radius'], number>> = {
  sharp: 0,
  soft: 15,
  round: 20,
  pill: 28,
}

/** The style sheet of `launcher.css`, with what the page chose. */
export function createCss({
  zIndex,
  position,
  offsetX,
  offsetY,
  accent,
  radius,
}: HostOptions): string {
  const [edge, side] = position.split('-')
  const colours = accent && `--accent:${accent};--on-accent:${isPale(accent) ? '#000' : '#fff'}`
  const place = `inset-inline-${side}:${offsetX}px;${edge}:max(${offsetY}px,env(safe-area-inset-${edge}))`
  return `${LAUNCHER_CSS}
[class]{${colours}}
#launcher,#panel{z-index:${zIndex};${place};border-radius:${RADIUS_PX[radius]}px}
#panel{margin-${edge}:68px}`
}

/** Whether black has more contrast on a colour than white: from a luminance of 0.18 on. */
function isPale(hex: string): boolean {
  const channel = (index: number) => (parseInt(hex.slice(index, index + 2), 16) / 255) ** 2.2
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5) > 0.18
}

/** Pages on the developer's own machine. */
const OWN_HOST = /^(local|127)/

/** What the panel says when its own file did not come, with a way to try again; the launcher closes it. */
function createNote(onRetry: () => unknown, { all }: PageOptions): Element {
  const button = createElement('button', {}, ['Try again'])
  button.onclick = onRetry
  const isForDeveloper = OWN_HOST.test(location.host) || 'debug' in all
  return createElement('div', { id: 'note', role: 'alert', dir: 'auto' }, [
    'The chat did not load. ',
    isForDeveloper ? 'alcove-panel.js: script_failed' : '',
    button,
  ])
}

/**
 * Launcher and panel, and how they look. Nothing is on the page yet.
 *
 * @param setOpen opens or closes the panel; without a wish the other way round.
 */
export function createPage(
  given: PageSaid,
  move: (event: 'open' | 'wanted') => void,
  setOpen: (isNext: boolean | undefined, by: Actor) => Promise<void>,
  signal: AbortSignal,
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
  const focus = createFocus(root, launcher, iframe)
  const retry = () => {
    focus.noteGesture()
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

  /** Draws the options as they are now. */
  function restyle() {
    given.read = readOptions(given.all)
    setCss(createCss(given.read))
    launcher.replaceChildren(createIcon(given.read.launcherIcon))
  }
  restyle()

  function draw(isOpen: boolean, hasFailed: boolean) {
    box.className = (given.scheme ?? given.read.theme) + (isOpen ? ' open' : '')
    launcher.setAttribute('aria-expanded', `${isOpen}`)
    launcher.setAttribute('aria-label', isOpen ? 'Close chat' : given.read.launcherLabel)
    iframe.inert = !isOpen || hasFailed
    // The second file has better words.
    if (hasFailed && !given.side) panel.append(note)
    else note.remove()
  }

  return { root, panel, iframe, focus, retry, restyle, draw }
}

/** How often a removed root is put back, so that a page that insists is not fought for ever. */
export const HEAL_LIMIT = 100

/** How long a busy page may delay the launcher after its `load`. Safari knows no idle time. */
const IDLE_TIMEOUT_MS = 2_000

/**
 * Puts the root on the document element once the page has loaded and is idle (a framework that
 * hydrates the whole document must be done by then), and again whenever it was removed.
 *
 * @param onChange the root is on the page, or something beside it came or went.
 * @param placeElsewhere puts the root in another place; where it fails, the document element takes it.
 * @returns how to put it there at once.
 */
export function mountRoot(
  root: Element,
  signal: AbortSignal,
  onChange: () => void,
  placeElsewhere?: () => Promise<unknown>,
): () => void {
  const page = ofDocument('documentElement')
  let heals = 0

  const observer = new MutationObserver(() => {
    if (!root.isConnected && heals++ < HEAL_LIMIT) page.append(root)
    onChange()
  })
  const insert = () => {
    if (signal.aborted) return
    page.append(root)
    observer.observe(page, { childList: true })
    onChange()
  }
  const mount = () => {
    if (placeElsewhere) placeElsewhere().catch(insert)
    else insert()
  }
  const mountWhenIdle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(mount, { timeout: IDLE_TIMEOUT_MS })
    else setTimeout(mount)
  }

  if (ofDocument('readyState') === 'complete') mountWhenIdle()
  else addEventListener('load', mountWhenIdle)
  signal.addEventListener('abort', () => {
    observer.disconnect()
    root.remove()
  })
  return insert
}

import type { Actor } from './chat-events.ts'
import LAUNCHER_CSS from './launcher.css?inline'
import { adoptCss, createElement, createIcon, ofDocument } from './own-document.ts'
import { keepOwnEvents } from './own-events.ts'
import { readOptions, type HostOptions, type PageOptions } from './page-options.ts'
import type { PageState } from './page-state.ts'

/** WebKit accepts a press in a frame for this long, through messages and timers that the press itself started. */
const PRESS_LIFE_MS = 1_000
const PRESS_STEP_MS = 50

/**
 * Lets the frame take the focus, which WebKit allows only during a press. Repeated, because the frame may not
 * be ready.
 */
function passPressOn(iframe: HTMLIFrameElement) {
  for (let ms = 0; ms < PRESS_LIFE_MS; ms += PRESS_STEP_MS)
    setTimeout(() => iframe.contentWindow?.postMessage('alcove:press', '*'), ms)
}

/** Keeps the element that had the focus when the panel opened, and returns the focus to it on closing. */
function createFocus(root: Element, launcher: HTMLElement, iframe: HTMLIFrameElement) {
  let opener = launcher
  /** A person opened the panel, and the frame has not been notified of it. */
  let hasGesture: boolean | undefined

  const findFocused = () => ofDocument('activeElement') as HTMLElement
  /** Whether no element of the page has the focus, except this one. */
  const isOurs = (except: Element = opener) => [root, document.body, except].includes(findFocused())

  return {
    isOurs,
    noteGesture: () => (hasGesture = true),
    /** Whether the panel may take the focus. Called once per opening. */
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
        // Older browsers do not have `userActivation`; there the focus stays in its place.
        hasGesture = by === 'user' || navigator.userActivation?.isActive
        if (hasGesture) passPressOn(iframe)
      }
      redraw()
      if (!isOpen && wasOurs) {
        launcher.focus()
        // If the opener was removed or cannot be focused, the launcher keeps the focus.
        opener.focus()
      }
    },
  }
}

/** Radius of corners, in pixels. */
const RADIUS_PX: Readonly<Record<HostOptions['radius'], number>> = {
  sharp: 0,
  soft: 15,
  round: 20,
  pill: 28,
}

/** The style sheet of `launcher.css` with the page's options. */
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

/** Whether black has more contrast on a colour than white, which is so from a luminance of 0.18. */
function isPale(hex: string): boolean {
  const channel = (index: number) => (parseInt(hex.slice(index, index + 2), 16) / 255) ** 2.2
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5) > 0.18
}

/** Hosts of the developer's own machine. */
export const OWN_HOST = /^(local|127)/

/** The panel's error if its own file did not load, with a button that tries again. The launcher closes it. */
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
 * Creates launcher and panel, without adding them to the page.
 *
 * @param setOpen opens or closes the panel; toggles it if `isNext` is undefined.
 */
export function createPage(
  given: PageState,
  move: (event: 'open' | 'wanted') => void,
  setOpen: (isNext: boolean | undefined, by: Actor) => Promise<void>,
  signal: AbortSignal,
) {
  const root = createElement('alcove-root', {
    role: 'complementary',
    'aria-label': 'Chat',
    // Dialogs of React Aria ignore presses on toasts, but close on others outside.
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
    // Without `allow-same-origin` the frame would have no storage. Its origin always differs from the page's.
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
  // For a focus elsewhere, the second file listens.
  box.onkeydown = ({ key }) => {
    // No return value: `false` would keep Enter from pressing the launcher.
    if (key === 'Escape') void setOpen(false, 'user')
  }
  // A finger fires `pointerenter` as well, before it presses.
  launcher.onpointerenter = launcher.onfocus = () => move('wanted')

  /** Applies the current options. */
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
    // The second file shows a better text.
    if (hasFailed && !given.side) panel.append(note)
    else note.remove()
  }

  return { root, panel, iframe, focus, retry, restyle, draw }
}

/** How often a removed root is put back, so that a page that keeps removing it is not fought without end. */
export const HEAL_LIMIT = 100

/** How long a busy page may delay the launcher after its `load`. Safari has no `requestIdleCallback`. */
const IDLE_TIMEOUT_MS = 2_000

/**
 * Adds the root to the document element once the page has loaded and is idle (a framework that hydrates the
 * whole document must be done by then), and again when it is removed.
 *
 * @param onChange called when the root was added, or a sibling was added or removed.
 * @param placeElsewhere puts the root in another place; if it fails, the document element is used.
 * @returns a function that adds it at once.
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

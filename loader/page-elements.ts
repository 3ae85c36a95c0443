import type { ColorScheme } from '../shared/bridge/contract.ts'
import type { Actor } from './chat-events.ts'
import LAUNCHER_CSS from './launcher.css?inline'
import { createShell } from './create-shell.ts'
import type { FrameView } from './frame-progress.ts'
import { keepInWindow } from './keep-in-window.ts'
import { adoptCss, createElement, createIcon, isFocused, ofDocument } from './own-document.ts'
import { keepOwnEvents } from './own-events.ts'
import { readOptions, type HostOptions, type PageOptions } from './page-options.ts'
import type { PageState } from './page-state.ts'
import SHELL_CSS from './shell.css?inline'

/** WebKit accepts a press in a frame for this long, through messages and timers that the press itself started. */
const PRESS_LIFE_MS = 1_000
const PRESS_STEP_MS = 50

/**
 * Lets the frame take the focus, which WebKit allows only during a press. Repeated, because the frame may not
 * be ready.
 */
function passPressOn(iframe: HTMLIFrameElement, isOurs: () => boolean, signal: AbortSignal) {
  for (let ms = 0; ms < PRESS_LIFE_MS; ms += PRESS_STEP_MS)
    setTimeout(() => {
      if (!signal.aborted && isOurs() && isFocused())
        iframe.contentWindow?.postMessage('alcove:press', '*')
    }, ms)
}

/** Keeps the element that had the focus when the panel opened, and returns the focus to it on closing. */
function createFocus(
  root: Element,
  launcher: HTMLElement,
  closeButton: HTMLElement,
  iframe: HTMLIFrameElement,
  /** Aborted when the chat is destroyed. */
  signal: AbortSignal,
) {
  let opener = launcher
  /** A person opened the panel, and the frame has not been notified of it. */
  let hasGesture: boolean | undefined

  const findFocused = () => ofDocument('activeElement') as HTMLElement
  /** Whether no element of the page has the focus, except this one. */
  const isOurs = (except: Element = opener) =>
    [root, iframe, document.body, except].includes(findFocused())

  return {
    isOurs,
    /** Gives the focus to a frame that takes keys before it is connected. The gesture stays for the connection. */
    enter: () => {
      if (hasGesture && isOurs()) passPressOn(iframe, isOurs, signal)
    },
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
        hasGesture = by === 'user' || (by === 'api' && navigator.userActivation?.isActive)
        if (hasGesture) passPressOn(iframe, isOurs, signal)
      }
      redraw()
      // Beside a sheet there is no launcher, and a hidden element loses the focus.
      if (hasGesture && isOpen && wasOurs && getComputedStyle(launcher).visibility === 'hidden')
        closeButton.focus()
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

/** The style sheets of launcher and panel with the page's options. A sheet of a phone takes precedence over these. */
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
#panel{margin-${edge}:68px}
${SHELL_CSS}`
}

/** Whether black has more contrast on a colour than white, which is so from a luminance of 0.18. */
function isPale(hex: string): boolean {
  const channel = (index: number) => (parseInt(hex.slice(index, index + 2), 16) / 255) ** 2.2
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5) > 0.18
}

/** Hosts of the developer's own machine. */
export const OWN_HOST = /^(local|127)/

interface CardTexts {
  readonly title: string
  readonly advice?: string
  /** For the page's developer. */
  readonly cause: string
}

/** A card for as long as the second file, which has better ones, is missing. */
function createCard(
  { all }: PageOptions,
  { title, advice, cause }: CardTexts,
  onRetry?: () => unknown,
): Element {
  const isForDeveloper = OWN_HOST.test(location.host) || 'debug' in all
  const card = createElement('div', { class: 'card', role: 'alert', dir: 'auto' }, [
    createElement('b', {}, [title]),
  ])
  if (advice) card.append(createElement('p', {}, [advice]))
  if (isForDeveloper) card.append(createElement('code', {}, [cause]))
  if (onRetry) {
    const button = createElement('button', {}, ['Try again'])
    button.onclick = onRetry
    card.append(button)
  }
  return card
}

/**
 * Creates launcher and panel, without adding them to the page.
 *
 * @param setOpen opens or closes the panel; toggles it if `isNext` is undefined.
 */
export function createPage(
  given: PageState,
  getScheme: () => ColorScheme,
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
  const shell = createShell(() => setOpen(false, 'user'))
  const panel = createElement('div', { id: 'panel', role: 'dialog', 'aria-label': 'Chat' }, [
    shell.element,
    createElement('slot', {}),
  ])
  const box = createElement('div', {}, [launcher, panel])
  // A child of the root, not of its shadow: Firefox reloads a frame in a shadow root that is moved.
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
  keepInWindow(root, box, signal)
  const focus = createFocus(root, launcher, shell.closeButton, iframe, signal)
  const retry = () => {
    focus.noteGesture()
    move('open')
  }
  const failedTexts = {
    title: 'The chat did not load.',
    advice: 'Check your connection, then try again.',
    cause: 'alcove-panel.js: script_failed',
  }
  const failedCard = createCard(given, failedTexts, retry)
  const lateCard = createCard(given, {
    title: 'This takes longer than usual…',
    cause: 'alcove-panel.js',
  })

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

  function draw(isOpen: boolean, { isShown, isLate, failure }: FrameView) {
    box.className = getScheme() + (isOpen ? ' open' : '')
    panel.classList.toggle('shown', isShown)
    launcher.setAttribute('aria-expanded', `${isOpen}`)
    launcher.setAttribute('aria-label', isOpen ? 'Close chat' : given.read.launcherLabel)
    iframe.inert = !isOpen || !!failure
    if (!given.side) shell.show(failure ? failedCard : isLate ? lateCard : undefined)
    // The shell is hidden now, and the focus must not be lost with it.
    if (isOpen && isShown && shell.element.contains(shadow.activeElement)) iframe.focus()
  }

  return { root, panel, iframe, shell, focus, retry, restyle, draw }
}

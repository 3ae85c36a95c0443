// Page and chat keep clear of each other: the chat of bars and banners, the page of a sidebar.
import { ofDocument } from '../own-document.ts'
import type { HostPage } from '../panel/host-page.ts'

/** Height and width of the launcher, in pixels. */
const LAUNCHER_PX = 56
/** Distance between the launcher and the page's elements, in pixels. */
const GAP_PX = 12

/**
 * Distances from the launcher's edge to the far edge of a bubble above it, at which elements of the page are
 * searched.
 */
const BUBBLE_STEPS_PX = [LAUNCHER_PX / 2, LAUNCHER_PX + 40, LAUNCHER_PX + 80, LAUNCHER_PX + 120]

/** With an open phone keyboard, at most this fraction of the height is visible. */
const KEYBOARD_LEFT = 0.7

/** Elements of the page in the chat's corner. */
export interface PageCorner {
  /** Starts observing these elements. */
  readonly follow: (avoid: string | undefined) => void
  /**
   * Distance in pixels by which the chat has to move away from the edge.
   *
   * @param withFocus also keep clear of the page's focused element.
   */
  readonly measure: (withFocus?: boolean) => number
  /** Whether no bar or banner of the page is in the place of a bubble. */
  readonly isFree: () => boolean
}

/** @param onChange called when the measured values may have changed. */
export function createPageCorner(
  { root, launcher, panel, given, signal }: HostPage,
  onChange: () => void,
): PageCorner {
  let selector: string | undefined
  let watched: Element[] = []

  const find = (): Element[] =>
    selector === undefined ? [] : [...ofDocument('querySelectorAll').call(document, selector)]

  const look = () => {
    const found = find()
    if (found.length !== watched.length || found.some((each, index) => each !== watched[index])) {
      sizes.disconnect()
      for (const element of found) sizes.observe(element)
      watched = found
    }
    onChange()
  }
  const sizes = new ResizeObserver(() => onChange())
  // Banners are added to the body and removed again.
  const arrivals = new MutationObserver(look)

  window.addEventListener('resize', onChange, { signal })
  signal.addEventListener('abort', () => {
    sizes.disconnect()
    arrivals.disconnect()
  })

  const readEdge = () => ({
    isAtTop: given.read.position.startsWith('top'),
    offset: Number(given.read.offsetY),
  })

  /** The launcher's horizontal position; the panel's if the launcher is hidden. */
  const findColumn = () => (launcher.offsetWidth > 0 ? launcher : panel).getBoundingClientRect()

  function measure(withFocus = false): number {
    const { left, right } = findColumn()
    const { isAtTop, offset } = readEdge()
    const focused = withFocus && findFocused(root)
    const shifts = watched.concat(focused || []).map((element) => {
      const box = element.getBoundingClientRect()
      const isBeside = box.right <= left || box.left >= right || box.height === 0
      const [near, far] = isAtTop
        ? [box.top, box.bottom]
        : [innerHeight - box.bottom, innerHeight - box.top]
      // An element that covers most of the window is not a bar: it is in front of everything, or temporary.
      const isBar = near <= offset + LAUNCHER_PX && far <= innerHeight / 2
      return isBeside || !isBar ? 0 : far + GAP_PX - offset
    })
    return Math.max(0, ...shifts)
  }

  return {
    follow(avoid) {
      if (avoid === selector) return
      selector = avoid
      if (avoid !== undefined) arrivals.observe(document.body, { childList: true })
      look()
    },
    measure,
    isFree() {
      const { left, right } = findColumn()
      const { isAtTop, offset } = readEdge()
      // From the launcher's current position to the height of a bubble.
      const start = offset + measure()
      return BUBBLE_STEPS_PX.every((step) => {
        const y = isAtTop ? start + step : innerHeight - start - step
        return ofDocument('elementsFromPoint')
          .call(document, (left + right) / 2, y)
          .every((element) => root.contains(element) || !isFixed(element))
      })
    },
  }
}

/** The page's focused element as a keyboard user perceives it, also inside shadow roots. */
export function findFocused(root: Element): Element | undefined {
  let focused = ofDocument('activeElement')
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  return focused?.matches(':focus-visible') && !isOurs(root, focused) ? focused : undefined
}

const isOurs = (root: Element, element: Element) =>
  root.contains(element) || element.getRootNode() === root.shadowRoot

/**
 * Whether the user types into the page on a phone whose keyboard shrinks the visible area, so that there is
 * no room for a launcher.
 */
export function isTypedInto(root: Element): boolean {
  const { availWidth, availHeight, orientation } = screen
  const { height, scale } = window.visualViewport ?? { height: innerHeight, scale: 1 }
  const isWide = orientation?.type.startsWith('landscape')
  // Some browsers report the screen's sides as if the phone had not been turned.
  const full = (isWide ? Math.min : Math.max)(availWidth, availHeight)
  return (
    matchMedia('(pointer:coarse)').matches &&
    height * scale < full * KEYBOARD_LEFT &&
    findFocused(root)?.matches(':read-write') === true
  )
}

/** True if the element or an ancestor is `position: fixed` or `sticky`. */
function isFixed(element: Element | null): boolean {
  for (let each = element; each; each = each.parentElement) {
    if (/fixed|sticky/.test(getComputedStyle(each).position)) return true
  }
  return false
}

/**
 * Returns a function that sets whether a sidebar pushes the page aside. It sets one margin on the document
 * element, and restores the earlier value afterwards. A page without any user interaction is not moved.
 */
export function createPageMargin(
  panel: HTMLElement,
  signal: AbortSignal,
): (isPushed: boolean) => void {
  const page = ofDocument('documentElement')
  let undo: (() => void) | undefined
  /** The margin that was set last. */
  let set: readonly [name: string, value: string] | undefined

  function readMargin() {
    const { left, width } = panel.getBoundingClientRect()
    // By position, because the page's text may run in either direction.
    const name = left > innerWidth - left - width ? 'margin-right' : 'margin-left'
    // A sheet covers the page, so there is nothing to push.
    return panel.offsetWidth < innerWidth ? ([name, `${panel.offsetWidth}px`] as const) : undefined
  }

  function change(next: typeof set) {
    if (String(next) === String(set)) return
    undo?.()
    undo = undefined
    set = next
    if (!next) return
    const [name, value] = next
    const style = page.getAttribute('style')
    const before = [
      page.style.getPropertyValue(name),
      page.style.getPropertyPriority(name),
    ] as const
    page.style.setProperty(name, value, 'important')
    undo = () => {
      page.style.setProperty(name, ...before)
      if (style === null && page.getAttribute('style') === '') page.removeAttribute('style')
    }
  }

  const setMargin = (isPushed: boolean) => {
    if (!isPushed) change(undefined)
    // Older browsers do not have `userActivation`.
    else if ((navigator as Partial<Navigator>).userActivation?.hasBeenActive ?? true) {
      change(readMargin())
    }
  }
  signal.addEventListener('abort', () => setMargin(false))
  return setMargin
}

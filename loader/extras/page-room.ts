// How page and chat keep out of the way of each other: the chat of bars and banners, the page of a sidebar.
import { ofDocument } from '../own-document.ts'
import type { HostPage } from '../panel/host-page.ts'

/** Height and width of the launcher, in pixels. */
const LAUNCHER_PX = 56
/** Between the launcher and what it keeps away from. */
const GAP_PX = 12

/** From the launcher's edge to the far edge of a bubble over it, where something of the page may stand. */
const BUBBLE_STEPS_PX = [LAUNCHER_PX / 2, LAUNCHER_PX + 40, LAUNCHER_PX + 80, LAUNCHER_PX + 120]

/** Where a phone's keyboard is open, at most this much of the height is left. */
const KEYBOARD_LEFT = 0.7

/** What of the page stands where the chat wants to stand. */
export interface PageCorner {
  /** Looks at these from now on. */
  readonly follow: (avoid: string | undefined) => void
  /**
   * How far everything has to move from the edge, in pixels.
   *
   * @param withFocus off what has the focus on the page, too.
   */
  readonly measure: (withFocus?: boolean) => number
  /** Whether no bar or banner of the page's own is where a bubble would be. */
  readonly isFree: () => boolean
}

/** @param onChange called when it may be another. */
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
  // Banners are put into the body, and taken out of it again.
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

  /** Where it stands from side to side; of a launcher that is not shown, the panel does. */
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
      // What covers most of the window is no bar: it is in front of everything, or gone soon.
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
      // From where the launcher stands by now, to the height of a bubble.
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

/** What of the page itself has the focus, as whoever goes through it by keys sees it, in an element of its own too. */
export function findFocused(root: Element): Element | undefined {
  let focused = ofDocument('activeElement')
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  return focused?.matches(':focus-visible') && !isOurs(root, focused) ? focused : undefined
}

const isOurs = (root: Element, element: Element) => element.getRootNode() === root.shadowRoot

/**
 * Whether somebody types into the page on a phone whose keyboard makes what can be seen smaller: there is no room left
 * for a launcher.
 */
export function isTypedInto(root: Element): boolean {
  const { availWidth, availHeight, orientation } = screen
  const { height, scale } = window.visualViewport ?? { height: innerHeight, scale: 1 }
  const isWide = orientation?.type.startsWith('landscape')
  // Some tell the screen's sides as if nobody had turned it.
  const full = (isWide ? Math.min : Math.max)(availWidth, availHeight)
  return (
    matchMedia('(pointer:coarse)').matches &&
    height * scale < full * KEYBOARD_LEFT &&
    findFocused(root)?.matches(':read-write') === true
  )
}

/** Whether it stands still when the page scrolls, itself or with what it is in. */
function isFixed(element: Element | null): boolean {
  for (let each = element; each; each = each.parentElement) {
    if (/fixed|sticky/.test(getComputedStyle(each).position)) return true
  }
  return false
}

/**
 * Returns how to say whether a sidebar pushes the page aside: one margin on the document element, gone
 * afterwards as if it had never been. A page that nobody has touched yet is not moved.
 */
export function createPageMargin(
  panel: HTMLElement,
  signal: AbortSignal,
): (isPushed: boolean) => void {
  const page = ofDocument('documentElement')
  let undo: (() => void) | undefined
  /** As it was set last. */
  let set: readonly [name: string, value: string] | undefined

  function readMargin() {
    const { left, width } = panel.getBoundingClientRect()
    // By where it lies: the page may be written from either side.
    const name = left > innerWidth - left - width ? 'margin-right' : 'margin-left'
    // A sheet covers the page; there is nothing to push.
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
    // Older browsers do not tell.
    else if ((navigator as Partial<Navigator>).userActivation?.hasBeenActive ?? true) {
      change(readMargin())
    }
  }
  signal.addEventListener('abort', () => setMargin(false))
  return setMargin
}

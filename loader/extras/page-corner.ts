import { ofDocument } from '../own-document.ts'
import type { HostPage } from '../panel/host-page.ts'

/** Height and width of the launcher, in pixels. */
const LAUNCHER_PX = 56
/** Between the launcher and what it keeps away from. */
const GAP_PX = 12

/** What of the page stands where the chat wants to stand. */
export interface PageCorner {
  /** Looks at these from now on. */
  readonly follow: (avoid: string | undefined) => void
  /** How far everything has to move from the edge, in pixels. */
  readonly measure: () => number
  /** Whether no bar or banner of the page's own is where a bubble would be. */
  readonly isFree: () => boolean
}

/** @param onChange called when it may be another. */
export function createPageCorner(
  { root, launcher, given, signal }: HostPage,
  onChange: () => void,
): PageCorner {
  let selector: string | undefined
  let watched: readonly Element[] = []

  const find = (): readonly Element[] =>
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

  return {
    follow(avoid) {
      if (avoid === selector) return
      selector = avoid
      if (avoid !== undefined) arrivals.observe(document.body, { childList: true })
      look()
    },
    measure() {
      const { left, right } = launcher.getBoundingClientRect()
      const isAtTop = given.read.position.startsWith('top')
      const reach = Number(given.read.offsetY) + LAUNCHER_PX
      const shifts = watched.map((element) => {
        const box = element.getBoundingClientRect()
        const isBeside = box.right <= left || box.left >= right || box.height === 0
        const depth = isAtTop ? box.bottom : innerHeight - box.top
        const isFar = isAtTop ? box.top > reach : innerHeight - box.bottom > reach
        // What covers most of the window is no bar: it is in front of everything, or gone soon.
        return isBeside || isFar || depth > innerHeight / 2 ? 0 : depth + GAP_PX
      })
      return Math.max(0, ...shifts.map((shift) => shift - Number(given.read.offsetY)))
    },
    isFree() {
      const { left, right, top, bottom } = launcher.getBoundingClientRect()
      const middle = (left + right) / 2
      const isAtTop = given.read.position.startsWith('top')
      const points = [0, 1, 2, 3].map(
        (step) => (isAtTop ? bottom : top) + (isAtTop ? 1 : -1) * step * 40,
      )
      return points.every((y) =>
        ofDocument('elementsFromPoint')
          .call(document, middle, y)
          .every((element) => root.contains(element) || !isFixed(element)),
      )
    },
  }
}

/** Whether it stands still when the page scrolls, itself or with what it is in. */
function isFixed(element: Element | null): boolean {
  for (let each = element; each; each = each.parentElement) {
    if (/fixed|sticky/.test(getComputedStyle(each).position)) return true
  }
  return false
}

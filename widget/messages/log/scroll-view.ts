/** What a log is made of, for whoever moves its view. */
export interface LogElements {
  readonly log: HTMLElement
  readonly content: HTMLElement
  /** An empty box that keeps enough room below a held turn. */
  readonly floor: HTMLElement
}

/** Below the 300 ms that a jump to the end may take, and the 250 ms in which a turn is in place. */
const SCROLL_MS = 200
/** Farther from the end, in heights of the view, most of the way is jumped. */
const FAR_PORTS = 3

/** Moves the view of a log, and knows its own moves from those of others. */
export interface ScrollMover {
  to(top: number): void
  toEnd(): void
  /**
   * Moves to `target()`, which is asked every frame because the content may still grow. Instant with
   * reduced motion.
   */
  glide(target: () => number): void
  /** Moves most of a long way at once: it would be drawn on the way, for nobody to see. */
  glideToEnd(): void
  isGliding(): boolean
  /** Leaves the view where it is. */
  stop(): void
  /** Whether the scroll event that has just come is about a move of this one. */
  takeOwn(): boolean
}

export function createScrollMover(log: HTMLElement): ScrollMover {
  let ownTop: number | null = null
  let frame = 0

  function to(top: number): void {
    const before = log.scrollTop
    log.scrollTop = top
    // The browser clamps and rounds; the event to expect is about what it made of it.
    ownTop = log.scrollTop === before ? null : log.scrollTop
  }

  function stop(): void {
    cancelAnimationFrame(frame)
    frame = 0
  }

  function glide(target: () => number): void {
    stop()
    const isStill = document.documentElement.hasAttribute('data-still')
    if (isStill || matchMedia('(prefers-reduced-motion: reduce)').matches) return to(target())
    const from = log.scrollTop
    const startedAt = performance.now()
    const step = (now: number): void => {
      const progress = Math.min(1, Math.max(0, (now - startedAt) / SCROLL_MS))
      const eased = 1 - (1 - progress) ** 3
      to(from + (target() - from) * eased)
      frame = progress < 1 ? requestAnimationFrame(step) : 0
    }
    frame = requestAnimationFrame(step)
  }

  return {
    to,
    toEnd: () => to(log.scrollHeight),
    glide,
    glideToEnd() {
      stop()
      const endTop = () => log.scrollHeight - log.clientHeight
      const end = endTop()
      if (end - log.scrollTop > FAR_PORTS * log.clientHeight) to(end - log.clientHeight)
      glide(endTop)
    },
    isGliding: () => frame !== 0,
    stop,
    takeOwn() {
      const isOwn = ownTop !== null && Math.abs(log.scrollTop - ownTop) <= 1
      ownTop = null
      return isOwn
    },
  }
}

/** Space between the header and the turn that is held under it. */
export const ANCHOR_OFFSET_PX = 12
const LONG_TURN_LINES = 10
const SHOWN_LINES = 6
const LINE_PX = 24

/**
 * Where the view starts when the turn at `turnTop` is held under the header. Of a long question
 * only the last lines stay, or its answer would begin out of sight.
 */
export function anchorTop(turnTop: number, turnHeight: number, lineHeight: number): number {
  const isLong = turnHeight > LONG_TURN_LINES * lineHeight
  const hidden = isLong ? turnHeight - SHOWN_LINES * lineHeight : 0
  return Math.max(0, turnTop + hidden - ANCHOR_OFFSET_PX)
}

/** The turn that is held under the header, with room below it. */
export interface HeldTurn {
  /** `null` lets go of the one that is held. */
  hold(turn: HTMLElement | null): void
  turn(): HTMLElement | null
  /** Where the view starts. */
  top(): number
  /** Gives it as much room as it needs now. */
  layFloor(): void
}

export function createHeldTurn({ log, content, floor }: LogElements): HeldTurn {
  let held: HTMLElement | null = null

  function top(): number {
    if (held === null) return 0
    const lineHeight = Number.parseFloat(getComputedStyle(content).lineHeight) || LINE_PX
    return anchorTop(held.offsetTop, held.offsetHeight, lineHeight)
  }

  function layFloor(): void {
    const room = held === null ? 0 : top() + log.clientHeight - 1
    floor.style.insetBlockStart = `${room}px`
    floor.hidden = held === null
  }

  return {
    hold(turn) {
      held = turn
      layFloor()
    },
    turn: () => held,
    top,
    layFloor,
  }
}

/** The message at the upper edge of the view, and where both were. */
export interface ReadingPlace {
  readonly element: HTMLElement
  readonly top: number
  readonly scrollTop: number
}

/** Binary search, since it runs on every scroll of a long thread. */
export function findReadingPlace(log: HTMLElement, content: HTMLElement): ReadingPlace | null {
  const { scrollTop } = log
  const { children } = content
  let low = 0
  let high = children.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    const child = children[middle] as HTMLElement
    if (child.offsetTop + child.offsetHeight > scrollTop) high = middle
    else low = middle + 1
  }
  const found = children[low] as HTMLElement | undefined
  // A folded block may be drawn the next moment, and would be no mark then.
  const isMark = found?.tagName === 'ARTICLE' || found?.nextElementSibling?.tagName !== 'ARTICLE'
  const element = isMark ? found : (found?.nextElementSibling as HTMLElement | undefined)
  return element === undefined ? null : { element, top: element.offsetTop, scrollTop }
}

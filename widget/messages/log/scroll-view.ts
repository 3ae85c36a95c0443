/** The elements of a log, for code that moves its view. */
export interface LogElements {
  readonly log: HTMLElement
  readonly content: HTMLElement
  /** An empty box that keeps enough space below a held turn. */
  readonly floor: HTMLElement
}

/** Less than the 300 ms allowed for a jump to the end, and the 250 ms in which a turn is in place. */
const SCROLL_MS = 200
/** Distance in heights of the view beyond which most of the way is jumped. */
const FAR_PORTS = 3

/** Moves the view of a log, and tells its own scroll events from others. */
export interface ScrollMover {
  to(top: number): void
  toEnd(): void
  /**
   * Scrolls smoothly to `target()`, which is called every frame because the content may still grow. Instant with
   * reduced motion.
   */
  glide(target: () => number): void
  /** Jumps most of a long way, since drawing the messages in between would be wasted. */
  glideToEnd(): void
  isGliding(): boolean
  /** Stops at the current position. */
  stop(): void
  /** True if the scroll event that just arrived comes from this mover. */
  takeOwn(): boolean
}

export function createScrollMover(log: HTMLElement): ScrollMover {
  let ownTop: number | null = null
  let frame = 0

  function to(top: number): void {
    const before = log.scrollTop
    log.scrollTop = top
    // The browser clamps and rounds, so the expected position is read back.
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
 * Scroll position that holds the turn at `turnTop` under the header. Of a long question only the last lines stay
 * visible, so that its answer begins on screen.
 */
export function anchorTop(turnTop: number, turnHeight: number, lineHeight: number): number {
  const isLong = turnHeight > LONG_TURN_LINES * lineHeight
  const hidden = isLong ? turnHeight - SHOWN_LINES * lineHeight : 0
  return Math.max(0, turnTop + hidden - ANCHOR_OFFSET_PX)
}

/**
 * As `top`, or lower if a question to the person would end below the view: such a question is seen whole, or from
 * its beginning if it is higher than the view.
 */
export function questionTop(
  top: number,
  question: { readonly top: number; readonly height: number },
  portHeight: number,
): number {
  const end = question.top + question.height + ANCHOR_OFFSET_PX
  return Math.max(top, Math.min(end - portHeight, question.top - ANCHOR_OFFSET_PX))
}

/** The turn that is held under the header, with space below it. */
export interface HeldTurn {
  /** `null` releases the held turn. */
  hold(turn: HTMLElement | null): void
  turn(): HTMLElement | null
  /** Scroll position that holds the turn. */
  top(): number
  /** Gives the floor the height that the turn needs now. */
  layFloor(): void
}

export function createHeldTurn({ log, content, floor }: LogElements): HeldTurn {
  let held: HTMLElement | null = null

  function top(): number {
    if (held === null) return 0
    const lineHeight = Number.parseFloat(getComputedStyle(content).lineHeight) || LINE_PX
    const turnTop = anchorTop(held.offsetTop, held.offsetHeight, lineHeight)
    const question = [...content.querySelectorAll('.decision')].at(-1)
    if (!question) return turnTop
    const { top: questionStart, height } = question.getBoundingClientRect()
    const startInLog = questionStart - log.getBoundingClientRect().top + log.scrollTop
    return questionTop(turnTop, { top: startInLog, height }, log.clientHeight)
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

/** The message at the upper edge of the view, with both positions. */
export interface ReadingPlace {
  readonly element: HTMLElement
  readonly top: number
  readonly scrollTop: number
}

/** Binary search, since this runs on every scroll of a long thread. */
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
  // A folded block may be drawn at any time, so it is unusable as a mark.
  const isMark = found?.tagName === 'ARTICLE' || found?.nextElementSibling?.tagName !== 'ARTICLE'
  const element = isMark ? found : (found?.nextElementSibling as HTMLElement | undefined)
  return element === undefined ? null : { element, top: element.offsetTop, scrollTop }
}

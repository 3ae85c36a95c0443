import { anchorTop } from './anchor-top.ts'
import { animateScroll } from './animate-scroll.ts'
import type { ScrollAnimation } from './animate-scroll.ts'
import { listenScrollIntent } from './listen-scroll-intent.ts'
import { findReadingPlace } from './reading-place.ts'
import type { ReadingPlace } from './reading-place.ts'
import { initialScrollState, reduceScroll } from './scroll-state.ts'
import type { ScrollEvent, ScrollSetting } from './scroll-state.ts'

export interface ScrollPlace {
  /** Something is hidden above. */
  readonly isScrolled: boolean
  /** Far enough from the end that "Scroll to latest" is offered. */
  readonly isAway: boolean
  /** Content arrived while the reader was away. */
  readonly hasNew: boolean
}

export interface ScrollKeeper {
  /** Another thread is shown: go to its end. */
  opened(): void
  /** The reader sent the message that `turn` shows. */
  sent(turn: HTMLElement): void
  scrollToLatest(): void
  destroy(): void
}

export interface ScrollKeeperElements {
  readonly log: HTMLElement
  readonly content: HTMLElement
  /** An empty box that keeps enough room below a held turn. */
  readonly floor: HTMLElement
}

/** Distance from the end beyond which "Scroll to latest" is offered. */
const AWAY_PX = 64
/** Farther from the end, in heights of the view, most of the way is jumped. */
const FAR_PORTS = 3

/**
 * Moves the view by the rules of {@link reduceScroll}. Layout is read only where it is clean: in
 * resize and scroll callbacks, never in the stream's path.
 */
export function createScrollKeeper(
  { log, content, floor }: ScrollKeeperElements,
  setting: ScrollSetting,
  onPlace: (place: ScrollPlace) => void,
): ScrollKeeper {
  let state = initialScrollState
  let place: ScrollPlace = { isScrolled: false, isAway: false, hasNew: false }
  let held: HTMLElement | null = null
  let ownTop: number | null = null
  let reading: ReadingPlace | null = null
  let contentHeight = 0
  let isUnfolding = false
  let animation: ScrollAnimation | null = null
  let sending = 0

  const metrics = () => ({ top: log.scrollTop, height: log.scrollHeight, port: log.clientHeight })

  function dispatch(event: ScrollEvent): void {
    const mode = state.mode
    state = reduceScroll(state, event, setting)
    if (state.mode !== mode || state.mode === 'free') animation?.stop()
  }

  const hasMessages = () => content.querySelector('article') !== null

  function setTop(top: number): void {
    const before = log.scrollTop
    log.scrollTop = top
    // The browser clamps and rounds; the event to expect is about what it made of it.
    ownTop = log.scrollTop === before ? null : log.scrollTop
  }

  function heldTop(): number {
    if (held === null) return 0
    const lineHeight = Number.parseFloat(getComputedStyle(content).lineHeight) || 24
    return anchorTop(held.offsetTop, held.offsetHeight, lineHeight)
  }

  function layFloor(): void {
    const room = held === null ? 0 : heldTop() + log.clientHeight - 1
    floor.style.insetBlockStart = `${room}px`
    floor.hidden = held === null
  }

  function keepPlace(): void {
    // An animation asks for its target itself.
    if (animation?.isRunning()) return
    // What stands in for messages is read from its beginning.
    if (!hasMessages()) return
    if (state.mode === 'follow') setTop(log.scrollHeight)
    else if (state.mode === 'anchor') setTop(heldTop())
    else if (reading?.element.isConnected) {
      const moved = reading.element.offsetTop - reading.top
      // Where the browser has scroll anchoring, it has already done this, and nothing changes.
      if (moved !== 0) setTop(reading.scrollTop + moved)
    }
  }

  function notePlace(hasGrown: boolean): void {
    reading = findReadingPlace(log, content)
    const end = content.offsetTop + content.offsetHeight
    const isAway = hasMessages() && end - log.scrollTop - log.clientHeight > AWAY_PX
    const hasNew = isAway && (place.hasNew || hasGrown)
    const isScrolled = log.scrollTop > 0
    if (isAway === place.isAway && hasNew === place.hasNew && isScrolled === place.isScrolled)
      return
    place = { isScrolled, isAway, hasNew }
    onPlace(place)
  }

  function handleClick({ target }: Event): void {
    isUnfolding = target instanceof Element && target.closest('[aria-expanded]') !== null
  }

  function handleScroll(): void {
    const isOwn = ownTop !== null && Math.abs(log.scrollTop - ownTop) <= 1
    ownTop = null
    dispatch({ type: 'scrolled', metrics: metrics(), isOwn })
    notePlace(false)
  }

  const observer = new ResizeObserver(() => {
    const hasGrown = content.offsetHeight > contentHeight
    contentHeight = content.offsetHeight
    layFloor()
    // What the reader has just unfolded must not leave under the pointer.
    if (!isUnfolding) keepPlace()
    isUnfolding = false
    state = { ...state, metrics: metrics() }
    notePlace(hasGrown)
  })
  observer.observe(content)
  observer.observe(log)
  log.addEventListener('scroll', handleScroll, { passive: true })
  log.addEventListener('click', handleClick)
  const stopIntent = listenScrollIntent(log, {
    onMoveUp: () => dispatch({ type: 'user-moved-up' }),
    onMoveDown: () => dispatch({ type: 'user-moved-down' }),
  })

  return {
    opened() {
      cancelAnimationFrame(sending)
      held = null
      layFloor()
      dispatch({ type: 'opened' })
      keepPlace()
    },
    sent(turn) {
      dispatch({ type: 'sent' })
      animation?.stop()
      cancelAnimationFrame(sending)
      // To read the layout here would lay out twice what the key has just changed.
      sending = requestAnimationFrame(() => {
        held = state.mode === 'anchor' ? turn : null
        layFloor()
        if (state.mode === 'anchor') animation = animateScroll(log, heldTop, setTop)
        if (state.mode === 'follow') keepPlace()
      })
    },
    scrollToLatest() {
      dispatch({ type: 'latest-pressed' })
      animation?.stop()
      const end = log.scrollHeight - log.clientHeight
      // A long way would be drawn on the way, for nobody to see.
      if (end - log.scrollTop > FAR_PORTS * log.clientHeight) setTop(end - log.clientHeight)
      animation = animateScroll(log, () => log.scrollHeight - log.clientHeight, setTop)
    },
    destroy() {
      cancelAnimationFrame(sending)
      animation?.stop()
      stopIntent()
      observer.disconnect()
      log.removeEventListener('scroll', handleScroll)
      log.removeEventListener('click', handleClick)
    },
  }
}

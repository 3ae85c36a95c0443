import type { LogPlace } from '../atoms/log-places.ts'
import { messageElement } from '../message-element.ts'
import { listenScrollIntent } from './listen-scroll-intent.ts'
import {
  initialScrollState,
  reduceScroll,
  type ScrollEvent,
  type ScrollMetrics,
  type ScrollMode,
  type ScrollSetting,
} from './scroll-state.ts'
import {
  createHeldTurn,
  createScrollMover,
  findReadingPlace,
  type HeldTurn,
  type LogElements,
  type ReadingPlace,
} from './scroll-view.ts'

/** The reader's position, as far as it affects what is drawn. */
export interface ScrollPlace {
  /** Content is hidden above. */
  readonly isScrolled: boolean
  /** The distance from the end is large enough to offer "Scroll to latest". */
  readonly isAway: boolean
  /** Content arrived while the reader was away. */
  readonly hasNew: boolean
}

export const FIRST_PLACE: ScrollPlace = { isScrolled: false, isAway: false, hasNew: false }

export interface Scroller {
  /** Another thread is shown: restores the place where it was left, or scrolls to its end. */
  opened(place: LogPlace | null): void
  /** The reader's last known place; `null`: at the end, or without a message. */
  place(): LogPlace | null
  /** The reader sent the message in `turn`. */
  sent(turn: HTMLElement): void
  scrollToLatest(): void
  /** New content begins at `mark`: moves a reader who is below the mark to it. */
  showNew(mark: HTMLElement): void
  destroy(): void
}

/** Distance from the end beyond which "Scroll to latest" is offered. */
const AWAY_PX = 64

/**
 * Moves the view by the rules of {@link reduceScroll}. Reads layout only when it is clean: in resize and scroll
 * callbacks, never while the stream is processed.
 */
export function createScroller(
  elements: LogElements,
  setting: ScrollSetting,
  onPlace: (place: ScrollPlace) => void,
): Scroller {
  const { log, content } = elements
  const mover = createScrollMover(log)
  const held = createHeldTurn(elements)
  const reader = watchReader(elements, onPlace)
  let state = initialScrollState
  let sending = 0

  function dispatch(event: ScrollEvent): void {
    const { mode } = state
    state = reduceScroll(state, event, setting)
    if (state.mode !== mode || state.mode === 'free') mover.stop()
  }

  function keepPlace(): void {
    // A glide computes its target itself. Placeholders are read from their beginning.
    if (mover.isGliding() || !hasMessages(content)) return
    if (state.mode === 'follow') return mover.toEnd()
    const top = state.mode === 'anchor' ? held.top() : reader.keptTop()
    if (top !== null) mover.to(top)
  }

  const stops = [
    listenScrollIntent(log, (type) => dispatch({ type })),
    listenScroll(log, () => {
      dispatch({ type: 'scrolled', metrics: metricsOf(log), isOwn: mover.takeOwn() })
      reader.look(false)
    }),
    watchGrowth(elements, ({ hasGrown, isUnfolded }) => {
      held.layFloor()
      // Content that the reader has just unfolded must not move away from the pointer.
      if (!isUnfolded) keepPlace()
      state = { ...state, metrics: metricsOf(log) }
      reader.look(hasGrown)
    }),
  ]

  return {
    opened(place) {
      cancelAnimationFrame(sending)
      const element = place && messageElement(place.messageId)
      held.hold(place?.isHeld ? element : null)
      dispatch({ type: 'opened', mode: !element ? 'follow' : place.isHeld ? 'anchor' : 'free' })
      if (element && !place.isHeld) mover.to(element.offsetTop - place.offset)
      else keepPlace()
    },
    place: () => placeOf(state.mode, held, reader),
    sent(turn) {
      dispatch({ type: 'sent' })
      mover.stop()
      cancelAnimationFrame(sending)
      // Reading the layout here would force a second layout of the key's changes.
      sending = requestAnimationFrame(() => {
        held.hold(state.mode === 'anchor' ? turn : null)
        if (state.mode === 'anchor') mover.glide(held.top)
        if (state.mode === 'follow') keepPlace()
      })
    },
    scrollToLatest() {
      dispatch({ type: 'latest-pressed' })
      mover.glideToEnd()
    },
    showNew(mark) {
      const top = topOf(mark, log) - NEW_MARGIN_PX
      if (top >= log.scrollTop) return
      dispatch({ type: 'user-moved-up' })
      mover.to(top)
    },
    destroy() {
      cancelAnimationFrame(sending)
      mover.stop()
      for (const stop of stops) stop()
    },
  }
}

function placeOf(mode: ScrollMode, held: HeldTurn, reader: Reader): LogPlace | null {
  if (mode === 'follow') return null
  const turn = mode === 'anchor' ? held.turn() : null
  const { element = turn, top = 0, scrollTop = 0 } = (turn === null && reader.reading()) || {}
  const messageId = element?.dataset['messageId']
  return messageId ? { messageId, offset: top - scrollTop, isHeld: turn !== null } : null
}

/** Space between the log's edge and the beginning of new content. */
const NEW_MARGIN_PX = 12

const topOf = (element: HTMLElement, log: HTMLElement): number =>
  element.getBoundingClientRect().top - log.getBoundingClientRect().top + log.scrollTop

const hasMessages = (content: HTMLElement): boolean => content.querySelector('article') !== null

const metricsOf = (log: HTMLElement): ScrollMetrics => ({
  top: log.scrollTop,
  height: log.scrollHeight,
  port: log.clientHeight,
})

interface Reader {
  /** Measures the reader's position. */
  look(hasGrown: boolean): void
  /** Scroll position that keeps the last read message in place; `null`: the current one. */
  keptTop(): number | null
  /** The message at the upper edge at the last measurement. */
  reading(): ReadingPlace | null
}

function watchReader({ log, content }: LogElements, onPlace: (place: ScrollPlace) => void): Reader {
  let place = FIRST_PLACE
  let reading: ReadingPlace | null = null

  return {
    look(hasGrown) {
      reading = findReadingPlace(log, content)
      const end = content.offsetTop + content.offsetHeight
      const isAway = hasMessages(content) && end - log.scrollTop - log.clientHeight > AWAY_PX
      const hasNew = isAway && (place.hasNew || hasGrown)
      const next = { isScrolled: log.scrollTop > 0, isAway, hasNew }
      if (isSamePlace(next, place)) return
      place = next
      onPlace(place)
    },
    keptTop() {
      if (!reading?.element.isConnected) return null
      const moved = reading.element.offsetTop - reading.top
      // A browser with scroll anchoring has done this already, so nothing changes.
      return moved === 0 ? null : reading.scrollTop + moved
    },
    reading() {
      return reading
    },
  }
}

const isSamePlace = (one: ScrollPlace, other: ScrollPlace): boolean =>
  one.isAway === other.isAway && one.hasNew === other.hasNew && one.isScrolled === other.isScrolled

function listenScroll(log: HTMLElement, onScroll: () => void): () => void {
  log.addEventListener('scroll', onScroll, { passive: true })
  return () => log.removeEventListener('scroll', onScroll)
}

interface Growth {
  readonly hasGrown: boolean
  /** The growth comes from content that a press of the reader just opened. */
  readonly isUnfolded: boolean
}

/** Calls back when the log or its content changes its size. Returns the function that stops this. */
function watchGrowth(
  { log, content }: LogElements,
  onResize: (growth: Growth) => void,
): () => void {
  let height = 0
  let isUnfolded = false

  function handleClick({ target }: Event): void {
    isUnfolded = target instanceof Element && target.closest('[aria-expanded]') !== null
  }

  const observer = new ResizeObserver(() => {
    const hasGrown = content.offsetHeight > height
    height = content.offsetHeight
    onResize({ hasGrown, isUnfolded })
    isUnfolded = false
  })
  observer.observe(content)
  observer.observe(log)
  log.addEventListener('click', handleClick)
  return () => {
    observer.disconnect()
    log.removeEventListener('click', handleClick)
  }
}

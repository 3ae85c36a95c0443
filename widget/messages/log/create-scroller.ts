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

/** Where the reader is, as far as anybody draws it. */
export interface ScrollPlace {
  /** Something is hidden above. */
  readonly isScrolled: boolean
  /** Far enough from the end that "Scroll to latest" is offered. */
  readonly isAway: boolean
  /** Content arrived while the reader was away. */
  readonly hasNew: boolean
}

export const FIRST_PLACE: ScrollPlace = { isScrolled: false, isAway: false, hasNew: false }

export interface Scroller {
  /** Another thread is shown: go to where it was left, or to its end. */
  opened(place: LogPlace | null): void
  /** Where the reader stands, as it was seen last; `null`: at the end, or with no message. */
  place(): LogPlace | null
  /** The reader sent the message that `turn` shows. */
  sent(turn: HTMLElement): void
  scrollToLatest(): void
  /** Something new begins at `mark`: whoever stands below its beginning is taken there. */
  showNew(mark: HTMLElement): void
  destroy(): void
}

/** Distance from the end beyond which "Scroll to latest" is offered. */
const AWAY_PX = 64

/**
 * Moves the view by the rules of {@link reduceScroll}. Layout is read only where it is clean: in
 * resize and scroll callbacks, never in the stream's path.
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
    // A glide asks for its target itself; what stands in for messages is read from its beginning.
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
      // What the reader has just unfolded must not leave under the pointer.
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
      // To read the layout here would lay out twice what the key has just changed.
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

/** Between the log's edge and where the new begins. */
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
  /** Looks where the reader is now. */
  look(hasGrown: boolean): void
  /** Where the view has to start for what was read last to stay in place; `null`: where it does. */
  keptTop(): number | null
  /** What stood at the upper edge when it looked last. */
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
      // Where the browser has scroll anchoring, it has already done this, and nothing changes.
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
  /** It is what a press of the reader has just opened. */
  readonly isUnfolded: boolean
}

/** Tells when the log or what is in it takes another size. Returns the way to stop. */
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

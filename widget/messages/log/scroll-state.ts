/**
 * How the view moves: `follow` stays at the end, `anchor` holds the new turn under the header, `free` leaves it to
 * the reader.
 */
export type ScrollMode = 'follow' | 'anchor' | 'free'

/** Effect of sending a message on the view. */
export type ScrollSetting = 'anchor' | 'follow' | 'manual'

/** Pixels from the end within which the end counts as reached. */
export const END_REACH_PX = 8

export interface ScrollMetrics {
  readonly top: number
  /** Height of the whole content. */
  readonly height: number
  /** Height of the visible area. */
  readonly port: number
}

export interface ScrollState {
  readonly mode: ScrollMode
  /** The reader scrolls down, so reaching the end means staying there. */
  readonly isHeadingDown: boolean
  readonly metrics: ScrollMetrics
}

export type ScrollEvent =
  /** `mode`: as the thread was left; `follow`: at its end. */
  | { readonly type: 'opened'; readonly mode: ScrollMode }
  | { readonly type: 'sent' }
  | { readonly type: 'latest-pressed' }
  /** Wheel up, drag, keys, selection, focus on an older message. */
  | { readonly type: 'user-moved-up' }
  | { readonly type: 'user-moved-down' }
  /** `isOwn`: the position was just set by this code. */
  | { readonly type: 'scrolled'; readonly metrics: ScrollMetrics; readonly isOwn: boolean }

export const initialScrollState: ScrollState = {
  mode: 'follow',
  isHeadingDown: false,
  metrics: { top: 0, height: 0, port: 0 },
}

const MODE_ON_SEND = { anchor: 'anchor', follow: 'follow', manual: 'free' } as const

/** Pixels between the view and the end. */
export function distanceToEnd({ top, height, port }: ScrollMetrics): number {
  return height - port - top
}

/**
 * Only actions of the reader change the mode. A scroll event alone proves nothing: layout bursts, clamping and
 * scroll anchoring cause them too. Exception: if the position falls while the layout is stable, the cause is a
 * reader (or find in page).
 */
export function reduceScroll(
  state: ScrollState,
  event: ScrollEvent,
  setting: ScrollSetting,
): ScrollState {
  switch (event.type) {
    case 'opened':
      return { ...state, mode: event.mode, isHeadingDown: false }
    case 'latest-pressed':
      return { ...state, mode: 'follow', isHeadingDown: false }
    case 'sent':
      return { ...state, mode: MODE_ON_SEND[setting], isHeadingDown: false }
    case 'user-moved-up':
      return { ...state, mode: 'free', isHeadingDown: false }
    case 'user-moved-down':
      return distanceToEnd(state.metrics) > END_REACH_PX ? { ...state, isHeadingDown: true } : state
    case 'scrolled':
      return scrolled(state, event.metrics, event.isOwn)
    default:
      return event satisfies never
  }
}

function scrolled(state: ScrollState, metrics: ScrollMetrics, isOwn: boolean): ScrollState {
  const before = state.metrics
  const next = { ...state, metrics }
  if (isOwn) return next
  const isStill = metrics.height === before.height && metrics.port === before.port
  if (isStill && metrics.top < before.top) return { ...next, mode: 'free', isHeadingDown: false }
  const isHeadingDown = state.isHeadingDown || (isStill && metrics.top > before.top)
  if (isHeadingDown && distanceToEnd(metrics) <= END_REACH_PX) {
    return { ...next, mode: 'follow', isHeadingDown: false }
  }
  // Below a held turn the reader scrolls freely; holding the turn would pull them back.
  const hasLeft = state.mode === 'anchor' && isHeadingDown && metrics.top > before.top
  return { ...next, isHeadingDown, mode: hasLeft ? 'free' : state.mode }
}

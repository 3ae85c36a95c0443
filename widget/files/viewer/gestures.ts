import {
  PAN_STEP_PX,
  panBy,
  TAP_SCALE,
  WHOLE,
  zoomTo,
  type Bounds,
  type Point,
  type View,
} from './zoom.ts'

/** The part of a pointer event that is used. */
export interface Touch {
  readonly pointerId: number
  /** From the middle of the stage. */
  readonly at: Point
  readonly timeMs: number
}

/** Side of the shown image: the image to its right, or to its left. */
export type Side = 'left' | 'right'

/** The view that fingers and mouse change. */
export interface Hands {
  view(): View
  bounds(): Bounds
  /** @param isHeld true if the image follows a finger, and so must not lag behind it. */
  show(view: View, isHeld: boolean): void
  /** Shows the image on that side. Returns false without one. */
  walk(side: Side): boolean
}

/** Smaller movements are a tap: fingers tremble. */
const SLACK_PX = 8
/** Minimum distance of a swipe; shorter ones return to the image. */
export const SWIPE_PX = 48
/** Maximum time between the taps of a double tap. */
export const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_PX = 24

interface Start {
  readonly view: View
  readonly middle: Point
  readonly distance: number
}

export interface Gestures {
  down(touch: Touch): void
  move(touch: Touch): void
  up(touch: Touch): void
  /** The browser took over the pointer. */
  cancel(touch: Touch): void
  /** True if the last press moved nothing. */
  wasTap(): boolean
}

/**
 * A finger swipes the whole image or moves a zoomed one, two fingers zoom, and a double tap zooms at its
 * position.
 */
export function createGestures(hands: Hands): Gestures {
  const fingers = new Map<number, Point>()
  let start = startAt(WHOLE, [])
  let hasMoved = false
  /** After a pinch, lifting one finger does not start a swipe. */
  let hasPinched = false
  let lastTap: Touch | undefined

  const begin = () => (start = startAt(hands.view(), [...fingers.values()]))
  const isSwipe = () => start.view.scale === 1 && !hasPinched

  function drop({ pointerId }: Touch): void {
    fingers.delete(pointerId)
    begin()
  }

  return {
    down(touch) {
      // In case its end was missed.
      fingers.delete(touch.pointerId)
      if (fingers.size === 0) hasMoved = hasPinched = false
      fingers.set(touch.pointerId, touch.at)
      hasPinched ||= fingers.size > 1
      begin()
    },
    move({ pointerId, at }) {
      if (!fingers.has(pointerId)) return
      fingers.set(pointerId, at)
      const now = startAt(start.view, [...fingers.values()])
      const moved = minus(now.middle, start.middle)
      hasMoved ||= hasPinched || Math.hypot(moved.x, moved.y) > SLACK_PX
      if (!hasMoved) return
      if (isSwipe()) return hands.show({ ...WHOLE, x: moved.x }, true)
      const bounds = hands.bounds()
      const ratio = start.distance > 0 ? now.distance / start.distance : 1
      const zoomed = zoomTo(start.view, start.view.scale * ratio, bounds, start.middle)
      hands.show(panBy(zoomed, moved, bounds), true)
    },
    up(touch) {
      const from = fingers.get(touch.pointerId)
      if (from === undefined) return
      const moved = minus(touch.at, start.middle)
      const isLast = fingers.size === 1
      if (isLast && hasMoved && isSwipe()) {
        const isFar = Math.abs(moved.x) > SWIPE_PX && Math.abs(moved.x) > 2 * Math.abs(moved.y)
        // Dragging to the left shows the image on the right.
        if (!isFar || !hands.walk(moved.x < 0 ? 'right' : 'left')) hands.show(WHOLE, false)
      } else if (hasMoved) hands.show(hands.view(), false)
      else if (lastTap && isSamePlace(lastTap, touch)) {
        lastTap = undefined
        hands.show(toggled(hands.view(), hands.bounds(), touch.at), false)
      } else lastTap = touch
      drop(touch)
    },
    cancel(touch) {
      if (!fingers.has(touch.pointerId)) return
      hasMoved = true
      hands.show(start.view.scale === 1 ? WHOLE : hands.view(), false)
      drop(touch)
    },
    wasTap: () => !hasMoved,
  }
}

/** Start of a gesture: the middle between the fingers, and their distance. */
function startAt(view: View, [first = WHOLE, second]: readonly Point[]): Start {
  if (second === undefined) return { view, middle: first, distance: 0 }
  const middle = { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 }
  return { view, middle, distance: Math.hypot(first.x - second.x, first.y - second.y) }
}

const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y })

function isSamePlace(before: Touch, now: Touch): boolean {
  const { x, y } = minus(before.at, now.at)
  return now.timeMs - before.timeMs <= DOUBLE_TAP_MS && Math.hypot(x, y) <= DOUBLE_TAP_PX
}

const toggled = (view: View, bounds: Bounds, at: Point): View =>
  view.scale > 1 ? WHOLE : zoomTo(view, TAP_SCALE, bounds, at)

/** Command of a key in the viewer. */
export type KeyWish =
  | { readonly type: 'zoom'; readonly step: 1 | 0 | -1 }
  | { readonly type: 'pan'; readonly by: Point }
  | { readonly type: 'walk'; readonly side: Side }

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Direction of an arrow; the image moves the other way. */
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
/** `=` is the plus key without Shift. */
const STEPS: Readonly<Record<string, 1 | 0 | -1>> = { '+': 1, '=': 1, '-': -1, '0': 0 }

/** Reads a key: arrows go to the next image, or move a zoomed one. `null`: no command, or one of the browser. */
export function readKey(
  { key, ctrlKey, metaKey, altKey }: Press,
  isZoomed: boolean,
): KeyWish | null {
  if (ctrlKey || metaKey || altKey) return null
  const step = STEPS[key]
  if (step !== undefined) return { type: 'zoom', step }
  const arrow = ARROWS[key]
  if (arrow === undefined) return null
  if (isZoomed) {
    return { type: 'pan', by: { x: -arrow.x * PAN_STEP_PX, y: -arrow.y * PAN_STEP_PX } }
  }
  if (arrow.x === 0) return null
  return { type: 'walk', side: arrow.x < 0 ? 'left' : 'right' }
}

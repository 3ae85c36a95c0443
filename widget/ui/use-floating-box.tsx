import { autoUpdate, computePosition, flip, offset, shift } from '@floating-ui/dom'
import type { ComputePositionConfig, Placement } from '@floating-ui/dom'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useEscapeLayer } from './use-escape-layer.tsx'

/** How far the pointer may stray on its way to what floats (specification, section 9). */
export const SAFE_POLYGON_PX = 5
/** A pointer that rests on its way for so long goes nowhere. */
export const REST_ON_WAY_MS = 40
/** Space between a trigger and what floats beside it. */
const GAP_PX = 5
/** Nothing comes closer to the frame's edge. */
const EDGE_PX = 8

/** On the wished side if there is room, else on the other; never over the edge. */
export const floatingPlace = (placement: Placement): Partial<ComputePositionConfig> => ({
  placement,
  strategy: 'fixed',
  middleware: [offset(GAP_PX), flip({ padding: EDGE_PX }), shift({ padding: EDGE_PX })],
})

/** Escape, a press beside it and its trigger, or the pointer that brought it has left. */
export type CloseReason = 'escape' | 'press' | 'leave'

export interface FloatingBoxOptions {
  trigger: Element
  placement: Placement
  /** It came with the pointer, which may move onto it, and goes with it. Default false. */
  isHover?: boolean
  /** Whoever mounts the box takes it away. */
  onClose: (reason: CloseReason) => void
}

/**
 * A box beside its trigger, shown while mounted. The popover layer lifts it out of every scroller
 * that would cut it. `props` belong to the element, which `box` holds once it is there.
 */
export function useFloatingBox({
  trigger,
  placement,
  isHover = false,
  onClose,
}: FloatingBoxOptions) {
  const box = useRef<HTMLElement>(null)
  const ref = useCallback((element: HTMLElement | null) => void (box.current = element), [])
  const handleLeave = useEffectEvent(() => onClose('leave'))
  useEscapeLayer(() => onClose('escape'))

  const handlePointerDown = useEffectEvent(({ target }: PointerEvent) => {
    const places = [trigger, box.current]
    if (target instanceof Node && !places.some((place) => place?.contains(target))) onClose('press')
  })

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    element.showPopover?.()
    return autoUpdate(trigger, element, () => void place(trigger, element, placement))
  }, [trigger, placement])

  useEffect(() => {
    const element = box.current
    if (isHover && element !== null) return watchLeave(trigger, element, () => handleLeave())
  }, [isHover, trigger])

  useEffect(() => {
    const listener = (event: PointerEvent) => handlePointerDown(event)
    document.addEventListener('pointerdown', listener)
    return () => document.removeEventListener('pointerdown', listener)
  }, [])

  return { box, props: { ref, popover: 'manual', style: UNPLACED } as const }
}

const UNPLACED = { position: 'fixed', left: 0, top: 0 } as const

async function place(trigger: Element, box: HTMLElement, placement: Placement): Promise<void> {
  const { x, y } = await computePosition(trigger, box, floatingPlace(placement))
  // Whole pixels, and no layer of its own: text stays sharp.
  Object.assign(box.style, { left: `${Math.round(x)}px`, top: `${Math.round(y)}px` })
}

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * Tells once that the pointer has left the trigger and its box, and is not on its way from one to the
 * other. One that was on neither does not count. Returns how to stop.
 */
function watchLeave(trigger: Element, box: Element, onLeave: () => void): () => void {
  const lifetime = new AbortController()
  const { signal } = lifetime
  let timer: ReturnType<typeof setTimeout> | undefined
  let from: Point | null = null

  function end() {
    clearTimeout(timer)
    lifetime.abort()
  }

  function leave() {
    end()
    onLeave()
  }

  function look(at: Point) {
    if (from === null) return
    clearTimeout(timer)
    if (isOnWay(from, at, box.getBoundingClientRect())) timer = setTimeout(leave, REST_ON_WAY_MS)
    else leave()
  }

  for (const element of [trigger, box] as HTMLElement[]) {
    const handleEnter = () => {
      clearTimeout(timer)
      from = null
    }
    const handleLeave = ({ clientX: x, clientY: y }: PointerEvent) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      from = { x: Math.min(Math.max(x, left), right), y: Math.min(Math.max(y, top), bottom) }
      look({ x, y })
    }
    element.addEventListener('pointerenter', handleEnter, { signal })
    element.addEventListener('pointerleave', handleLeave, { signal })
  }
  document.addEventListener('pointermove', ({ clientX: x, clientY: y }) => look({ x, y }), {
    signal,
  })
  return end
}

/** Whether a pointer that left at one point, and is at another by now, is heading for the box. */
export function isOnWay(
  from: Point,
  at: Point,
  box: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>,
): boolean {
  if (Math.hypot(at.x - from.x, at.y - from.y) <= SAFE_POLYGON_PX) return true
  const [startX, endX] = crossing(from.x, at.x, box.left, box.right)
  const [startY, endY] = crossing(from.y, at.y, box.top, box.bottom)
  const end = Math.min(endX, endY)
  return end >= 1 && end >= Math.max(startX, startY)
}

/** When a way is between two edges, and no farther than it may stray: it is at `from` at 0, at `at` at 1. */
function crossing(from: number, at: number, low: number, high: number): readonly [number, number] {
  const edges = [low - SAFE_POLYGON_PX, high + SAFE_POLYGON_PX]
  const [one = 0, other = 0] = edges.map((edge) => (edge - from) / (at - from || Number.EPSILON))
  return [Math.min(one, other), Math.max(one, other)]
}

import {
  autoUpdate,
  flip,
  offset,
  safePolygon,
  shift,
  useFloating,
  useHover,
} from '@floating-ui/react'
import type { Placement, UseFloatingOptions } from '@floating-ui/react'
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { useEscapeLayer } from './use-escape-layer.tsx'

/** How far the pointer may stray on its way to what floats (specification, section 9). */
export const SAFE_POLYGON_PX = 5
/** Space between a trigger and what floats beside it. */
const GAP_PX = 5
/** Nothing comes closer to the frame's edge. */
const EDGE_PX = 8

/** On the wished side if there is room, else on the other; never over the edge; follows scrolling. */
export const floatingPlace = (placement: Placement): UseFloatingOptions => ({
  placement,
  strategy: 'fixed',
  middleware: [offset(GAP_PX), flip({ padding: EDGE_PX }), shift({ padding: EDGE_PX })],
  whileElementsMounted: autoUpdate,
  // Whole pixels, and no layer of its own: text stays sharp.
  transform: false,
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
  const { refs, context, floatingStyles } = useFloating({
    ...floatingPlace(placement),
    open: true,
    onOpenChange: (isOpen) => {
      if (!isOpen) onClose('leave')
    },
    elements: { reference: trigger },
  })
  useHover(context, {
    enabled: isHover,
    move: false,
    handleClose: safePolygon({ buffer: SAFE_POLYGON_PX }),
  })
  useEscapeLayer(() => onClose('escape'))

  const handlePointerDown = useEffectEvent(({ target }: PointerEvent) => {
    const places = [trigger, refs.floating.current]
    if (target instanceof Node && !places.some((place) => place?.contains(target))) onClose('press')
  })

  useLayoutEffect(() => {
    refs.floating.current?.showPopover?.()
  }, [refs])

  useEffect(() => {
    const listener = (event: PointerEvent) => handlePointerDown(event)
    document.addEventListener('pointerdown', listener)
    return () => document.removeEventListener('pointerdown', listener)
  }, [])

  return {
    box: refs.floating,
    props: { ref: refs.setFloating, popover: 'manual', style: floatingStyles } as const,
  }
}

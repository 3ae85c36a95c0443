import { autoUpdate, flip, offset, shift, useFloating } from '@floating-ui/react'
import type { Placement, UseFloatingOptions } from '@floating-ui/react'
import { useCallback } from 'react'
import { useEscapeLayer } from './use-escape-layer.tsx'

/** How far the pointer may stray on its way to a floating box (specification, section 9). */
export const SAFE_POLYGON_PX = 5
/** Space between a trigger and its floating box. */
const GAP_PX = 5
/** Space between a floating box and the edge of the frame. */
const EDGE_PX = 8

/** Places a box on the preferred side if there is room, else on the other, and never over the edge. */
export const floatingPlace = (placement: Placement) =>
  ({
    placement,
    strategy: 'fixed',
    // A transform would give the box a layer, in which text is less sharp.
    transform: false,
    middleware: [
      offset(GAP_PX),
      flip({ padding: EDGE_PX }),
      // Across as well: in a low window no side has room, and the box lies over its trigger.
      shift({ padding: EDGE_PX, crossAxis: true }),
    ],
  }) satisfies UseFloatingOptions

export interface FloatingBoxOptions {
  placement: Placement
  /** Default: the element that gets `setReference` as its ref. */
  trigger?: Element
  /** Default true, for a box that is open while mounted. */
  isOpen?: boolean
  onOpenChange: (isOpen: boolean) => void
}

/**
 * A box beside its trigger. `box` holds the properties of its element. The popover layer lifts it
 * out of scrollers, which would cut it. Escape closes it, and returns a focus in it to the trigger.
 */
export function useFloatingBox({
  placement,
  trigger,
  isOpen = true,
  onOpenChange,
}: FloatingBoxOptions) {
  const { context, refs, elements, floatingStyles } = useFloating({
    ...floatingPlace(placement),
    open: isOpen,
    onOpenChange,
    whileElementsMounted: autoUpdate,
    ...(trigger && { elements: { reference: trigger } }),
  })
  const { setFloating, setReference } = refs
  const ref = useCallback(
    (element: HTMLElement | null) => {
      setFloating(element)
      element?.showPopover?.()
    },
    [setFloating],
  )

  // Instead of the package's own Escape, which knows nothing of dialogs, edits and running answers.
  useEscapeLayer((event) => {
    const hadFocus = elements.floating?.contains(document.activeElement) === true
    context.onOpenChange(false, event, 'escape-key')
    const { domReference } = elements
    if (hadFocus && domReference instanceof HTMLElement) domReference.focus({ preventScroll: true })
  }, isOpen)

  return { context, setReference, box: { ref, popover: 'manual', style: floatingStyles } as const }
}

import { autoUpdate, flip, offset, shift } from '@floating-ui/react'
import type { Placement, UseFloatingOptions } from '@floating-ui/react'

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
